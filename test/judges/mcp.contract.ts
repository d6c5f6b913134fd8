import { beforeAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js"
import { operations } from "../../src/api.ts"
import { startProxy } from "./proxy.ts"
import { folder, judge, service } from "./service.ts"

const conformance = (...args: ReadonlyArray<string>) => judge(".bin/conformance", args)

interface Scenario {
  readonly name: string
  /** The revisions of the protocol that it is for; `extension` for what no revision asks. */
  readonly revisions: ReadonlyArray<string>
}

const scenarios: ReadonlyArray<Scenario> = [
  ...(await conformance("list", "--server")).stdout.matchAll(/^ +- (\S+) \[(.*)\]$/gm)
].map(([, name = "", revisions = ""]) => ({ name, revisions: revisions.split(",") }))

/** The revisions that the server speaks and in which the suite looks at tools. */
const revisions = (scenarios.find(({ name }) => name === "tools-list")?.revisions ?? []).filter((revision) =>
  SUPPORTED_PROTOCOL_VERSIONS.includes(revision)
)

/** What applies to a server that has tools only, no sessions, and answers in JSON. */
const APPLICABLE = ["server-initialize", "server-session-lifecycle", "ping", "tools-list", "dns-rebinding-protection"]

/** What does not, and why. Even there, whatever the server answers must be valid on the wire. */
const LEFT_OUT: ReadonlyArray<readonly [names: RegExp, why: string]> = [
  [/^(tools-call|elicitation|json-schema-2020-12$)/, "calls tools that only the suite's own example server has"],
  [/^(resources|prompts|completion|logging)-/, "asks for capabilities that a server with tools only does not offer"],
  [/^server-sse-/, "asks for sessions and event streams, which a stateless server with JSON answers does not have"]
]

const reasonToLeaveOut = ({ name, revisions: applied }: Scenario): string | undefined => {
  if (APPLICABLE.includes(name)) return undefined
  if (applied.includes("extension")) return "an extension that the server does not offer"
  if (!applied.some((revision) => revisions.includes(revision))) {
    return `only for protocol revision ${applied.join(", ")}, which the MCP SDK does not speak`
  }
  return LEFT_OUT.find(([names]) => names.test(name))?.[1]
}

test("every conformance scenario is judged, or left out for a reason", () => {
  const leftOut = new Map<string, Array<string>>()
  const undecided: Array<string> = []
  for (const scenario of scenarios) {
    const reason = reasonToLeaveOut(scenario)
    if (reason !== undefined) leftOut.set(reason, [...(leftOut.get(reason) ?? []), scenario.name])
    else if (!APPLICABLE.includes(scenario.name)) undecided.push(scenario.name)
  }
  for (const [reason, names] of leftOut) console.log(`MCP conformance leaves out: ${names.join(", ")}: ${reason}.`)
  expect(scenarios.map(({ name }) => name)).toEqual(expect.arrayContaining(APPLICABLE))
  expect(undecided).toEqual([])
  expect(revisions.length).toBeGreaterThan(0)
})

interface Check {
  readonly id: string
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO"
  readonly errorMessage?: string
  readonly details?: unknown
}

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
    for (const name of readdirSync(results)) {
      const scenario = name.replace(/^server-|-\d{4}-\d{2}-\d{2}T.*$/g, "")
      checks.set(scenario, JSON.parse(readFileSync(join(results, name, "checks.json"), "utf8")))
    }
  }, 60_000)

  const applied = scenarios.filter((scenario) => scenario.revisions.includes(revision))
  test.each(applied.map(({ name }) => name).filter((name) => APPLICABLE.includes(name)))("%s", (name) => {
    const found = checks.get(name) ?? []
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ status }) => status !== "SUCCESS" && status !== "INFO")).toEqual([])
  })

  test("every message of every scenario is valid by the protocol's schema", () => {
    const onTheWire = [...checks].flatMap(([scenario, found]) =>
      found.filter(({ id }) => id === "wire-schema-valid").map((check) => ({ scenario, ...check }))
    )
    expect(checks.size).toBe(applied.length)
    expect(onTheWire.length).toBeGreaterThan(APPLICABLE.length)
    expect(onTheWire.filter(({ status }) => status !== "SUCCESS")).toEqual([])
  })
})

describe("MCP Inspector", () => {
  const inspect = (...args: ReadonlyArray<string>) =>
    judge(".bin/mcp-inspector", [
      ...["--cli", `${service.baseUrl}/v1/mcp`, "--transport", "http", "--stored-auth-only"],
      ...["--header", `Authorization: Bearer ${service.token}`, "--format", "json", ...args]
    ])

  /** The one thing it may warn of: a type written as an array, which is the short form of anyOf. */
  const TYPE_ARRAY = /^Issue: `type` is an array \((\[.*?\])\)/

  test("tools/list --strict finds every operation, and no fault in a schema", async () => {
    const { stdout, stderr, exitCode } = await inspect("--method", "tools/list", "--strict")
    const issues = stderr.split("\n").flatMap((line) => (line.trim().startsWith("Issue:") ? [line.trim()] : []))
    const types = issues.flatMap((issue) => TYPE_ARRAY.exec(issue)?.[1] ?? [])
    console.log(`MCP Inspector: ${types.length} warnings that a type is an array: ${[...new Set(types)].join(" ")}`)
    expect([exitCode, issues.filter((issue) => !TYPE_ARRAY.test(issue))]).toEqual([0, []])
    expect(stderr).toContain("0 errors")
    const { result } = JSON.parse(stdout)
    expect(result.tools.map(({ name }: { readonly name: string }) => name)).toEqual(operations.map(({ name }) => name))
  })

  test("tools/call takes an output that its schema accepts", async () => {
    const { stdout, exitCode } = await inspect("--method", "tools/call", "--tool-name", "get_context")
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout).result.structuredContent).toMatchObject({ paidAccess: true })
  })

  test("tools/call tells a failed call", async () => {
    const TOOL_FAILED = 5
    const { stdout, exitCode } = await inspect("--method", "tools/call", "--tool-name", "set_body_metrics")
    expect(exitCode).toBe(TOOL_FAILED)
    expect(JSON.parse(stdout).result).toMatchObject({
      isError: true,
      _meta: { "fettle/error": { error: { code: "validation_failed" } } }
    })
  })
})
