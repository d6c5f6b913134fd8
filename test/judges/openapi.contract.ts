import { beforeAll, describe, expect, test } from "bun:test"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { operations } from "../../src/api.ts"
import { type Answer, type Generator, generators } from "./clients.ts"
import { folder, judge, ROOT, service } from "./service.ts"

/** How long generating a client may take on a busy machine. */
const GENERATION_MILLIS = 60_000

const description = await (await fetch(`${service.baseUrl}/v1/openapi.json`)).text()
const config = (name: string) => join(import.meta.dir, name)
writeFileSync(join(folder, "openapi.json"), description)

describe("openapi.json", () => {
  test("is accepted by Redocly", async () => {
    const { stdout } = await judge(".bin/redocly", [
      ...["lint", "openapi.json", "--config", config("redocly.yaml"), "--format", "json"]
    ])
    const { totals, problems } = JSON.parse(stdout)
    expect([totals, problems]).toEqual([{ errors: 0, warnings: 0, ignored: 0 }, []])
  })

  test("is accepted by Spectral, with all of its rules for OpenAPI", async () => {
    const { stdout, exitCode } = await judge(".bin/spectral", [
      ...["lint", "openapi.json", "--ruleset", config("spectral.yaml"), "--fail-severity", "hint"]
    ])
    expect([stdout, exitCode]).toEqual([expect.stringContaining("No results"), 0])
  })
})

/**
 * The files that hey-api copies beside every client; they do not support exactOptionalPropertyTypes, whatever the API.
 */
const COPIED_RUNTIME = /^generated\/(client|core)\/.*exactOptionalPropertyTypes/

/** The exit code of tsc when it found type errors; any other code means that it did not get that far. */
const TYPES_DO_NOT_FIT = 2

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: "ESNext",
  module: "Preserve",
  moduleResolution: "bundler",
  lib: ["ESNext", "DOM", "DOM.Iterable"],
  types: [],
  allowImportingTsExtensions: true,
  noEmit: true
}

/** Generates a client in a separate folder where it finds the installed packages, and writes the program beside it. */
const generate = async ({ name, executable, args, program }: Generator): Promise<string> => {
  const place = join(folder, name.replace(/\W+/g, "-"))
  mkdirSync(place)
  symlinkSync(join(ROOT, "node_modules"), join(place, "node_modules"))
  writeFileSync(join(place, "openapi.json"), description)
  writeFileSync(join(place, "program.ts"), program)
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions: STRICT, files: ["program.ts"] }))
  const { stdout, stderr, exitCode } = await judge(
    executable,
    args,
    { BUN_OPTIONS: `--preload=${config("typescript5.ts")}` },
    place
  )
  if (exitCode !== 0) throw new Error(`${stdout}${stderr}`)
  return place
}

describe.each(generators)("the client made by $name", (generator) => {
  let place = ""
  let calls: Readonly<Record<string, (input?: unknown) => Promise<Answer>>> = {}
  const call = (name: string, input?: unknown): Promise<Answer> => {
    const called = calls[name]
    if (called === undefined) throw new Error(`The client has no ${name}`)
    return called(input)
  }
  beforeAll(async () => {
    place = await generate(generator)
    const program = await import(join(place, "program.ts"))
    calls = program.connect(service.baseUrl, service.token)
  }, GENERATION_MILLIS)

  test("compiles strictly, accepts and returns what the examples show, and refuses the rest", async () => {
    const { stdout, exitCode } = await judge("typescript5/bin/tsc", ["--project", "."], {}, place)
    const faults = stdout.split("\n").filter((line) => /^\S/.test(line))
    const ours = faults.filter((line) => !COPIED_RUNTIME.test(line))
    expect([ours, exitCode]).toEqual([[], faults.length === 0 ? 0 : TYPES_DO_NOT_FIT])
    const copied = faults.length - ours.length
    if (copied > 0) console.log(`${generator.name}: ${copied} faults in the runtime that it copies, known upstream.`)
  })

  test("calls every operation", async () => {
    const wrong: Array<string> = []
    for (const { name, example } of operations) {
      const { data, error, response } = await call(name, example.input)
      // An example may refer to items that this user does not have; its form is valid all the same.
      const isAnswered = [200, 404, 409].includes(response.status)
      const isWhole = response.ok ? data !== undefined && error === undefined : error?.error.code !== undefined
      if (!isAnswered || !isWhole) wrong.push(`${name}: ${response.status} ${JSON.stringify(data ?? error)}`)
    }
    expect(wrong).toEqual([])
  })

  test("gets the context, sets readings, lists them, and receives errors", async () => {
    const { data: context } = await call("get_context")
    expect(context).toMatchObject({ paidAccess: true, units: { bodyWeight: expect.any(String) } })
    const set = await call("set_body_metrics", { metric: "steps", readings: [{ value: 10_450 }] })
    expect(set.data).toMatchObject({ metric: "steps", readings: [{ value: 10_450, unit: "steps" }] })
    const listed = await call("list_body_metrics", { metric: "steps" })
    expect(listed.data).toMatchObject({ readings: [{ value: 10_450 }] })
    const refused = await call("list_body_metrics", { metric: "height" })
    expect(refused.response.status).toBe(400)
    expect(refused.error).toMatchObject({
      error: { code: "validation_failed", requestId: expect.any(String), details: { fields: [{ field: "metric" }] } }
    })
  })
})
