import { Effect } from "effect"
import { hashOf, type Secret, secretsOf } from "../../../features/accounts/secret.ts"
import type { Environment } from "../../../values/environment.ts"
import { randomText, type UserId } from "../../../values/ids.ts"
import type { SecretHash } from "../../../values/secret-hash.ts"
import { ClientId } from "./model.ts"

type SecretKind = "access" | "refresh" | "code"

const SECRETS = {
  access: { live: secretsOf("fettle_access_live"), test: secretsOf("fettle_access_test") },
  refresh: { live: secretsOf("fettle_refresh_live"), test: secretsOf("fettle_refresh_test") },
  code: { live: secretsOf("fettle_code_live"), test: secretsOf("fettle_code_test") }
}

/** A new secret: `fettle_<kind>_<environment>_<random>_<checksum>`, made like an API token. */
export const newSecret = (kind: SecretKind, environment: Environment, userId: UserId) =>
  SECRETS[kind][environment].make(userId)

/** A secret's owner and hash; undefined if it is malformed, or of another kind or environment. */
export const parseSecret = (kind: SecretKind, environment: Environment, text: string): Secret | undefined =>
  SECRETS[kind][environment].parse(text)

/** 160 bits. */
const KEY_LENGTH = 32
const KEY = /^[0-9a-z]{32}$/

/** A new key of a request that waits for its person to sign in, and its hash. */
export const newRequestKey = Effect.map(randomText(KEY_LENGTH), (text) => ({ text, hash: hashOf(text) }))

/** The hash of a request's key; undefined if it is malformed. */
export const requestHashOf = (key: string): SecretHash | undefined => (KEY.test(key) ? hashOf(key) : undefined)

/** An id for a client that registers itself. */
export const newClientId: Effect.Effect<ClientId> = Effect.map(randomText(24), (text) =>
  ClientId.make(`client_${text}`)
)
