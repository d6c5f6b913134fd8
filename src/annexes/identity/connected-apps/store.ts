import { Context, Data, type DateTime, type Effect, type Option } from "effect"
import type { Account } from "../../../features/accounts/store.ts"
import type { UserId } from "../../../values/ids.ts"
import type { SecretHash } from "../../../values/secret-hash.ts"
import type { Client, ClientId, GrantId } from "./model.ts"

/** There is no connected app with this id. */
export class UnknownApp extends Data.TaggedError("UnknownApp")<{ readonly id: string }> {
  override get message() {
    return `There is no connected app ${this.id}`
  }
}

/** A client as read from its metadata document. */
export interface Document extends Client {
  readonly fetchedAt: DateTime.Utc
  /** Until when it does not need to be fetched again. */
  readonly freshUntil: DateTime.Utc
}

/** OAuth clients. They belong to no user. */
export class ClientStore extends Context.Tag("ClientStore")<
  ClientStore,
  {
    readonly findRegistered: (id: ClientId) => Effect.Effect<Option.Option<Client>>
    readonly findDocument: (id: ClientId) => Effect.Effect<Option.Option<Document>>
    /**
     * Registers a client. If there are MOST_UNUSED_CLIENTS registered clients that no user has allowed, the oldest of
     * them is dropped if it has waited for PATIENCE_WITH_UNUSED; otherwise returns false.
     */
    readonly register: (client: Client, at: DateTime.Utc) => Effect.Effect<boolean>
    /** Stores or replaces a document. */
    readonly putDocument: (document: Document) => Effect.Effect<void>
    /** Records that a user has allowed the client. */
    readonly used: (id: ClientId, at: DateTime.Utc) => Effect.Effect<void>
    /** Deletes clients that were created before `until` and never allowed. */
    readonly sweep: (until: DateTime.Utc) => Effect.Effect<void>
  }
>() {}

/** A request for authorization that waits for its person to sign in. */
interface WaitingRequest {
  /** The hash of the key in the browser's cookie. */
  readonly hash: SecretHash
  /** Its path and query, of at most LONGEST_REQUEST characters. */
  readonly address: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** Requests for authorization that are too long for a cookie. Nobody has signed in yet, so they belong to no user. */
export class RequestStore extends Context.Tag("RequestStore")<
  RequestStore,
  {
    /**
     * Keeps a request, and deletes those that had expired when it was created. Returns false, and keeps nothing, if
     * MOST_WAITING_REQUESTS others wait. Slightly more may be kept if several arrive at once.
     */
    readonly keep: (request: WaitingRequest) => Effect.Effect<boolean>
    /** Removes a request that has not expired at `at`, and returns its address. */
    readonly take: (hash: SecretHash, at: DateTime.Utc) => Effect.Effect<Option.Option<string>>
    /** Deletes requests that have expired at `at`. */
    readonly sweep: (at: DateTime.Utc) => Effect.Effect<void>
  }
>() {}

/** A code, as stored when a user allows a client. */
export interface StoredCode {
  readonly userId: UserId
  readonly hash: SecretHash
  /** The consent form that the user answered. */
  readonly consentId: string
  readonly clientId: ClientId
  readonly clientName: string
  readonly redirectUri: string
  /** SHA-256 of the client's verifier, in base64url. */
  readonly challenge: string
  readonly mayWrite: boolean
  readonly expiresAt: DateTime.Utc
}

/** The hashes of a new access token and refresh token. */
export interface NewTokens {
  readonly access: { readonly hash: SecretHash; readonly expiresAt: DateTime.Utc }
  readonly refresh: { readonly hash: SecretHash; readonly expiresAt: DateTime.Utc }
}

interface Redemption extends NewTokens {
  readonly userId: UserId
  readonly code: SecretHash
  readonly clientId: ClientId
  readonly redirectUri: string
  readonly challenge: string
  readonly grantId: GrantId
  readonly at: DateTime.Utc
}

export interface Rotation extends NewTokens {
  readonly userId: UserId
  readonly token: SecretHash
  readonly clientId: ClientId
  /** Whether the client asks to write; undefined if it asks for everything that was granted. */
  readonly mayWrite: boolean | undefined
  readonly at: DateTime.Utc
}

/** What an access token grants. */
export interface Access {
  readonly account: Account
  readonly grantId: GrantId
  readonly clientId: ClientId
  readonly mayWrite: boolean
  readonly expiresAt: DateTime.Utc
  /** Whether the token or its grant was revoked. */
  readonly isRevoked: boolean
  /** When the app was last used, to the minute. */
  readonly lastUsedAt: DateTime.Utc | null
}

/** An app that a user has connected. */
export interface App {
  readonly id: GrantId
  readonly clientId: ClientId
  readonly clientName: string
  readonly mayWrite: boolean
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: DateTime.Utc | null
}

/** What users have allowed clients to do: codes, grants and tokens. */
export class GrantStore extends Context.Tag("GrantStore")<
  GrantStore,
  {
    /** Stores a code. Returns false, and stores nothing, if its consent form was already answered. */
    readonly addCode: (code: StoredCode) => Effect.Effect<boolean>
    /**
     * Redeems a code: creates a grant and its first tokens, in one transaction. Of several attempts at once, one
     * succeeds. None if the code is invalid, or not for this client, redirect and challenge. If it was already
     * redeemed, its grant is revoked.
     */
    readonly redeem: (redemption: Redemption) => Effect.Effect<Option.Option<{ readonly mayWrite: boolean }>>
    /**
     * Replaces a refresh token by new tokens, in one transaction. If the token was replaced longer ago than the grace
     * period, its grant is revoked. Returns `excess` if the client asks for more than was granted; `invalid` if the
     * token is invalid.
     */
    readonly rotate: (rotation: Rotation) => Effect.Effect<{ readonly mayWrite: boolean } | "excess" | "invalid">
    readonly findAccess: (userId: UserId, hash: SecretHash) => Effect.Effect<Option.Option<Access>>
    /** Records that an app was used. */
    readonly used: (id: GrantId, at: DateTime.Utc) => Effect.Effect<void>
    /** A user's apps connected at `at`, oldest first. */
    readonly list: (userId: UserId, at: DateTime.Utc) => Effect.Effect<ReadonlyArray<App>>
    /** Revokes a grant with all its tokens. A grant that was already revoked keeps its time. */
    readonly revoke: (id: GrantId, at: DateTime.Utc) => Effect.Effect<void, UnknownApp>
    /**
     * Revokes a token on behalf of its client: a refresh token with the whole grant, an access token by itself. Returns
     * false if the token belongs to another client. An unknown token is not an error.
     */
    readonly revokeToken: (
      userId: UserId,
      hash: SecretHash,
      clientId: ClientId | undefined,
      at: DateTime.Utc
    ) => Effect.Effect<boolean>
    /** Deletes codes and tokens that expired before `until`, and grants that have no tokens left. */
    readonly sweep: (until: DateTime.Utc) => Effect.Effect<void>
  }
>() {}
