import type { Effect } from "effect"
import type { Account } from "../accounts/store.ts"
import { type Failure, Unauthorized } from "../contract/errors.ts"
import type { Operation } from "../contract/operation.ts"

/** What an identity may do: call the operations that read, or those that write. */
export type Scope = Operation["access"]

/** Who calls. Each surface makes one from what its requests carry; from there on all calls are treated alike. */
export interface Identity {
  /** The user's account. It may have been cached for up to ACCOUNT_CACHE_MILLIS; the rate limiter notices a change. */
  readonly account: Account
  /** The same identity with the account as it is at `now` (epoch milliseconds). Fails if it is no longer valid. */
  readonly refresh: (now: number) => Effect.Effect<Identity, Unauthorized>
  /** An API token has both scopes. */
  readonly scopes: ReadonlySet<Scope>
}

export const ALL_SCOPES: ReadonlySet<Scope> = new Set<Scope>(["read", "write"])

/** The refusal of an operation that the identity's scopes do not cover; undefined if they do. */
export const missingScope = ({ scopes }: Identity, needed: Scope): Failure | undefined =>
  scopes.has(needed)
    ? undefined
    : new Unauthorized({
        message: `This needs the scope fettle:${needed}, which was not granted. Ask the user to connect again and allow it, or use an API token.`,
        credentials: "invalid"
      })
