import type { Effect } from "effect"
import type { Unauthorized } from "../contract/errors.ts"
import type { Operation } from "../contract/operation.ts"
import type { Account } from "../features/accounts/store.ts"
import type { TokenId } from "../features/accounts/token.ts"
import type { ClientId, GrantId } from "../features/connected-apps/model.ts"

/** Permission to call the operations that read, or those that write. */
export type Scope = Operation["access"]

/** The caller. Each surface makes one from its requests; after that, all calls are treated alike. */
export interface Identity {
  /** The user's account, possibly cached for some seconds. The rate limiter notices if it has changed. */
  readonly account: Account
  /** The same identity with its account read again at `now` (epoch milliseconds). Fails if it is no longer valid. */
  readonly refresh: (now: number) => Effect.Effect<Identity, Unauthorized>
  /**
   * For requests that are not counted, so that the rate limiter cannot notice a change: the same identity, with its account
   * read again if it was cached for ACCOUNT_CACHE_MILLIS at `now`.
   */
  readonly recheck: (now: number) => Effect.Effect<Identity, Unauthorized>
  /** An API token has both scopes. */
  readonly scopes: ReadonlySet<Scope>
  /** The connected app that calls; absent for API tokens and sessions. */
  readonly app?: AppIdentity
}

/** Who sends data to the door of devices. */
export interface DeviceIdentity {
  readonly identity: Identity
  /** The token of the device; null for one of full access. */
  readonly tokenId: TokenId | null
}

/** A connected app, for the log. */
export interface AppIdentity {
  readonly clientId: ClientId
  /** Absent where a client gets new tokens of a grant. */
  readonly grantId?: GrantId
}

export const ALL_SCOPES: ReadonlySet<Scope> = new Set<Scope>(["read", "write"])
export const READ_ONLY: ReadonlySet<Scope> = new Set<Scope>(["read"])
export const NO_SCOPES: ReadonlySet<Scope> = new Set<Scope>()
