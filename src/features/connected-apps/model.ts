import { Schema } from "effect"
import { UserId } from "../../values/ids.ts"

/** `app_`, then the 16 characters of the user's id, then 8 characters of its own. */
export const GrantId = Schema.String.pipe(Schema.pattern(/^app_[0-9a-z]{24}$/), Schema.brand("GrantId"))
export type GrantId = typeof GrantId.Type

/** The user that a grant's id belongs to. */
export const userOfGrant = (id: GrantId): UserId => UserId.make(`usr_${id.slice(4, 20)}`)

/** What a client is known by: the URL of its metadata document, or the id it got when it registered. */
export const ClientId = Schema.String.pipe(Schema.minLength(1), Schema.maxLength(512), Schema.brand("ClientId"))
export type ClientId = typeof ClientId.Type

/** A client of OAuth, such as a hosted agent. */
export interface Client {
  readonly id: ClientId
  /** What it calls itself. Nobody has verified it. */
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
}

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

/** How long things are valid, in milliseconds. */
export const LIFETIME = {
  code: 60 * SECOND,
  access: HOUR,
  /** Each refresh starts it again. */
  refresh: 30 * DAY,
  /** How long a replaced refresh token is still accepted, because clients refresh in parallel. */
  grace: 60 * SECOND,
  /** How long a client that no user has allowed is kept. */
  unusedClient: DAY,
  /** How long expired codes and tokens are kept, so that their reuse is noticed. */
  expired: DAY
} as const

/** Most registered clients that no user has allowed. */
export const MOST_UNUSED_CLIENTS = 1000

/** When there are as many, one that has waited for longer than this gives way, in milliseconds. */
export const PATIENCE_WITH_UNUSED = HOUR
