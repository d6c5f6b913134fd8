import { HttpServerResponse } from "@effect/platform"
import { Predicate } from "effect"

/** The error codes used here: JSON-RPC's own, and those of the MCP specification. */
export const CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  unsupportedVersion: -32022,
  /** For transport errors, which have no code in any revision. */
  transport: -32000
} as const

export type Id = string | number | null

/** A message's id if it is valid, else null. Every answer contains it. */
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
