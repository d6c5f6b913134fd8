import type { Endpoint } from "./endpoints.ts"
import { type ClientError, ConnectionFailed, errorOf, RateLimited, UnexpectedAnswer } from "./errors.ts"
import { isData, type Sent } from "./request.ts"
import { noteRequestId } from "./request-id.ts"

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Address and token of the service. */
export interface Service {
  /** Base address, without a trailing slash. */
  readonly address: string
  readonly token: string
  readonly fetch: Fetch
}

/** An attempt without a usable answer. */
export interface Failure {
  readonly error: ClientError
  /**
   * The fate of the request: refused before any work was done; answer lost, so the work may have been done; or answered
   * with an error that a retry would repeat.
   */
  readonly fate: "turned away" | "lost" | "answered"
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfter: number
}

export type Attempt = { readonly answer: object } | Failure

/** Statuses of an internal error, or of a proxy that got no answer from the service. */
const LOST = [500, 502, 503, 504]

/** The code of a connection failure. Its message is not used: it may contain the request with its headers. */
const codeOf = (error: unknown): string => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code: unknown = Reflect.get(at, "code")
    if (typeof code === "string" && /^[A-Za-z][A-Za-z_]{2,40}$/.test(code)) return ` (${code})`
  }
  return ""
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The wait in milliseconds that `Retry-After` or the error asks for; 0 if neither does. */
const retryAfterOf = (header: string | null, error: ClientError): number => {
  const seconds = header === null ? Number.NaN : Number(header)
  const millis = Number.isNaN(seconds) ? Date.parse(header ?? "") - Date.now() : seconds * 1000
  if (!Number.isNaN(millis)) return Math.max(0, millis)
  return error instanceof RateLimited ? error.details.retryAfterSeconds * 1000 : 0
}

const failureOf = (response: Response, text: string): Failure => {
  const { status, headers } = response
  const error = errorOf(status, parsed(text))
  const fate = status === 429 ? "turned away" : LOST.includes(status) ? "lost" : "answered"
  return { error, fate, retryAfter: retryAfterOf(headers.get("retry-after"), error) }
}

const unexpected = ({ address }: Service, { status }: Response, requestId: string | undefined): Failure => {
  const message = `The answer has status ${status} and is not from Fettle. Is ${address} its address?`
  return { error: new UnexpectedAnswer(message, status, undefined, requestId), fate: "answered", retryAfter: 0 }
}

/** Sends a request once, and reads the whole answer. */
export const attempt = async (
  service: Service,
  endpoint: Endpoint,
  { path, body }: Sent,
  signal: AbortSignal
): Promise<Attempt> => {
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${service.token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" })
  }
  const init: RequestInit = { method: endpoint.method, headers, redirect: "manual", signal }
  try {
    const response = await service.fetch(`${service.address}${path}`, body === undefined ? init : { ...init, body })
    const text = await response.text()
    // A proxy may quote the request in its own error.
    if (!response.ok) return failureOf(response, text.replaceAll(service.token, "[token]"))
    const answer = parsed(text)
    const requestId = response.headers.get("request-id") ?? undefined
    if (!isData(answer) || !endpoint.answers.every((field) => field in answer))
      return unexpected(service, response, requestId)
    noteRequestId(answer, requestId)
    return { answer }
  } catch (error) {
    const message = `No answer from ${service.address}: the connection failed${codeOf(error)}.`
    return { error: new ConnectionFailed(message), fate: "lost", retryAfter: 0 }
  }
}
