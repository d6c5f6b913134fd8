import { Effect, Schema } from "effect"
import type { Environment } from "../../values/environment.ts"
import { randomText, UserId } from "../../values/ids.ts"
import { type Secret, secretsOf } from "./secret.ts"

/** `tok_`, then the 16 characters of the user's id, then 8 characters of its own. */
export const TokenId = Schema.String.pipe(Schema.pattern(/^tok_[0-9a-z]{24}$/), Schema.brand("TokenId"))
export type TokenId = typeof TokenId.Type

/** What a token may do: everything that its user may, or only send device data for the user. */
export const TOKEN_SCOPES = ["full", "ingest"] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** How exactly the last use of a token or an app is recorded, in milliseconds. */
export const LAST_USE_MILLIS = 60_000

export interface Token extends Secret {
  readonly environment: Environment
}

const SECRETS = { live: secretsOf("fettle_live"), test: secretsOf("fettle_test") }

/** The owner of a token, from its id. */
export const userOfToken = (id: TokenId): UserId => UserId.make(`usr_${id.slice(4, 20)}`)

/** A new token for a user: `fettle_<environment>_<random>_<checksum>`. */
export const newToken = Effect.fn("newToken")(function* (environment: Environment, userId: UserId) {
  const { text, hash } = yield* SECRETS[environment].make(userId)
  const id = TokenId.make(`tok_${userId.slice(4)}${yield* randomText(8)}`)
  return { id, text, token: { environment, userId, hash } satisfies Token }
})

/** The parts of a token's text, or undefined if it is malformed. */
export const parseToken = (text: string): Token | undefined => {
  const environment = text.startsWith("fettle_live_") ? "live" : "test"
  const secret = SECRETS[environment].parse(text)
  return secret === undefined ? undefined : { environment, ...secret }
}
