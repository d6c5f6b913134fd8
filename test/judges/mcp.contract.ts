import { beforeAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { operations } from "../../src/api.ts"
import { VERSIONS } from "../../src/surfaces/mcp/versions.ts"
import { BASELINE } from "./mcp-baseline.ts"
import { startProxy } from "./proxy.ts"
import { folder, judge, service } from "./service.ts"

const conformance = (...args: ReadonlyArray<string>) => judge(".bin/conformance", args)

interface Scenario {
  readonly name: string
  /** The revisions of the protocol that it is for; `extension` if no revision requires it. */
  readonly revisions: ReadonlyArray<string>
}

const scenarios: ReadonlyArray<Scenario> = [
  ...(await conformance("list", "--server")).stdout.matchAll(/^ +- (\S+) \[(.*)\]$/gm)
].map(([, name = "", revisions = ""]) => ({ name, revisions: revisions.split(",") }))

/** The revisions in which the suite checks tools. */
const revisions = scenarios.find(({ name }) => name === "tools-list")?.revisions ?? []

interface Check {
  readonly id: string
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO"
  readonly errorMessage?: string
}

const reasonOf = new Map(BASELINE.flatMap(({ why, checks }) => checks.map((check) => [check, why] as const)))
const met = new Set<string>()

test("the suite checks every revision that both it and the server support", () => {
  expect(revisions).toEqual(["2025-06-18", "2025-11-25", "2026-07-28"])
  expect(VERSIONS).toEqual(expect.arrayContaining([...revisions]))
})

describe.each(revisions)("MCP conformance, revision %s", (revision) => {
  const checks = new Map<string, ReadonlyArray<Check>>()
  beforeAll(async () => {
    const proxy = startProxy()
    const results = join(folder, revision)
    await conformance(
      ...["server", "--url", `${proxy.baseUrl}/v1/mcp`],
      ...["--suite", "all", "--spec-version", revision, "--output-dir", results]
    )
    await proxy.stop()
    for (const folder of readdirSync(results)) {
      const scenario = folder.replace(/^server-|-\d{4}-\d{2}-\d{2}T.*$/g, "")
      checks.set(scenario, JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8")))
    }
  }, 120_000)

  const applied = scenarios.filter((scenario) => scenario.revisions.includes(revision))
  test.each(applied.map(({ name }) => name))("%s", (name) => {
    const found = checks.get(name) ?? []
    expect(found.length).toBeGreaterThan(0)
    const unmet = found.filter(({ status }) => status !== "SUCCESS" && status !== "INFO")
    for (const { id } of unmet) met.add(`${name} ${id}`)
    expect(unmet.filter(({ id }) => !reasonOf.has(`${name} ${id}`))).toEqual([])
  })

  test("every message of every scenario is valid by the protocol's schema", () => {
    const onTheWire = [...checks].flatMap(([scenario, found]) =>
      found.filter(({ id }) => id === "wire-schema-valid").map((check) => ({ scenario, ...check }))
    )
    expect([...checks.keys()].sort()).toEqual(applied.map(({ name }) => name).sort())
    expect(onTheWire.length).toBeGreaterThan(10)
    expect(onTheWire.filter(({ status }) => status !== "SUCCESS")).toEqual([])
  })
})

test("every check that the baseline excuses still fails", () => {
  for (const { why, checks } of BASELINE) console.log(`MCP conformance, ${checks.length} checks left out: ${why}.`)
  expect([...reasonOf.keys()].filter((check) => !met.has(check))).toEqual([])
})

describe.each(["legacy", "modern"])("MCP Inspector, %s era", (era) => {
  const inspect = (...args: ReadonlyArray<string>) =>
    judge(".bin/mcp-inspector", [
      ...["--cli", `${service.baseUrl}/v1/mcp`, "--transport", "http", "--stored-auth-only"],
      ...["--header", `Authorization: Bearer ${service.token}`, "--format", "json"],
      ...["--protocol-era", era],
      ...args
    ])

  test("tools/list --strict lists every operation, without an error or a warning", async () => {
    const { stdout, stderr, exitCode } = await inspect("--method", "tools/list", "--strict")
    expect([exitCode, stderr.trim()]).toEqual([0, ""])
    const { result } = JSON.parse(stdout)
    expect(result.tools.map(({ name }: { readonly name: string }) => name)).toEqual(operations.map(({ name }) => name))
  })

  test("tools/call returns an output that its schema accepts", async () => {
    const { stdout, exitCode } = await inspect("--method", "tools/call", "--tool-name", "get_context")
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout).result.structuredContent).toMatchObject({ paidAccess: true })
  })

  test("tools/call reports a failed call", async () => {
    const TOOL_FAILED = 5
    const { stdout, exitCode } = await inspect("--method", "tools/call", "--tool-name", "set_body_metrics")
    expect(exitCode).toBe(TOOL_FAILED)
    expect(JSON.parse(stdout).result).toMatchObject({
      isError: true,
      _meta: { "fettle/error": { error: { code: "validation_failed" } } }
    })
  })
})
