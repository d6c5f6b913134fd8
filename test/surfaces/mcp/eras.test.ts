import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js"
import { operations } from "../../../src/api.ts"
import * as Storage from "../../../src/storage.ts"
import { makeService, type Person, type Service } from "../../support/app.ts"
import { clientOf, ENVELOPE, MODERN, wire } from "./support.ts"

let service: Service
let person: Person
let send: ReturnType<typeof wire>
beforeAll(async () => {
  service = await makeService(Storage.memory)
  person = await service.person()
  send = wire(service, person.token)
})
afterAll(() => service.stop())

const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
const VERSION = "io.modelcontextprotocol/protocolVersion"
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
const without = (key: string) => Object.fromEntries(Object.entries(ENVELOPE).filter(([name]) => name !== key))

/** A call that only the SDK's server can parse, because of a member that tool calls usually lack. */
const UNUSUAL = { unusual: true }

describe("2026-07-28", () => {
  test("server/discover returns the versions, the capabilities and how to begin", async () => {
    const { status, body } = await send.modern("server/discover")
    expect([status, body.id]).toEqual([200, "m-1"])
    expect(body.result).toMatchObject({
      resultType: "complete",
      supportedVersions: [MODERN],
      capabilities: { tools: {}, prompts: {}, resources: {}, extensions: { "io.modelcontextprotocol/ui": {} } },
      instructions: expect.stringContaining("get_context first"),
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "fettle", title: "Fettle" } }
    })
  })

  test.each(["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list"])(
    "anybody may cache %s until the next release",
    async (method) => {
      const { body } = await send.modern(method)
      expect(body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: "public" })
    }
  )

  test.each(["tools/list", "prompts/list", "resources/list", "resources/templates/list"])(
    "%s has one page, so no cursor is valid",
    async (method) => {
      const { ttlMs: _, ...whole } = (await send.modern(method)).body.result ?? {}
      expect(Object.keys(whole)).not.toContain("nextCursor")
      for (const asked of [send.modern, send.legacy])
        expect((await asked(method, { cursor: "2" })).body.error).toMatchObject({ code: -32602 })
    }
  )

  test("a plain call gets the same answer as from the SDK's server", async () => {
    for (const [name, input] of [
      ["list_goals", {}],
      ["list_body_metrics", { metric: "weight" }]
    ] as const) {
      const plain = await send.modern("tools/call", { name, arguments: input })
      const unusual = await send.modern("tools/call", { name, arguments: input, ...UNUSUAL })
      expect(plain).toEqual(unusual)
      expect(plain.body.result).toMatchObject({ resultType: "complete", structuredContent: expect.anything() })
    }
  })

  test("a failed call is a result with the envelope", async () => {
    const input = { metric: "weight", date: "1999-01-01" }
    const { status, body } = await send.modern("tools/call", { name: "delete_body_metric", arguments: input })
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      resultType: "complete",
      isError: true,
      _meta: {
        "fettle/error": { error: { code: "not_found" } },
        "io.modelcontextprotocol/serverInfo": { name: "fettle" }
      }
    })
    expect(body.result).not.toHaveProperty("structuredContent")
  })

  test.each([
    ["no _meta", undefined],
    ["a _meta without the version", without(VERSION)],
    ["a _meta without the client's capabilities", without(CAPABILITIES)],
    ["capabilities that are not an object", { ...ENVELOPE, [CAPABILITIES]: 5 }],
    ["capabilities of the wrong form", { ...ENVELOPE, [CAPABILITIES]: { elicitation: { form: 5 } } }],
    ["client info without a name", { ...ENVELOPE, "io.modelcontextprotocol/clientInfo": { version: "1" } }],
    ["a log level that does not exist", { ...ENVELOPE, "io.modelcontextprotocol/logLevel": "loud" }]
  ])("%s is 400 and -32602, in every request", async (_label, meta) => {
    for (const [method, params] of [
      ["tools/list", {}],
      ["server/discover", {}],
      ["tools/call", { name: "get_context", arguments: {} }]
    ] as const) {
      const { status, body } = await send.modern(method, { ...params, _meta: meta })
      expect([method, status, body.error?.code, body.id]).toEqual([method, 400, -32602, "m-1"])
    }
  })

  test.each([
    ["client info left out", without("io.modelcontextprotocol/clientInfo")],
    ["a progress token", { ...ENVELOPE, progressToken: 7 }],
    ["a trace", { ...ENVELOPE, traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }],
    ["capabilities", { ...ENVELOPE, [CAPABILITIES]: { elicitation: { form: {} }, extensions: { "a.b/c": { d: 1 } } } }],
    [
      "capabilities with more fields",
      { ...ENVELOPE, [CAPABILITIES]: { elicitation: { form: { applyDefaults: true } } } }
    ]
  ])("%s is served", async (_label, meta) => {
    const { status, body } = await send.modern("tools/call", { name: "get_context", _meta: meta })
    expect([status, body.error]).toEqual([200, undefined])
  })

  test.each([
    ["another method", { "mcp-method": "tools/list" }],
    ["the method in capitals", { "mcp-method": "TOOLS/CALL" }],
    ["no method", { "mcp-method": undefined }],
    ["another name", { "mcp-name": "list_goals" }],
    ["no name", { "mcp-name": undefined }],
    ["a name that is not base64", { "mcp-name": "=?base64?***?=" }],
    ["another version", { "mcp-protocol-version": "2025-11-25" }],
    ["no version", { "mcp-protocol-version": undefined }]
  ])("headers with %s are 400 and -32020", async (_label, headers) => {
    const { status, body } = await send.modern("tools/call", { name: "get_context" }, headers)
    expect([status, body.error?.code, body.id]).toEqual([400, -32020, "m-1"])
  })

  test("a name may be in base64, or between spaces", async () => {
    for (const name of [`=?base64?${btoa("get_context")}?=`, "  get_context "]) {
      const { status, body } = await send.modern("tools/call", { name: "get_context" }, { "mcp-name": name })
      expect([status, body.error]).toEqual([200, undefined])
    }
  })

  test.each(["initialize", "ping", "logging/setLevel", "resources/subscribe", "subscriptions/listen", "nonsense"])(
    "%s does not exist: 404 and -32601, as JSON",
    async (method) => {
      const { status, type, body } = await send.modern(method)
      expect([status, type, body.error?.code, body.id]).toEqual([404, "application/json", -32601, "m-1"])
    }
  )

  test("wrong parameters and unknown tools are -32602, with a short message however much was sent", async () => {
    const long = "x".repeat(100_000)
    for (const params of [
      {},
      { name: 5 },
      { name: "get_context", arguments: [] },
      { name: "nonsense" },
      { name: long }
    ]) {
      const headers = { "mcp-name": params.name === long ? "short" : undefined }
      const { body } = await send.modern("tools/call", params, params.name === long ? headers : {})
      expect([-32602, -32020]).toContain(body.error?.code ?? 0)
      expect(JSON.stringify(body).length).toBeLessThan(1500)
    }
  })

  test("an unknown version is 400 and -32022, with the supported ones", async () => {
    const meta = { ...ENVELOPE, [VERSION]: "1999-01-01" }
    const { status, body } = await send.modern("tools/list", { _meta: meta }, { "mcp-protocol-version": "1999-01-01" })
    expect([status, body.error?.code, body.id]).toEqual([400, -32022, "m-1"])
    expect(body.error?.data).toEqual({ supported: [MODERN], requested: "1999-01-01" })
  })

  test("an unknown version is repeated if it has up to 300 characters, and else cut short", async () => {
    const requested = async (version: string) =>
      (await send.post({ jsonrpc: "2.0", id: 1, method: "ping" }, { "mcp-protocol-version": version })).body.error?.data
    const longest = "9".repeat(300)
    expect(await requested(longest)).toMatchObject({ requested: longest })
    expect(await requested(`${longest}9`)).toMatchObject({ requested: `${longest}…` })
  })

  test("a notification is accepted without an answer", async () => {
    const answer = await send.post(
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, _meta: ENVELOPE } },
      { "mcp-protocol-version": MODERN, "mcp-method": "notifications/cancelled" }
    )
    expect([answer.status, answer.body]).toEqual([202, {}])
  })
})

describe("the earlier revisions", () => {
  test("are those that the SDK's first version supports, from 2024-11-05 on", () => {
    expect(SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version >= "2024-11-05")).toEqual(LEGACY)
  })

  test.each(LEGACY)("%s is negotiated, and tools are listed and called in it", async (version) => {
    const clientInfo = { name: "test", version: "1" }
    const begun = await send.legacy("initialize", { protocolVersion: version, capabilities: {}, clientInfo })
    expect(begun.body.result).toMatchObject({ protocolVersion: version, serverInfo: { name: "fettle" } })
    const headers = { "mcp-protocol-version": version }
    const listed = await send.legacy("tools/list", {}, headers)
    expect(listed.body.result).toMatchObject({ tools: operations.map(({ name }) => ({ name })) })
    expect(listed.body.result).not.toHaveProperty("ttlMs")
    const plain = await send.legacy("tools/call", { name: "list_goals" }, headers)
    expect(plain).toEqual(await send.legacy("tools/call", { name: "list_goals", ...UNUSUAL }, headers))
    expect(plain.body.result).not.toHaveProperty("resultType")
  })

  test("an unknown version is answered with the newest one", async () => {
    const clientInfo = { name: "test", version: "1" }
    const { body } = await send.legacy("initialize", { protocolVersion: "1999-01-01", capabilities: {}, clientInfo })
    expect(body.result).toMatchObject({ protocolVersion: "2025-11-25" })
  })

  test("a header with an unsupported version is refused, whatever the request", async () => {
    for (const version of ["1999-01-01", "2024-10-07", "nonsense"]) {
      for (const [method, params] of [
        ["tools/list", {}],
        ["tools/call", { name: "get_context", arguments: {} }],
        ["tools/call", { name: "nonsense" }],
        ["tools/call", {}],
        ["ping", {}],
        ["nonsense", {}],
        ["initialize", {}]
      ] as const) {
        const { status, body } = await send.legacy(method, params, { "mcp-protocol-version": version })
        expect([method, status, body.error?.code, body.id]).toEqual([method, 400, -32022, 7])
        expect(body.error?.data).toEqual({ supported: [MODERN, ...LEGACY], requested: version })
      }
    }
  })

  test("a client's own _meta is accepted", async () => {
    const _meta = { progressToken: "p-1", "client/toolUseId": "t-1" }
    const { status, body } = await send.legacy("tools/call", { name: "get_context", _meta })
    expect([status, body.error, body.id]).toEqual([200, undefined, 7])
  })
})

describe.each([
  ["legacy", "2025-11-25", { mode: "legacy" }],
  ["auto", MODERN, { mode: "auto" }],
  ["pinned", MODERN, { mode: { pin: MODERN } }]
] as const)("the SDK's second client, %s", (_label, version, negotiation) => {
  test("negotiates a version, lists everything and calls every tool", async () => {
    const client = await clientOf(service, person.token, negotiation)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(operations.map(({ name }) => name))
    for (const { name, example } of operations) {
      const result = await client.callTool({ name, arguments: example.input as Record<string, unknown> })
      const answered = result.isError === true ? result._meta?.["fettle/error"] : result.structuredContent
      expect([name, typeof answered]).toEqual([name, "object"])
    }
    expect((await client.listPrompts()).prompts).toHaveLength(3)
    expect((await client.listResources()).resources).toHaveLength(3)
    const { contents } = await client.readResource({ uri: "fettle://today" })
    expect(contents).toMatchObject([{ mimeType: "application/json" }])
    await client.close()
  })
})
