import { Schema } from "effect"
import { ownedIds } from "../../../values/ids.ts"

export const grantIds = ownedIds("app", "GrantId")
export const GrantId = grantIds.Id
export type GrantId = typeof GrantId.Type

/** Characters of the longest {@link ClientId}. */
export const LONGEST_CLIENT_ID = 512

/** A client's identifier: the URL of its metadata document, or the id assigned at registration. */
export const ClientId = Schema.String.pipe(
  Schema.minLength(1),
  Schema.maxLength(LONGEST_CLIENT_ID),
  Schema.brand("ClientId")
)
export type ClientId = typeof ClientId.Type

/** An OAuth client, such as a hosted agent. */
export interface Client {
  readonly id: ClientId
  /** The client's own name for itself, which nobody has verified. */
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lifetimes in milliseconds. */
export const LIFETIME = {
  code: 60 * SECOND,
  access: HOUR,
  /** Each refresh restarts it. */
  refresh: 30 * DAY,
  /** How long a replaced refresh token is still accepted, because clients refresh in parallel. */
  grace: 60 * SECOND,
  /** How long a request waits for its person to sign in: as long as the cookie that holds its key. */
  waiting: 15 * MINUTE,
  /** How long a client is kept that no user has allowed. */
  unusedClient: DAY,
  /** How long expired codes and tokens are kept, so that their reuse is detected. */
  expired: DAY
} as const

/** Most registered clients that no user has allowed. */
export const MOST_UNUSED_CLIENTS = 1000

/** At that number, the oldest one is dropped if it has waited for longer than this, in milliseconds. */
export const PATIENCE_WITH_UNUSED = HOUR

/** Most requests that wait for a sign-in and are too long for a cookie, and the longest of them, in characters. */
export const MOST_WAITING_REQUESTS = 1000
export const LONGEST_REQUEST = 32_000

/** Longest `state` of a client's request, in characters. */
export const LONGEST_STATE = 8000
