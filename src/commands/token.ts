import { Args, Command, Options } from "@effect/cli"
import { DateTime, Effect, Option } from "effect"
import { createToken, listTokens, revokeToken } from "../accounts/accounts.ts"
import { UnknownAccount } from "../accounts/store.ts"
import { AppConfig } from "../config.ts"
import { stores } from "./database.ts"
import { asTokenId, futureInstant, userOption } from "./options.ts"
import { columns, json, print } from "./output.ts"
import { knownUser } from "./user.ts"

const formatInstant = (instant: DateTime.Utc | null) => (instant === null ? null : DateTime.formatIso(instant))

const create = Command.make(
  "create",
  {
    user: userOption,
    name: Options.text("name").pipe(
      Options.withPseudoName("NAME"),
      Options.withDescription("Name of the token, such as the client that uses it. Default: API token."),
      Options.withDefault("API token")
    ),
    expires: futureInstant("expires").pipe(
      Options.withDescription("When it expires, as an ISO 8601 instant. Default: never."),
      Options.optional
    ),
    environment: Options.choice("environment", ["live", "test"]).pipe(
      Options.withDescription("The environment in which it is valid. Default: ENVIRONMENT."),
      Options.optional
    ),
    json
  },
  ({ user, name, expires, environment, json }) =>
    Effect.gen(function* () {
      const config = yield* AppConfig
      const created = yield* createToken({
        userId: yield* knownUser(user),
        name,
        environment: Option.getOrElse(environment, () => config.environment),
        expiresAt: Option.getOrNull(expires)
      })
      yield* print(json, { token: created.token, tokenId: created.tokenId }, [
        created.token,
        `Token ${created.tokenId}. Keep it safe: it is not shown again.`
      ])
    }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("Create a token for a user; it is shown once."))

const list = Command.make("list", { user: userOption, json }, ({ user, json }) =>
  Effect.gen(function* () {
    const stored = yield* listTokens(yield* knownUser(user))
    const tokens = stored.map((token) => ({
      tokenId: token.id,
      name: token.name,
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
        ["TOKEN", "NAME", "ENVIRONMENT", "CREATED", "LAST USED", "EXPIRES", "REVOKED"],
        tokens.map((token) => [
          token.tokenId,
          token.name,
          token.environment,
          token.createdAt,
          token.lastUsedAt ?? "never",
          token.expiresAt ?? "",
          token.revokedAt ?? ""
        ])
      )
    )
  }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("List a user's tokens with their last use, without their text."))

const revoke = Command.make(
  "revoke",
  { id: Args.text({ name: "TOKEN_ID" }).pipe(Args.withDescription("The token's id, which token list shows.")), json },
  ({ id, json }) =>
    Effect.gen(function* () {
      const tokenId = yield* Option.match(asTokenId(id), {
        onNone: () => Effect.fail(new UnknownAccount({ what: "token", id })),
        onSome: Effect.succeed
      })
      yield* revokeToken(tokenId)
      yield* print(json, { tokenId, revoked: true }, [`Revoked token ${tokenId}`])
    }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("Revoke a token; it stops working at once."))

export const token = Command.make("token").pipe(
  Command.withDescription("Create, list and revoke API tokens."),
  Command.withSubcommands([create, list, revoke])
)
