import { beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import packageJson from "../../package.json" with { type: "json" }
import { folder, judge, ROOT, service } from "./service.ts"

/** How long packing and installing may take on a busy machine. */
const INSTALL_MILLIS = 120_000

const place = join(folder, "client-package")

/** Somebody's program, which knows of Fettle what the package tells. It prints what came of each kind of call. */
const PROGRAM = `import { connect, NotFound } from "fettle/client"

export const run = async (baseUrl: string, token: string): Promise<string> => {
  const client = await connect({ baseUrl, token })
  const { units } = await client.get_context()
  const unit: "kg" | "lb" = units.bodyWeight
  const set = await client.set_body_metrics({ metric: "weight", readings: [{ value: 70.5, unit }] })
  const values: ReadonlyArray<number> = set.readings.map(({ value }) => value)
  const missing = await client.get_workout({ id: "workout_none" }).catch((error: unknown) => error)
  return JSON.stringify([unit, values, missing instanceof NotFound && missing.message.includes("workout_none")])
}

// @ts-expect-error There is no such metric.
export const wrong = (client: Awaited<ReturnType<typeof connect>>) => client.list_body_metrics({ metric: "height" })
`

const EXPECTED = JSON.stringify(["kg", [70.5], true])

const shell = (command: ReadonlyArray<string>, cwd: string) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd })
  return { exitCode, stdout: stdout.toString().trim(), stderr: stderr.toString() }
}

/** The program as one file for a platform, the package in it. */
const bundle = async (platform: "browser" | "node") => {
  const outfile = join(place, `${platform}.mjs`)
  await build({ entryPoints: [join(place, "program.ts")], bundle: true, format: "esm", platform, outfile })
  return outfile
}

describe("the packed client, in a project of its own", () => {
  beforeAll(() => {
    expect(shell([process.execPath, "scripts/client/build.ts"], ROOT)).toMatchObject({ exitCode: 0 })
    mkdirSync(place)
    writeFileSync(join(place, "package.json"), JSON.stringify({ name: "somebody", type: "module", private: true }))
    writeFileSync(join(place, "program.ts"), PROGRAM)
    const tarball = join(ROOT, `dist/fettle-${packageJson.version}.tgz`)
    expect(shell([process.execPath, "add", tarball], place)).toMatchObject({ exitCode: 0 })
  }, INSTALL_MILLIS)

  test("brings effect and @effect/platform, and little else", () => {
    const installed = readdirSync(join(place, "node_modules")).filter((name) => !name.startsWith("."))
    expect(installed).toEqual(expect.arrayContaining(["@effect", "effect", "fettle"]))
    expect(installed.length).toBeLessThan(20)
  })

  test(
    "type-checks under plain settings, the declarations of its dependencies included",
    async () => {
      const { stdout, exitCode } = await judge(
        "typescript5/bin/tsc",
        ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "program.ts"],
        {},
        place
      )
      expect([stdout, exitCode]).toEqual(["", 0])
    },
    INSTALL_MILLIS
  )

  test("runs in Node.js and in Bun, bundled by esbuild or as it is installed", async () => {
    const { baseUrl, token } = service
    const start = (file: string) =>
      `import { run } from ${JSON.stringify(file)}; console.log(await run(${JSON.stringify(baseUrl)}, ${JSON.stringify(token)}))`
    const bundled = await bundle("node")
    const node = Bun.which("node")
    const runs = [
      [process.execPath, "--eval", start("./program.ts")],
      [process.execPath, "--eval", start(bundled)],
      ...(node === null ? [] : [[node, "--input-type=module", "--eval", start(bundled)]])
    ]
    expect(node === null && process.env.CI !== undefined).toBe(false)
    for (const command of runs) expect(shell(command, place)).toMatchObject({ stdout: EXPECTED })
  })

  test("bundles for browsers without a module of Node.js", async () => {
    const text = await Bun.file(await bundle("browser")).text()
    expect(text).not.toMatch(/from "node:|require\("/)
  })
})
