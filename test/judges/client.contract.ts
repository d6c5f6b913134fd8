import { beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import packageJson from "../../package.json" with { type: "json" }
import { contractTypes } from "../../scripts/client/contract-types.ts"
import { EXPECTED, PROGRAM } from "../client/program.ts"
import { unreliable } from "../client/unreliable.ts"
import { runToEnd } from "../support/process.ts"
import { folder, judge, ROOT, service } from "./service.ts"

/** How long packing and installing may take on a busy machine. */
const INSTALL_MILLIS = 120_000

/** A project with the package, and one that has Effect beside it. */
const place = join(folder, "client-package")
const placeOfEffect = join(folder, "client-package-effect")

const EFFECT_PROGRAM = `import { Effect, Option, Stream } from "effect"
import { connect, type EffectClient, make, NotFound } from "fettle-client/effect"

export const workout = (client: EffectClient): Effect.Effect<string | undefined, NotFound> =>
  client.get_workout({ id: "workout_none" }, { maxRetries: 0 }).pipe(
    Effect.map(({ name }) => name),
    Effect.catchAll((error) => (error instanceof NotFound ? Effect.fail(error) : Effect.succeed(undefined)))
  )

export const program = Effect.flatMap(make({ baseUrl: "http://localhost:3000", token: "fit_test_1" }), workout)
export const plain = connect

export const workouts = (client: EffectClient) =>
  Stream.paginateEffect("", (cursor) =>
    Effect.map(client.list_workouts(cursor === "" ? {} : { cursor }), (page) => [
      page.workouts,
      Option.fromNullable(page.nextCursor)
    ])
  )
`

/** The most bytes of each client as one compressed file for browsers. */
const MOST_BYTES = { "fettle-client": 5_000, "fettle-client/effect": 20_000 }

const TYPES = join(ROOT, "node_modules/@types")

const STRICT = [
  "--strict",
  "--exactOptionalPropertyTypes",
  "--noUncheckedIndexedAccess",
  "--noPropertyAccessFromIndexSignature"
]

const shell = (command: ReadonlyArray<string>, cwd: string) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd })
  return { exitCode, stdout: stdout.toString().trim(), stderr: stderr.toString() }
}

const projectWith = (where: string, files: Record<string, string>, packages: ReadonlyArray<string>) => {
  mkdirSync(where)
  writeFileSync(join(where, "package.json"), JSON.stringify({ name: "somebody", type: "module", private: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(where, name), text)
  expect(shell([process.execPath, "add", ...packages], where)).toMatchObject({ exitCode: 0 })
}

/** A file of a project as JavaScript; with `bundle`, bundled with the package into one file. */
const compiled = async (entry: string, platform: "browser" | "node", bundle: boolean) => {
  const outfile = entry.replace(/\.ts$/, `.${platform}${bundle ? ".bundle" : ""}.mjs`)
  await build({ entryPoints: [entry], bundle, minify: bundle, format: "esm", platform, outfile })
  return outfile
}

const packed = (): string => join(ROOT, `dist/fettle-client-${packageJson.version}.tgz`)

describe("the packed client, in a separate project", () => {
  beforeAll(() => {
    expect(shell([process.execPath, "scripts/client/build.ts"], ROOT)).toMatchObject({ exitCode: 0 })
    projectWith(place, { "program.ts": PROGRAM }, [packed()])
    const effect = `effect@${packageJson.dependencies.effect}`
    projectWith(placeOfEffect, { "program.ts": EFFECT_PROGRAM }, [packed(), effect])
  }, INSTALL_MILLIS)

  test("has every doc comment that was written for its types", () => {
    const comments = (text: string) => text.match(/\/\*\*/g)?.length
    const published = readFileSync(join(place, "node_modules/fettle-client/contract.d.ts"), "utf8")
    expect(comments(published)).toBe(comments(contractTypes()))
  })

  test("contains nothing else", () => {
    const installed = readdirSync(join(place, "node_modules")).filter((name) => !name.startsWith("."))
    expect(installed).toEqual(["fettle-client"])
  })

  for (const [compiler, where, settings] of [
    ["typescript5/bin/tsc", place, ["--module", "nodenext", "--lib", "es2022,dom"]],
    ["typescript5/bin/tsc", place, ["--module", "node20", "--lib", "es2022", "--types", "node", "--typeRoots", TYPES]],
    ["typescript/bin/tsc", place, ["--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom"]],
    ["typescript5/bin/tsc", placeOfEffect, ["--module", "nodenext", "--lib", "es2022,dom"]]
  ] as const)
    test(
      `type-checks under strict settings, including its declarations: ${compiler} ${settings[1]}, ${where.split("-").at(-1)}`,
      async () => {
        const args = [...STRICT, "--noEmit", "--skipLibCheck", "false", "--target", "es2022", ...settings, "program.ts"]
        const { stdout, exitCode } = await judge(compiler, args, {}, where)
        expect([stdout, exitCode]).toEqual(["", 0])
      },
      INSTALL_MILLIS
    )

  test(
    "logs once in Node.js and in Bun, although an answer is lost, a limit used up and the service fails in between",
    async () => {
      await using between = await unreliable(service.baseUrl)
      const entry = join(place, "program.ts")
      const node = Bun.which("node")
      expect(node === null && process.env.CI !== undefined).toBe(false)
      for (const bundle of [false, true])
        for (const runtime of [[process.execPath], ...(node === null ? [] : [[node, "--input-type=module"]])]) {
          const file = JSON.stringify(await compiled(entry, "node", bundle))
          const start = `import { run } from ${file}; console.log(await run("${between.baseUrl}", "${service.token}"))`
          const ended = await runToEnd([...runtime, "--eval", start], { cwd: place, env: { PATH: process.env.PATH } })
          expect(ended).toMatchObject({ stdout: `${EXPECTED}\n`, stderr: "" })
          expect(between.posts.splice(0)).toEqual([0, 429, 500, 200])
        }
    },
    INSTALL_MILLIS
  )

  test("runs the example of its README", async () => {
    const readme = readFileSync(join(place, "node_modules/fettle-client/README.md"), "utf8")
    const [, example = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(readme) ?? []
    writeFileSync(join(place, "example.ts"), example.replace("http://localhost:3000", service.baseUrl))
    const env = { PATH: process.env.PATH, FETTLE_TOKEN: service.token }
    const { stdout, stderr } = await runToEnd([process.execPath, "example.ts"], { cwd: place, env })
    expect([stderr, stdout]).toEqual(["", expect.stringMatching(/the request was req_.*Porridge\n/s)])
  })

  test("bundles for browsers without a Node.js module, and stays small", async () => {
    for (const [name, most] of Object.entries(MOST_BYTES)) {
      const entry = join(placeOfEffect, `${name.replace("/", "-")}.ts`)
      writeFileSync(entry, `export * from ${JSON.stringify(name)}`)
      const text = await Bun.file(await compiled(entry, "browser", true)).text()
      expect(text).not.toMatch(/from "node:|require\("/)
      const size = Bun.gzipSync(text).byteLength
      expect({ name, size, fits: size < most }).toMatchObject({ fits: true })
    }
  })
})

const COMPARISON = `import type * as Inferred from "../../src/client/contract.ts"
import type * as Written from "./contract.ts"

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Each<A, B> = { readonly [N in keyof A | keyof B]: N extends keyof A & keyof B ? Same<A[N], B[N]> : false }
type Different<T> = { readonly [N in keyof T as T[N] extends true ? never : N]: T[N] }
export const inputs: Record<keyof Different<Each<Inferred.Inputs, Written.Inputs>>, 0> = {}
export const outputs: Record<keyof Different<Each<Inferred.Outputs, Written.Outputs>>, 0> = {}
`

test(
  "the published types of inputs and outputs are those that the compiler infers from the contract",
  async () => {
    const where = join(ROOT, "dist/fettle-client-comparison")
    mkdirSync(where, { recursive: true })
    const written = contractTypes().replace("./unlisted.ts", "../../src/client/unlisted.ts")
    writeFileSync(join(where, "contract.ts"), written)
    writeFileSync(join(where, "comparison.ts"), COMPARISON)
    const settings = { extends: "../../tsconfig.json", include: ["comparison.ts"] }
    writeFileSync(join(where, "tsconfig.json"), JSON.stringify(settings))
    const { stdout, exitCode } = await judge("typescript/bin/tsc", [], {}, where)
    rmSync(where, { recursive: true })
    expect([stdout, exitCode]).toEqual(["", 0])
  },
  INSTALL_MILLIS
)
