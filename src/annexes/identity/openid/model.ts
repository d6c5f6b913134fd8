import { type DateTime, Schema } from "effect"
import type { UserId } from "../../../values/ids.ts"

/**
 * How a person of the provider is recognised: by their subject, which never changes, or by an e-mail address until their
 * first sign-in with it.
 */
export type IdentityKind = "subject" | "email"

/** SHA-256 of an issuer with a subject or an e-mail address, in hex. The texts themselves are not stored. */
export const IdentityHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("IdentityHash"))
export type IdentityHash = typeof IdentityHash.Type

/** A person of the provider, as a user of this service. */
export interface Identity {
  readonly userId: UserId
  readonly hash: IdentityHash
  readonly kind: IdentityKind
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: DateTime.Utc | null
}

/** Longest subject, in characters: OpenID Connect allows 255. */
export const LONGEST_SUBJECT = 255

/** Longest e-mail address, in characters. */
export const LONGEST_EMAIL = 320

/** What the provider says of a person beside their subject. None of it identifies them. */
export interface Details {
  /** Only if the provider has verified it. */
  readonly verifiedEmail: string | undefined
  readonly name: string | undefined
  /** What the person recognises as their account there: e-mail, user name or name. */
  readonly account: string | undefined
}
