import { DateTime, Effect, Option } from "effect"
import { AppConfig } from "../../config.ts"
import { createToken, listTokens } from "../../features/accounts/accounts.ts"
import { UnknownAccount } from "../../features/accounts/store.ts"
import { TOKEN_SCOPES } from "../../features/accounts/token.ts"
import { createDevice, revokeAnyToken } from "../imports/devices/devices.ts"
import { DEVICE_APPS } from "../imports/devices/model.ts"
import { reading, stores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { asTokenId, futureInstant, userOption } from "./options.ts"
import { columns, json, print } from "./output.ts"
import { command, group } from "./usage/command.ts"
import { argument, meaning, oneOf, option, optional, otherwise, placeholder } from "./usage/parameters.ts"

const formatInstant = (instant: DateTime.Utc | null) => (instant === null ? null : DateTime.formatIso(instant))

const create = command(
  { name: "create", meaning: "Create a token for a user; it is shown once." },
  {
    user: userOption,
    name: option("name").pipe(
      placeholder("NAME"),
      meaning("Name of the token, such as the client that uses it. Default: API token."),
      otherwise("API token")
    ),
    expires: futureInstant("expires").pipe(
      meaning("When it expires, as an ISO 8601 instant. Default: never."),
      optional
    ),
    environment: option("environment").pipe(
      oneOf(["live", "test"]),
      meaning("The environment in which it is valid. Default: ENVIRONMENT."),
      optional
    ),
    scope: option("scope").pipe(
      oneOf(TOKEN_SCOPES),
      meaning(
        "read makes a token that may only read; ingest a device, whose token can only send data to /ingest. Default: full."
      ),
      otherwise("full")
    ),
    app: option("app").pipe(
      oneOf(DEVICE_APPS),
      meaning("The app that sends, with --scope ingest. Default: other."),
      otherwise("other")
    ),
    json
  },
  ({ user, name, expires, environment: given, scope, app, json }) =>
    Effect.gen(function* () {
      const config = yield* AppConfig
      const userId = yield* knownUser(user)
      const environment = Option.getOrElse(given, () => config.environment)
      const expiresAt = Option.getOrNull(expires)
      if (scope === "ingest") {
        const { device, token } = yield* createDevice(userId, { app, name, environment, expiresAt })
        yield* print(json, { token, tokenId: device.tokenId, deviceId: device.id }, [
          token,
          `Device ${device.id}: it sends to ${config.baseUrl.origin}/ingest with this token, which is not shown again.`
        ])
        return
      }
      const created = yield* createToken({ userId, name, environment, expiresAt, scope })
      yield* print(json, { token: created.token, tokenId: created.tokenId }, [
        created.token,
        `Token ${created.tokenId}. Keep it safe: it is not shown again.`
      ])
    }).pipe(Effect.provide(stores))
)

const list = command(
  { name: "list", meaning: "List a user's tokens with their last use, without their text." },
  { user: userOption, json },
  ({ user, json }) =>
    Effect.gen(function* () {
      const stored = yield* listTokens(yield* knownUser(user))
      const tokens = stored.map((token) => ({
        tokenId: token.id,
        name: token.name,
        scope: token.scope,
        environment: token.environment,
        createdAt: DateTime.formatIso(token.createdAt),
        expiresAt: formatInstant(token.expiresAt),
        revokedAt: formatInstant(token.revokedAt),
        lastUsedAt: formatInstant(token.lastUsedAt)
      }))
      yield* print(
        json,
        { tokens },
        columns(
          ["TOKEN", "NAME", "SCOPE", "ENVIRONMENT", "CREATED", "LAST USED", "EXPIRES", "REVOKED"],
          tokens.map((token) => [
            token.tokenId,
            token.name,
            token.scope,
            token.environment,
            token.createdAt,
            token.lastUsedAt ?? "never",
            token.expiresAt ?? "",
            token.revokedAt ?? ""
          ])
        )
      )
    }).pipe(reading)
)

const revoke = command(
  { name: "revoke", meaning: "Revoke a token; it stops working at once, and a device ends with its own." },
  { id: argument("TOKEN_ID").pipe(meaning("The token's id, which token list shows.")), json },
  ({ id, json }) =>
    Effect.gen(function* () {
      const tokenId = yield* Option.match(asTokenId(id), {
        onNone: () => Effect.fail(new UnknownAccount({ what: "token", id })),
        onSome: Effect.succeed
      })
      yield* revokeAnyToken(tokenId)
      yield* print(json, { tokenId, revoked: true }, [`Revoked token ${tokenId}`])
    }).pipe(Effect.provide(stores))
)

export const token = group({ name: "token", meaning: "Create, list and revoke API tokens." }, [create, list, revoke])
