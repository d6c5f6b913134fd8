import { Effect, Layer, Option, Redacted } from "effect"
import * as App from "../../../app.ts"
import { AppConfig } from "../../../config.ts"
import { ensureShippedFoods } from "../../../features/foods/shipped.ts"
import { ownCommand } from "../../../platform/assets/assets.ts"
import * as Client from "../../../platform/database/client.ts"
import * as DataFolder from "../../../platform/database/data-folder.ts"
import * as Embedded from "../../../platform/database/embedded.ts"
import { migrate, missingParts } from "../../../platform/database/migrator.ts"
import { nameOfServer, SessionName, STATEMENT_MILLIS } from "../../../platform/database/session.ts"
import { Narrator, layer as narratorLayer } from "../../../platform/telemetry/log/narrator.ts"
import { mergeEnded } from "../../../platform/telemetry/metrics/snapshot.ts"
import * as Tracing from "../../../platform/telemetry/tracing/tracer.ts"
import * as Siblings from "../../../platform/workers/siblings.ts"
import { supervise } from "../../../platform/workers/supervisor.ts"
import * as Worker from "../../../platform/workers/worker.ts"
import * as Storage from "../../../storage.ts"
import { noteRunning } from "../../../surfaces/server/running.ts"
import { checkPort, server } from "../../../surfaces/server/server.ts"
import { isUnencrypted } from "../../../surfaces/web/own-address.ts"
import { CannotStart } from "../../../values/cannot-start.ts"
import { announce } from "./first-start.ts"
import { awaitingDatabase } from "./late-database.ts"
import { predecessors } from "./predecessor.ts"

/** Prints what is being started. */
const announceStart = Effect.gen(function* () {
  const { databaseUrl, dataDir, environment, baseUrl, alsoBaseUrls } = yield* AppConfig
  if (environment === "live" && isUnencrypted(baseUrl))
    yield* Effect.logWarning(
      `BASE_URL ${baseUrl.origin} is not https: tokens travel unencrypted. Let a proxy handle TLS, and set BASE_URL to its address`
    )
  for (const { origin } of environment === "live" ? alsoBaseUrls.filter(isUnencrypted) : [])
    yield* Effect.logWarning(`ALSO_BASE_URLS ${origin} is not https: whoever signs in there does so unencrypted`)
  const { say } = yield* Narrator
  yield* Option.match(databaseUrl, {
    onSome: (url) => say(`Starting on the PostgreSQL at ${Redacted.value(url).hosts}`),
    onNone: () =>
      Effect.flatMap(DataFolder.isThere(dataDir), (isThere) =>
        say(`${isThere ? "Starting on" : "Creating"} the embedded database in ${dataDir}`)
      )
  })
})

const named = Layer.effect(
  SessionName,
  Effect.map(AppConfig, ({ baseUrl }) => nameOfServer(baseUrl.origin))
)
const database = awaitingDatabase(Client.layer(Embedded.forServer, STATEMENT_MILLIS).pipe(Layer.provide(named)))
const stores = Storage.sql.pipe(Layer.provide(database))

/** Applies the missing parts of the schema, and prints that. */
const migrateAloud = Effect.gen(function* () {
  const { say } = yield* Narrator
  const missing = yield* missingParts
  if (missing > 0) yield* say(`Applying ${missing} parts of the schema`)
  yield* migrate
})

const migrated = Storage.sql.pipe(Layer.provide(Layer.effectDiscard(migrateAloud)), Layer.provide(database))

/** Stores the foods that ship with Fettle unless they are stored already, and prints that. */
const storeFoods = Effect.flatMap(Narrator, ({ say }) =>
  ensureShippedFoods((count) => say(`Storing the catalogue of ${count.toLocaleString("en-US")} foods`))
)

/** Serves with one process, on either database. Runs `whenServing` once it accepts requests. */
const serving = (isShared: boolean, whenServing: Effect.Effect<void>) =>
  Effect.gen(function* () {
    yield* storeFoods
    yield* server(yield* App.app, { isShared })
    yield* noteRunning
    yield* whenServing
    yield* announce
    yield* App.sweeping
    yield* App.working
    yield* Effect.never
  }).pipe(
    Effect.scoped,
    Effect.provide(App.layer),
    Effect.provide([Siblings.layerAlone, migrated]),
    Effect.provide(Tracing.layer)
  )

/** Fails unless several processes can share the database and the port, as this option requires. */
const ensureShareable = Effect.fn("ensureShareable")(function* (option: string) {
  const { databaseUrl } = yield* AppConfig
  if (Option.isNone(databaseUrl))
    return yield* new CannotStart({
      message: `${option}: the embedded database serves one process. Set DATABASE_URL to a PostgreSQL server, or leave ${option} out`
    })
  if (process.platform !== "linux")
    return yield* new CannotStart({
      message: `${option}: only Linux shares one port fairly among processes. Leave ${option} out`
    })
})

/** Checks the port. Returns an effect to run once this server accepts requests, which ends its predecessors. */
const claimPort = (takesOver: boolean) =>
  takesOver ? Effect.zipRight(ensureShareable("--take-over"), predecessors) : Effect.as(checkPort, Effect.void)

const serveAlone = Effect.fn("serveAlone")(function* (takesOver: boolean) {
  const endPredecessors = yield* claimPort(takesOver)
  yield* announceStart
  yield* serving(takesOver, endPredecessors)
}, Effect.provide(narratorLayer))

/**
 * Starts and supervises `count` worker processes. Prepares the database first, and closes its own connections
 * afterwards.
 */
const serveByWorkers = Effect.fn("serveByWorkers")(function* (count: number, takesOver: boolean) {
  yield* ensureShareable("--workers")
  const endPredecessors = yield* claimPort(takesOver)
  yield* announceStart
  yield* Effect.provide(storeFoods, migrated)
  yield* supervise({
    command: [...ownCommand(), "serve"],
    environment: process.env,
    count,
    whenAllServe: Effect.zipRight(endPredecessors, Effect.provide(announce, stores)),
    mergeEnded
  })
}, Effect.provide(narratorLayer))

/** Runs as one of these workers. */
const serveAsWorker = (number: number) =>
  Effect.gen(function* () {
    yield* server(yield* App.app, { isShared: true })
    if (number === 1) yield* App.sweeping
    yield* App.working
    yield* Worker.reportServing
    yield* Worker.released
  }).pipe(
    Effect.scoped,
    Effect.provide(App.layer),
    Effect.provide([Worker.layerSiblings, stores]),
    Effect.provide(Tracing.layer)
  )

/**
 * Without a listener of its own, a second SIGTERM ends the process at once, with the requests that it still serves: as
 * when two servers take over from it, each of which ends it. A second SIGINT still does.
 */
const endOnce = Effect.sync(() => {
  process.on("SIGTERM", () => undefined)
})

/**
 * Migrates the database, loads the catalogues, and serves REST and MCP with this number of processes until interrupted.
 * A server that takes over shares its port, and ends its predecessor once it serves. Fails with `CannotStart` if the
 * port, the folder or the database cannot be used.
 */
export const serve = ({ workers, takesOver }: { readonly workers: number; readonly takesOver: boolean }) =>
  Effect.zipRight(
    endOnce,
    Option.match(Worker.number, {
      onSome: serveAsWorker,
      onNone: () => (workers === 1 ? serveAlone(takesOver) : serveByWorkers(workers, takesOver))
    })
  )
