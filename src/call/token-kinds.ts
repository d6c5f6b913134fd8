import { Context, DateTime, Effect } from "effect"
import { Unauthorized } from "../contract/errors.ts"
import type { Account } from "../features/accounts/store.ts"
import { LAST_USE_MILLIS, type TokenId, type TokenScope } from "../features/accounts/token.ts"
import { areApart } from "../values/clock.ts"
import type { Identity } from "./identity.ts"

/** A token that was found, whether valid or not, and what it grants. */
export interface KnownToken extends Pick<Identity, "scopes" | "app"> {
  readonly account: Account
  /** Absent for tokens that are no API tokens. */
  readonly token?: { readonly id: TokenId; readonly scope: TokenScope }
  readonly expiresAt: DateTime.Utc | null
  readonly isRevoked: boolean
}

/** A kind of token that an annex adds to the API tokens. Its look-ups are cached and shared like theirs. */
export interface TokenKind {
  /** The beginning of its texts. No other kind has the same one. */
  readonly prefix: string
  /** Looks a token up at `now` (epoch milliseconds), and records its use. Expired and revoked ones are found, too. */
  readonly find: (text: string, now: number) => Effect.Effect<KnownToken, Unauthorized>
}

/** The kinds of tokens besides API tokens. */
export class TokenKinds extends Context.Tag("TokenKinds")<TokenKinds, ReadonlyArray<TokenKind>>() {}

/** The one answer to every token that does not grant access. */
export const invalidToken = new Unauthorized({
  message:
    "The token is malformed, expired, revoked or of the other environment. Check that it was copied whole, or ask for a new one.",
  credentials: "invalid"
})

/** Whether the token was revoked or has expired at `now` (epoch milliseconds). */
export const hasEnded = ({ isRevoked, expiresAt }: KnownToken, now: number): boolean =>
  isRevoked || (expiresAt !== null && DateTime.toEpochMillis(expiresAt) <= now)

/** Records that a token was used, unless it has ended. A failure to record it does not fail the call. */
export const noteUse = (
  known: KnownToken,
  lastUsedAt: DateTime.Utc | null,
  now: number,
  note: (at: DateTime.Utc) => Effect.Effect<void>
): Effect.Effect<void> =>
  hasEnded(known, now) || (lastUsedAt !== null && !areApart(now, DateTime.toEpochMillis(lastUsedAt), LAST_USE_MILLIS))
    ? Effect.void
    : Effect.catchAllCause(note(DateTime.unsafeMake(now)), () => Effect.void)
