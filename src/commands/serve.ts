import { Command } from "@effect/cli"
import { Console, Effect, Layer, Option, Schema } from "effect"
import { createToken, createUser, newUser } from "../accounts/accounts.ts"
import { Timezone } from "../accounts/model.ts"
import { AccountStore } from "../accounts/store.ts"
import { AppConfig } from "../config.ts"
import * as Client from "../database/client.ts"
import * as Embedded from "../database/embedded.ts"
import { migrate } from "../database/migrator.ts"
import { STATEMENT_MILLIS } from "../database/pool.ts"
import { ensureShippedFoods } from "../foods/catalogue/shipped.ts"
import { sweepHourly } from "../guard/idempotency.ts"
import * as App from "../http/app.ts"
import { server } from "../http/server.ts"
import * as Storage from "../storage.ts"
import * as Tracing from "../tracing/tracer.ts"

/** On an empty database, a user to begin with, in this machine's timezone, and their token. */
const demoToken = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const { environment } = yield* AppConfig
  if (yield* accounts.hasUsers) return Option.none()
  const timezone = Option.getOrElse(
    Schema.decodeUnknownOption(Timezone)(Intl.DateTimeFormat().resolvedOptions().timeZone),
    () => Timezone.make("UTC")
  )
  const userId = yield* createUser(newUser("Demo", timezone))
  const { token } = yield* createToken({ userId, name: "First token", environment, expiresAt: null })
  return Option.some({ userId, token })
})

const welcome = (baseUrl: string, demo: { readonly userId: string; readonly token: string }): string => `
A demo user (${demo.userId}) and a token were made. The token is shown only now:

  ${demo.token}

Try it:

  curl -H "Authorization: Bearer ${demo.token}" ${baseUrl}/v1/me

Connect an agent (MCP client configuration):

${JSON.stringify(
  {
    mcpServers: {
      fettle: { type: "http", url: `${baseUrl}/v1/mcp`, headers: { Authorization: `Bearer ${demo.token}` } }
    }
  },
  null,
  2
)}
`

const run = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  yield* ensureShippedFoods
  yield* server
  // Only once the port is ours: the token is shown at this start and never again.
  const demo = yield* demoToken
  yield* sweepHourly
  yield* Console.log(`Fettle serves ${baseUrl.origin}/v1  (reference: ${baseUrl.origin}/docs)`)
  yield* Option.match(demo, {
    onNone: () => Console.log("Tokens are made with: fettle token create --user ID"),
    onSome: (demo) => Console.log(welcome(baseUrl.origin, demo))
  })
  yield* Effect.never
}).pipe(
  Effect.scoped,
  Effect.provide(App.layer),
  Effect.provide(Storage.sql.pipe(Layer.provide(Layer.effectDiscard(migrate)))),
  Effect.provide(Client.layer(Embedded.forServer, STATEMENT_MILLIS)),
  Effect.provide(Tracing.layer)
)

export const serve = Command.make("serve", {}, () => run).pipe(
  Command.withDescription(
    "Migrate the database, load the catalogues, serve REST and MCP, until told to stop by SIGTERM or SIGINT."
  )
)
