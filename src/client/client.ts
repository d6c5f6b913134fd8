import { type Bounds, call } from "./call.ts"
import type { Outputs } from "./contract.ts"
import { ENDPOINTS, type Endpoint } from "./endpoints.ts"
import { refused, Unauthorized } from "./errors.ts"
import type { Fetch, Service } from "./exchange.ts"
import { isData, sentOf } from "./request.ts"
import type { Arguments, Name, Output, PagedName } from "./types.ts"

export {
  Cancelled,
  type ClientError,
  Conflict,
  ConnectionFailed,
  FettleError,
  type FieldError,
  type Holding,
  IdempotencyConflict,
  InternalError,
  type InvalidFields,
  LimitExceeded,
  MisdirectedRequest,
  NotFound,
  OriginNotAllowed,
  RateLimited,
  type Resubscription,
  type SpentLimit,
  SubscriptionRequired,
  TimedOut,
  Unauthorized,
  UnexpectedAnswer,
  ValidationFailed
} from "./errors.ts"
export type { Fetch } from "./exchange.ts"
export { requestIdOf } from "./request-id.ts"
export type { Arguments, Input, Name, Output, PagedName } from "./types.ts"
export type { Unlisted } from "./unlisted.ts"

/** Default of `timeout`, in milliseconds. */
const TIMEOUT_MILLIS = 30_000

/** Default of `maxRetries`. */
const MAX_RETRIES = 3

/** The longest wait that a timer supports. */
const LONGEST_MILLIS = 2 ** 31 - 1

/** Largest value of `maxRetries`. */
const MOST_RETRIES = 10

/** Options of one call. */
export interface CallOptions {
  /**
   * Longest time for a call in milliseconds, including its retries; 1 to 2,147,483,647. Defaults to the connection's,
   * or 30,000.
   */
  readonly timeout?: number
  /** Aborts the call. */
  readonly signal?: AbortSignal
  /**
   * Most retries, 0 to 10. Defaults to the connection's, or 3. A call over a rate limit is retried after the time that
   * the service asks for, if that ends within `timeout`. After a lost answer or an internal error, calls that cannot
   * take effect twice are retried; `save_goal` is not. If only the answer of a delete was lost, its retry rejects with
   * `NotFound`.
   */
  readonly maxRetries?: number
}

/** The service and the user of a client, and the defaults of its calls. */
export interface Connection {
  /** Address of the service, such as `http://localhost:3000`. */
  readonly baseUrl: string
  /** API token of the user. */
  readonly token: string
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch
  /** Default `timeout` of calls. */
  readonly timeout?: number
  /** Default `maxRetries` of calls. */
  readonly maxRetries?: number
}

/** An operation as a function of its input. */
export type Call<N extends Name> = (...input: Arguments<N, CallOptions>) => Promise<Output<N>>

/** An operation that returns pages. Called directly, it returns one page. */
export interface PagedCall<N extends Name> {
  (...input: Arguments<N, CallOptions>): Promise<Output<N>>
  /** All pages, starting with the input's; each is requested when it is needed. The options apply to each page. */
  readonly pages: (...input: Arguments<N, CallOptions>) => AsyncIterable<Output<N>>
}

/** Each operation as a function of its input. It rejects with a `ClientError`; `_tag` is the error's code. */
export type Client = {
  readonly [N in keyof Outputs]: N extends PagedName ? PagedCall<N> : Call<N>
}

const isClient = (functions: object): functions is Client => Object.keys(ENDPOINTS).every((name) => name in functions)

const isHttp = (protocol: string): boolean => protocol === "http:" || protocol === "https:"

/** The base address without a trailing slash. The error message does not repeat it, as it may contain a password. */
const addressOf = (baseUrl: string): string => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !isHttp(url.protocol) || url.username !== "" || url.password !== "")
    throw refused("baseUrl", "must be an http or https address without a user name, such as http://localhost:3000")
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`
}

/** The token without surrounding white space, such as a line break from a file. */
const tokenOf = (token: string): string => {
  const trimmed = token.trim()
  if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed
  throw new Unauthorized("The token is empty or has characters that no token has.")
}

const timeoutOf = (millis: number): number => {
  if (Number.isInteger(millis) && millis >= 1 && millis <= LONGEST_MILLIS) return millis
  throw refused("timeout", `must be a whole number of milliseconds from 1 to ${LONGEST_MILLIS}`)
}

const retriesOf = (times: number): number => {
  if (Number.isInteger(times) && times >= 0 && times <= MOST_RETRIES) return times
  throw refused("maxRetries", `must be a whole number from 0 to ${MOST_RETRIES}`)
}

type Caller = (input?: unknown, options?: CallOptions) => Promise<object>

/** The function for an operation that returns pages. */
const paged = (one: Caller) => {
  async function* pages(input: unknown, options?: CallOptions): AsyncGenerator<object> {
    let page = await one(input, options)
    yield page
    while ("nextCursor" in page && typeof page.nextCursor === "string") {
      page = await one({ ...(isData(input) ? input : {}), cursor: page.nextCursor }, options)
      yield page
    }
  }
  return Object.assign((input?: unknown, options?: CallOptions) => one(input, options), { pages })
}

/**
 * The typed client. Each operation is a function that returns a promise. Rejects with `ValidationFailed` or
 * `Unauthorized` if the connection's own fields are unusable; it sends nothing.
 */
export const connect = async (connection: Connection): Promise<Client> => {
  const service: Service = {
    address: addressOf(connection.baseUrl),
    token: tokenOf(connection.token),
    fetch: connection.fetch ?? ((url, init) => fetch(url, init))
  }
  const timeout = timeoutOf(connection.timeout ?? TIMEOUT_MILLIS)
  const maxRetries = retriesOf(connection.maxRetries ?? MAX_RETRIES)
  const callerOf = (endpoint: Endpoint): Caller => {
    const one: Caller = async (input, options = {}) => {
      const bounds: Bounds = {
        timeout: timeoutOf(options.timeout ?? timeout),
        signal: options.signal,
        maxRetries: retriesOf(options.maxRetries ?? maxRetries)
      }
      return call(service, endpoint, sentOf(endpoint, input), bounds)
    }
    return endpoint.answers.includes("nextCursor") ? paged(one) : one
  }
  const client = Object.fromEntries(Object.entries(ENDPOINTS).map(([name, endpoint]) => [name, callerOf(endpoint)]))
  if (!isClient(client)) throw new Error("An operation is missing")
  return client
}
