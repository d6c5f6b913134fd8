import type { Effect } from "effect"
import type { Unauthorized } from "../contract/errors.ts"
import type { Operation } from "../contract/operation.ts"
import type { Account } from "../features/accounts/store.ts"
import type { TokenId } from "../features/accounts/token.ts"

/** Permission to call the operations that read, or those that write. */
export type Scope = Operation["access"]

/** The caller. Each surface makes one from its requests; all later steps treat callers alike. */
export interface Identity {
  /** The user's account, possibly cached for some seconds. The rate limiter detects changes. */
  readonly account: Account
  /** This identity with its account read again at `now` (epoch milliseconds). Fails if it is no longer valid. */
  readonly refresh: (now: number) => Effect.Effect<Identity, Unauthorized>
  /**
   * For requests that are not counted, so that the rate limiter cannot detect a change: this identity, with its account
   * read again if it was cached for ACCOUNT_CACHE_MILLIS at `now`.
   */
  readonly recheck: (now: number) => Effect.Effect<Identity, Unauthorized>
  /** An API token of full access has both scopes. */
  readonly scopes: ReadonlySet<Scope>
  /** The connected app that calls; absent for API tokens and sessions. */
  readonly app?: AppIdentity
}

/** A caller of the device endpoint. */
export interface DeviceIdentity {
  readonly identity: Identity
  /** The device's token; null for a token of full access. */
  readonly tokenId: TokenId | null
}

/** A connected app, as the log shows it. */
export interface AppIdentity {
  readonly clientId: string
  /** Absent when a client exchanges a refresh token. */
  readonly grantId?: string
}

export const ALL_SCOPES: ReadonlySet<Scope> = new Set<Scope>(["read", "write"])
export const READ_ONLY: ReadonlySet<Scope> = new Set<Scope>(["read"])
export const NO_SCOPES: ReadonlySet<Scope> = new Set<Scope>()
