import { Effect } from "effect"
import type { Environment } from "../../values/environment.ts"
import { ownedIds, type UserId } from "../../values/ids.ts"
import { type Secret, secretsOf } from "./secret.ts"

export const tokenIds = ownedIds("tok", "TokenId")
export const TokenId = tokenIds.Id
export type TokenId = typeof TokenId.Type

/** What a token may do: everything that its user may, only read what the user has, or only send device data for the user. */
export const TOKEN_SCOPES = ["full", "read", "ingest"] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** How exactly the last use of a token or an app is recorded, in milliseconds. */
export const LAST_USE_MILLIS = 60_000

export interface Token extends Secret {
  readonly environment: Environment
}

const SECRETS = { live: secretsOf("fettle_live"), test: secretsOf("fettle_test") }

/** A new token for a user: `fettle_<environment>_<random>_<checksum>`. */
export const newToken = Effect.fn("newToken")(function* (environment: Environment, userId: UserId) {
  const { text, hash } = yield* SECRETS[environment].make(userId)
  const id = yield* tokenIds.make(userId)
  return { id, text, token: { environment, userId, hash } satisfies Token }
})

/** The parts of a token's text, or undefined if it is malformed. */
export const parseToken = (text: string): Token | undefined => {
  const environment = text.startsWith("fettle_live_") ? "live" : "test"
  const secret = SECRETS[environment].parse(text)
  return secret === undefined ? undefined : { environment, ...secret }
}
