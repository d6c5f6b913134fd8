import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Tool } from "@modelcontextprotocol/sdk/types.js"
import Ajv from "ajv/dist/2020.js"
import { operations } from "../../../src/api.ts"
import * as Storage from "../../../src/storage.ts"
import { makeService, type Person, type Service } from "../../support/app.ts"

let service: Service
let person: Person
let tools: ReadonlyArray<Tool>
beforeAll(async () => {
  service = await makeService(Storage.memory)
  person = await service.person()
  tools = (await (await service.mcpClient(person.token)).listTools()).tools
})
afterAll(() => service.stop())

const post = (message: unknown, headers: Record<string, string> = {}) =>
  service.fetch("/v1/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json", ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message)
  })

const rpc = async (method: string, params: unknown = {}) => {
  const response = await post({ jsonrpc: "2.0", id: 7, method, params })
  return (await response.json()) as {
    readonly id: number
    readonly result?: never
    readonly error?: { readonly code: number; readonly message: string }
  }
}

describe("the official client", () => {
  test("gets instructions on how to begin", async () => {
    const client = await service.mcpClient(person.token)
    expect(client.getInstructions()).toContain("Call get_context first: ")
    expect(client.getInstructions()).toContain("Search before logging")
    expect(client.getInstructions()).toContain("Activity Day")
  })

  test("finds every operation as a tool, with flat schemas and all four hints", () => {
    expect(tools.map(({ name }) => name)).toEqual(operations.map(({ name }) => name))
    for (const { inputSchema, outputSchema, annotations, title, description } of tools) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false })
      expect(Object.keys(inputSchema)).not.toContainAnyValues(["oneOf", "anyOf", "allOf"])
      expect(JSON.stringify([inputSchema, outputSchema])).not.toContain("$ref")
      expect(outputSchema?.type).toBe("object")
      expect(Object.keys(annotations ?? {}).sort()).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint"
      ])
      expect([title, description].every((text) => text !== undefined && text.length > 0)).toBe(true)
    }
  })

  test("gets outputs that its schemas accept, for every example", async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const client = await service.mcpClient(person.token)
    for (const operation of operations) {
      const result = await client.callTool({
        name: operation.name,
        arguments: operation.example.input as Record<string, unknown>
      })
      if (result.isError === true) continue
      const { outputSchema } = tools.find(({ name }) => name === operation.name) ?? {}
      const validate = ajv.compile(outputSchema ?? false)
      expect([operation.name, validate(result.structuredContent), validate.errors]).toEqual([
        operation.name,
        true,
        null
      ])
      expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }])
    }
  })

  test("gets errors as results: the envelope as text and as _meta, without structuredContent", async () => {
    const client = await service.mcpClient(person.token)
    const result = await client.callTool({
      name: "delete_body_metric",
      arguments: { metric: "weight", date: "1999-01-01" }
    })
    const { "fettle/error": envelope } = result._meta as { "fettle/error": unknown }
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toBeUndefined()
    expect(envelope).toMatchObject({ error: { code: "not_found" } })
    expect(result.content).toEqual([{ type: "text", text: JSON.stringify(envelope) }])
  })
})

describe("the endpoint", () => {
  test("an unknown tool is a JSON-RPC error", async () => {
    for (const name of ["nonsense", "constructor", "x".repeat(100_000)]) {
      const { error } = await rpc("tools/call", { name, arguments: {} })
      expect(error?.code).toBe(-32602)
      expect(error?.message.length).toBeLessThan(200)
    }
  })

  test("a call that asks to be a task is carried out anyway", async () => {
    const { result } = await rpc("tools/call", { name: "get_context", arguments: {}, task: { ttl: 60_000 } })
    expect(result).toMatchObject({ structuredContent: { timezone: "UTC" } })
  })

  test("a number sent as text is invalid", async () => {
    const outcome = await person.mcp("set_body_metrics", { metric: "steps", readings: [{ value: "5" }] })
    expect(outcome).toMatchObject({ ok: false, error: { code: "validation_failed" } })
  })

  test.each([
    ["{", -32700],
    ["", -32700],
    ["{}", -32600],
    ["5", -32600],
    ["null", -32600],
    ["[]", -32600],
    [[{ jsonrpc: "2.0", id: 1, method: "ping" }], -32600],
    [{ jsonrpc: "1.0", id: 1, method: "ping" }, -32600],
    [{ jsonrpc: "2.0", id: null, method: "ping" }, -32600],
    [{ jsonrpc: "2.0", id: 1.5, method: "ping" }, -32600],
    [{ jsonrpc: "2.0", id: 1 }, -32600],
    [{ jsonrpc: "2.0", method: "nonsense", params: 1 }, -32600],
    [{ jsonrpc: "2.0", id: 1, method: "nonsense" }, -32601],
    [{ jsonrpc: "2.0", id: 1, method: "constructor" }, -32601],
    [{ jsonrpc: "2.0", id: 1, method: "__proto__" }, -32601],
    [{ jsonrpc: "2.0", id: 1, method: "initialize" }, -32602],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call" }, -32602],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_context", arguments: [] } }, -32602],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_context", arguments: null } }, -32602]
  ])("%p is JSON-RPC error %p", async (message, code) => {
    const body = (await (await post(message)).json()) as {
      readonly error: { readonly code: number; readonly message: string }
    }
    expect(body.error.code).toBe(code)
    expect(body.error.message.length).toBeLessThan(200)
  })

  test.each([
    ["a call", { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "get_context", arguments: {} } }, 3],
    ["an unknown tool", { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "nonsense" } }, 3],
    ["wrong params", { jsonrpc: "2.0", id: "a", method: "tools/call", params: 1 }, "a"],
    ["a ping", { jsonrpc: "2.0", id: 3, method: "ping" }, 3],
    ["an unknown method", { jsonrpc: "2.0", id: 3, method: "nonsense" }, 3],
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }, null],
    ["a batch", [{ jsonrpc: "2.0", id: 3, method: "ping" }], null],
    ["an invalid message", 5, null]
  ])("an unsupported protocol version is refused, whatever comes with it: %s", async (_what, message, id) => {
    for (const version of ["1999-01-01", "__proto__", "x".repeat(5000)]) {
      const response = await post(message, { "mcp-protocol-version": version })
      const body = (await response.json()) as { readonly id: unknown; readonly error: { readonly message: string } }
      expect([response.status, body.id]).toEqual([400, id])
      expect(body).toMatchObject({ jsonrpc: "2.0", error: { code: -32022 } })
      expect(body.error.message).toMatch(/protocol version .* not supported.*2025-11-25/)
      expect(body.error.message.length).toBeLessThan(400)
    }
  })

  test("every supported protocol version is accepted", async () => {
    for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
      const response = await post({ jsonrpc: "2.0", id: 1, method: "ping" }, { "mcp-protocol-version": version })
      expect(response.status).toBe(200)
    }
  })

  test("GET and DELETE are 405, and there is never a session", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await service.fetch("/v1/mcp", { method, headers: { authorization: `Bearer ${person.token}` } })
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"])
    }
    const response = await post({ jsonrpc: "2.0", id: 1, method: "ping" })
    expect(response.headers.get("mcp-session-id")).toBeNull()
    expect(response.headers.get("content-type")).toContain("application/json")
    expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} })
  })

  test("a lapsed user may list the tools, and is refused on a call", async () => {
    const lapsed = await service.person({ plan: "free" })
    expect((await (await service.mcpClient(lapsed.token)).listTools()).tools).toHaveLength(operations.length)
    expect(await lapsed.mcp("get_context")).toMatchObject({ ok: false, error: { code: "subscription_required" } })
  })

  test("a notification is accepted without an answer", async () => {
    const response = await post({ jsonrpc: "2.0", method: "notifications/initialized" })
    expect([response.status, await response.text()]).toEqual([202, ""])
  })
})
