import { Effect } from "effect"
import { type Secret, secretsOf } from "../../../features/accounts/secret.ts"
import type { Environment } from "../../../values/environment.ts"
import { randomText, type UserId } from "../../../values/ids.ts"
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

/** An id for a client that registers itself. */
export const newClientId: Effect.Effect<ClientId> = Effect.map(randomText(24), (text) =>
  ClientId.make(`client_${text}`)
)
