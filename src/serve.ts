import { Effect, Layer, Option, Redacted } from "effect"
import * as App from "./app.ts"
import { ownCommand } from "./assets/assets.ts"
import { sweepHourly } from "./call/sweep.ts"
import { AppConfig } from "./config.ts"
import * as Client from "./database/client.ts"
import * as DataFolder from "./database/data-folder.ts"
import * as Embedded from "./database/embedded.ts"
import { migrate, missingMigrations } from "./database/migrator.ts"
import { STATEMENT_MILLIS } from "./database/session.ts"
import { announce } from "./first-start.ts"
import { ensureShippedFoods } from "./foods/shipped.ts"
import { checkPort, server } from "./server/server.ts"
import * as Storage from "./storage.ts"
import { Narrator, layer as narratorLayer } from "./telemetry/log/narrator.ts"
import { mergeEnded } from "./telemetry/metrics/snapshot.ts"
import * as Tracing from "./telemetry/tracing/tracer.ts"
import { CannotStart } from "./values/cannot-start.ts"
import { isUnencrypted } from "./web/own-address.ts"
import * as Siblings from "./workers/siblings.ts"
import { supervise } from "./workers/supervisor.ts"
import * as Worker from "./workers/worker.ts"

/** Says what is being started. */
const announceStart = Effect.gen(function* () {
  const { databaseUrl, dataDir, environment, baseUrl } = yield* AppConfig
  if (environment === "live" && isUnencrypted(baseUrl))
    yield* Effect.logWarning(
      `BASE_URL ${baseUrl.origin} is not https: tokens travel unencrypted. Let a proxy handle TLS, and set BASE_URL to its address`
    )
  const { say } = yield* Narrator
  yield* Option.match(databaseUrl, {
    onSome: (url) => say(`Starting on the PostgreSQL at ${Redacted.value(url).hosts}`),
    onNone: () =>
      Effect.flatMap(DataFolder.isThere(dataDir), (isThere) =>
        say(`${isThere ? "Starting on" : "Creating"} the embedded database in ${dataDir}`)
      )
  })
})

const database = Client.layer(Embedded.forServer, STATEMENT_MILLIS)
const stores = Storage.sql.pipe(Layer.provide(database))

/** Applies the missing migrations, and says so. */
const migrateAloud = Effect.gen(function* () {
  const { say } = yield* Narrator
  const missing = yield* missingMigrations
  if (missing > 0) yield* say(`Applying ${missing} migrations`)
  yield* migrate
})

const migrated = Storage.sql.pipe(Layer.provide(Layer.effectDiscard(migrateAloud)), Layer.provide(database))

/** Stores the foods that come with Fettle unless they are stored, and says so. */
const storeFoods = Effect.flatMap(Narrator, ({ say }) =>
  ensureShippedFoods((count) => say(`Storing the catalogue of ${count.toLocaleString("en-US")} foods`))
)

/** Serves with one process, on either database. */
const serving = Effect.gen(function* () {
  yield* storeFoods
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

const serveAlone = checkPort.pipe(
  Effect.zipRight(announceStart),
  Effect.zipRight(serving),
  Effect.provide(narratorLayer)
)

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
  yield* Effect.provide(storeFoods, migrated)
  yield* supervise({
    command: [...ownCommand(), "serve"],
    environment: process.env,
    count,
    whenAllServe: Effect.provide(announce, stores),
    mergeEnded
  })
}, Effect.provide(narratorLayer))

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
