import { HttpServerResponse } from "@effect/platform"
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from "@modelcontextprotocol/server"
import { Predicate } from "effect"

/** JSON-RPC's own error codes, and those of the MCP specification that are answered here. */
export const CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  unsupportedVersion: -32022,
  /** A fault of the transport for which no revision has a code. */
  transport: -32000
} as const

export type Id = string | number | null

/** The id of a message, as far as it has a valid one; every answer carries it. */
export const idOf = (message: unknown): Id => {
  const id = Predicate.hasProperty(message, "id") ? message.id : null
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : null
}

interface RpcError {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly id?: Id
  readonly data?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export const rpcError = ({ status, code, message, id = null, data, headers = {} }: RpcError) =>
  HttpServerResponse.unsafeJson(
    { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } },
    { status, headers }
  )

/** The error of a body that is no single JSON-RPC message; undefined where it is one. */
export const malformed = (message: unknown): HttpServerResponse.HttpServerResponse | undefined => {
  if (Array.isArray(message)) {
    return rpcError({
      status: 400,
      code: CODE.invalidRequest,
      message: "Batches are not taken: send one JSON-RPC message a request."
    })
  }
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message)) return undefined
  return rpcError({
    status: 400,
    code: CODE.invalidRequest,
    message: 'The body must be one JSON-RPC message: {"jsonrpc":"2.0","id":…,"method":…,"params":…}.',
    id: idOf(message)
  })
}
