import { Client, StreamableHTTPClientTransport, type VersionNegotiationOptions } from "@modelcontextprotocol/client"
import { BASE_URL, type Service } from "../../support/app.ts"

export const MODERN = "2026-07-28"

/** The part of `_meta` that every request of 2026-07-28 has. */
export const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {}
}

/** A JSON-RPC answer as received. */
export interface Answer {
  readonly status: number
  readonly type: string | null
  readonly body: {
    readonly id?: unknown
    readonly result?: Readonly<Record<string, unknown>>
    readonly error?: {
      readonly code: number
      readonly message: string
      readonly data?: Readonly<Record<string, unknown>>
    }
  }
}

type Headers_ = Readonly<Record<string, string | undefined>>

/** Sends messages as they are; headers that are undefined are omitted. */
export const wire = (service: Service, token: string) => {
  const post = async (message: unknown, headers: Headers_ = {}): Promise<Answer> => {
    const all = { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers }
    const response = await service.fetch("/v1/mcp", {
      method: "POST",
      headers: Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined),
      body: JSON.stringify(message)
    })
    const text = await response.text()
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      body: text === "" ? {} : JSON.parse(text)
    }
  }

  /** A request of 2026-07-28 with its usual headers, except those given. */
  const modern = (method: string, params: Readonly<Record<string, unknown>> = {}, headers: Headers_ = {}) => {
    const name = params.name ?? params.uri
    return post(
      { jsonrpc: "2.0", id: "m-1", method, params: { _meta: ENVELOPE, ...params } },
      {
        "mcp-protocol-version": MODERN,
        "mcp-method": method,
        ...(typeof name === "string" ? { "mcp-name": name } : {}),
        ...headers
      }
    )
  }

  const legacy = (method: string, params: unknown = {}, headers: Headers_ = {}) =>
    post({ jsonrpc: "2.0", id: 7, method, params }, headers)

  return { post, modern, legacy }
}

/** The client of the SDK's second version, connected. */
export const clientOf = async (
  service: Service,
  token: string,
  versionNegotiation: VersionNegotiationOptions
): Promise<Client> => {
  const client = new Client({ name: "test", version: "2" }, { versionNegotiation })
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/v1/mcp", BASE_URL), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (url, init) => service.fetch(String(url), init)
    })
  )
  return client
}
