import { Console, Effect, Layer, Option, Redacted, Schema } from "effect"
import { createToken, createUser, newUser } from "./accounts/accounts.ts"
import { AccountStore } from "./accounts/store.ts"
import * as App from "./app.ts"
import { ownCommand } from "./assets/assets.ts"
import { sweepHourly } from "./call/sweep.ts"
import { Timezone } from "./caller/user.ts"
import { AppConfig } from "./config.ts"
import * as Client from "./database/client.ts"
import * as Embedded from "./database/embedded.ts"
import { migrate } from "./database/migrator.ts"
import { STATEMENT_MILLIS } from "./database/session.ts"
import { ensureShippedFoods } from "./foods/shipped.ts"
import { CLIENTS } from "./mcp-clients/clients.ts"
import { checkPort, server } from "./server/server.ts"
import { LINK_MINUTES } from "./sign-in/model.ts"
import { createLoginLink } from "./sign-in/sign-in.ts"
import * as Storage from "./storage.ts"
import * as Tracing from "./telemetry/tracing/tracer.ts"
import { CannotStart } from "./values/cannot-start.ts"
import * as Siblings from "./workers/siblings.ts"
import { supervise } from "./workers/supervisor.ts"
import * as Worker from "./workers/worker.ts"

/** In a database without users, creates a demo user in this machine's timezone, a token and a login link. */
const demoToken = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const { environment, baseUrl, page } = yield* AppConfig
  const timezone = Option.getOrElse(
    Schema.decodeUnknownOption(Timezone)(Intl.DateTimeFormat().resolvedOptions().timeZone),
    () => Timezone.make("UTC")
  )
  return yield* accounts.ifNoUsers(
    Effect.gen(function* () {
      const userId = yield* createUser(newUser("Demo", timezone))
      const { token } = yield* createToken({ userId, name: "First token", environment, expiresAt: null })
      const link = page ? yield* createLoginLink(userId, baseUrl.origin) : undefined
      return { userId, token, link: link?.url }
    })
  )
})

interface Demo {
  readonly userId: string
  readonly token: string
  readonly link: string | undefined
}

const openPage = (link: string | undefined): string =>
  link === undefined
    ? ""
    : `
Open the page of this user. The link signs in once, within ${LINK_MINUTES} minutes; fettle login-link makes another:

  ${link}
`

const welcome = (baseUrl: string, demo: Demo): string => `
A demo user (${demo.userId}) and a token have been created. The token is not shown again:

  ${demo.token}
${openPage(demo.link)}
Try it:

  curl -H "Authorization: Bearer ${demo.token}" ${baseUrl}/v1/me

Connect Claude Code:

  ${CLIENTS["claude-code"].block({ baseUrl, token: demo.token })}

VS Code, Cursor, Gemini CLI, Codex or Claude Desktop: fettle connect CLIENT prints what to paste; docs/clients.md is the guide.

Connect another agent (MCP client configuration):

${CLIENTS.other.block({ baseUrl, token: demo.token })}
`

/** Prints what is being started, because the first start takes some seconds. */
const announceStart = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* AppConfig
  yield* Option.match(databaseUrl, {
    onSome: (url) => Console.log(`Starting on the PostgreSQL at ${Redacted.value(url).hosts}…`),
    onNone: () =>
      Effect.flatMap(Embedded.isThere(dataDir), (isThere) =>
        Console.log(
          isThere
            ? `Starting on the embedded database in ${dataDir}…`
            : `Creating the embedded database in ${dataDir}, which takes some seconds…`
        )
      )
  })
})

/**
 * Prints the address and, at the first start, the token. It runs after the port is bound, as the token is shown only
 * once.
 */
const announce = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const demo = yield* demoToken
  yield* Console.log(`Fettle serves ${baseUrl.origin}/v1  (reference: ${baseUrl.origin}/docs)`)
  yield* Option.match(demo, {
    onNone: () =>
      Console.log("To create a token: fettle token create --user ID. To open the page: fettle login-link --user ID"),
    onSome: (demo) => Console.log(welcome(baseUrl.origin, demo))
  })
})

const database = Client.layer(Embedded.forServer, STATEMENT_MILLIS)
const stores = Storage.sql.pipe(Layer.provide(database))
const migrated = Storage.sql.pipe(Layer.provide(Layer.effectDiscard(migrate)), Layer.provide(database))

/** Serves with one process, on either database. */
const serving = Effect.gen(function* () {
  yield* ensureShippedFoods
  yield* server(yield* App.app, { isShared: false })
  yield* announce
  yield* sweepHourly
  yield* Effect.never
}).pipe(
  Effect.scoped,
  Effect.provide(App.layer),
  Effect.provide([Siblings.layerAlone, migrated]),
  Effect.provide(Tracing.layer)
)

const serveAlone = Effect.zipRight(announceStart, serving)

/** Fails unless the database and the port can be shared by several processes. */
const ensureShareable = Effect.gen(function* () {
  const { databaseUrl } = yield* AppConfig
  if (Option.isNone(databaseUrl))
    return yield* new CannotStart({
      message:
        "--workers: the embedded database serves one process. Set DATABASE_URL to a PostgreSQL server, or leave --workers out"
    })
  if (process.platform !== "linux")
    return yield* new CannotStart({
      message: "--workers: only Linux shares one port fairly among processes. Leave --workers out"
    })
  yield* checkPort
})

/**
 * Starts and supervises `count` worker processes. It prepares the database first, and closes its own connections then.
 */
const serveByWorkers = Effect.fn("serveByWorkers")(function* (count: number) {
  yield* ensureShareable
  yield* announceStart
  yield* Effect.provide(ensureShippedFoods, migrated)
  yield* supervise({
    command: [...ownCommand(), "serve"],
    environment: process.env,
    count,
    whenAllServe: Effect.provide(announce, stores)
  })
})

/** Runs as one of those workers. */
const serveAsWorker = (number: number) =>
  Effect.gen(function* () {
    yield* server(yield* App.app, { isShared: true })
    if (number === 1) yield* sweepHourly
    yield* Worker.tellServing
    yield* Worker.released
  }).pipe(
    Effect.scoped,
    Effect.provide(App.layer),
    Effect.provide([Worker.layerSiblings, stores]),
    Effect.provide(Tracing.layer)
  )

/**
 * Migrates the database, loads the catalogues, and serves REST and MCP with this number of processes until it is
 * interrupted. Fails with `CannotStart` if the port, the folder or the database cannot be used.
 */
export const serve = (workers: number) =>
  Option.match(Worker.number, {
    onSome: serveAsWorker,
    onNone: () => (workers === 1 ? serveAlone : serveByWorkers(workers))
  })
