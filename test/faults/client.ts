import { operations } from "../../src/api.ts"
import type { Failed } from "../support/app.ts"

export type Surface = "rest" | "mcp"

/** Where to call, and as whom. */
export interface Account {
  readonly baseUrl: string
  readonly token: string
}

export interface Answer {
  readonly status: number
  /** The output as JSON text, the same on both surfaces. */
  readonly output: string | undefined
  readonly error: Failed | undefined
  readonly retryAfter: string | null
  /** On the clock of `performance.now()`. */
  readonly sentAt: number
  readonly milliseconds: number
}

/** Milliseconds after which a call is taken to be lost. */
const PATIENCE = 30_000

/** The fields of an answer's body that tests read, on either surface. */
interface Body {
  readonly error?: Failed
  readonly result?: {
    readonly isError?: boolean
    readonly content: ReadonlyArray<{ readonly text: string }>
    readonly _meta?: { readonly "fettle/error": { readonly error: Failed } }
  }
}

const contentOf = (text: string, status: number, surface: Surface): Pick<Answer, "output" | "error"> => {
  if (surface === "rest" && status === 200) return { output: text, error: undefined }
  const { error, result }: Body = JSON.parse(text)
  if (result === undefined) return { output: undefined, error }
  return result.isError === true
    ? { output: undefined, error: result._meta?.["fettle/error"].error }
    : { output: result.content[0]?.text, error: undefined }
}

const requestOf = (surface: Surface, name: string, input: Record<string, unknown>, key: string | undefined) => {
  if (surface === "mcp") {
    const params = { name, arguments: key === undefined ? input : { ...input, idempotency_key: key } }
    return {
      path: "/v1/mcp",
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
    }
  }
  const operation = operations.find((operation) => operation.name === name)
  if (operation === undefined) throw new Error(`There is no operation ${name}`)
  const { method, path } = operation
  if (method !== "GET" && method !== "DELETE") return { path, method, body: JSON.stringify(input) }
  const query = new URLSearchParams(Object.entries(input).map(([name, value]): [string, string] => [name, `${value}`]))
  return { path: query.size > 0 ? `${path}?${query}` : path, method }
}

/** Calls an operation over a surface. Returns undefined if the connection ended before the answer did. */
export const call = async (
  { baseUrl, token }: Account,
  surface: Surface,
  name: string,
  input: Record<string, unknown> = {},
  key?: string
): Promise<Answer | undefined> => {
  const { path, ...request } = requestOf(surface, name, input, key)
  const headers = {
    authorization: `Bearer ${token}`,
    ...("body" in request ? { "content-type": "application/json" } : {}),
    ...(key === undefined || surface === "mcp" ? {} : { "idempotency-key": key })
  }
  const sentAt = performance.now()
  try {
    const response = await fetch(`${baseUrl}${path}`, { ...request, headers, signal: AbortSignal.timeout(PATIENCE) })
    const text = await response.text()
    const milliseconds = performance.now() - sentAt
    const { status } = response
    const retryAfter = response.headers.get("retry-after")
    return { status, ...contentOf(text, status, surface), retryAfter, sentAt, milliseconds }
  } catch (error) {
    // A SyntaxError means an answer that is not JSON, which no fault excuses.
    if (error instanceof SyntaxError) throw error
    return undefined
  }
}
