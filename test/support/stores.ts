import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { Effect, Exit, Layer, Scope } from "effect"
import { AppConfig } from "../../src/config.ts"
import { ensureShippedFoods } from "../../src/features/foods/shipped.ts"
import * as Client from "../../src/platform/database/client.ts"
import { PUBLIC_PORT } from "../../src/platform/database/data-folder.ts"
import * as Embedded from "../../src/platform/database/embedded.ts"
import * as MemoryDatabase from "../../src/platform/database/memory.ts"
import { migrate } from "../../src/platform/database/migrator.ts"
import * as Storage from "../../src/storage.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { citusDatabase, citusNodes, citusUrl, closeForCopies, copyOfCitus } from "./citus.ts"
import { databaseLike, onServer, urlOf } from "./databases.ts"
import { inTurn } from "./in-turn.ts"
import { atEnd } from "./kept.ts"
import { settings } from "./settings.ts"

/** Where a real PostgreSQL may answer. */
export const POSTGRES_URL = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres"

const isAnswering = (url: string): Promise<boolean> =>
  onServer(url, "SELECT 1").then(
    () => true,
    () => false
  )

const postgresLike = (template: Effect.Effect<string>) => databaseLike([POSTGRES_URL], template)

/** The URL of the same database through the pooler that listens on `port`. */
export const throughPooler = (url: string, port: string): string => {
  const through = new URL(url)
  through.hostname = "127.0.0.1"
  through.port = port
  return through.href
}

/** The port of the pooler through which the tests reach PostgreSQL; undefined if they reach it directly. */
const POOLER = process.env.TEST_POOLER_PORT

/**
 * How many runs of random input there are. Behind the pooler, fewer runs show that the same statements pass through it.
 */
export const randomRuns = (runs: number): number => (POOLER === undefined ? runs : Math.ceil(runs / 4))

/** As often as the environment asks; 0 if it does not ask. */
export const PROPERTY_RUNS = Number(process.env.PROPERTY_RUNS ?? 0)

/** Runs of random input that take many statements each. To shrink what fails would take many more. */
export const longRuns = (runs: number) => ({
  numRuns: PROPERTY_RUNS > 0 ? PROPERTY_RUNS : randomRuns(runs),
  endOnFailure: PROPERTY_RUNS === 0
})

/** Whether that pooler can prepare statements, and is configured to: PgBouncer from 1.21 on. */
const PREPARES = process.env.TEST_POOLER_PREPARES === undefined ? undefined : true

const reachedAt = (name: string): string =>
  POOLER === undefined ? urlOf(POSTGRES_URL, name) : throughPooler(urlOf(POSTGRES_URL, name), POOLER)

/** A separate empty database on the real PostgreSQL, dropped with the scope; returns its URL. */
export const postgresDatabase = Effect.map(postgresLike(Effect.succeed("template1")), reachedAt)

const folderNamed = (prefix: string) =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(prefix)),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )

/** A folder, removed with the scope. */
export const folder = folderNamed(join(tmpdir(), "fettle-"))

export const hasPostgres = await isAnswering(POSTGRES_URL)

if (!hasPostgres) {
  if (process.env.REQUIRE_POSTGRES !== undefined) throw new Error("REQUIRE_POSTGRES is set, and no PostgreSQL answers")
  console.warn("No PostgreSQL answers at TEST_DATABASE_URL or 127.0.0.1:5432: the tests run without it.")
}

/** Every store on the client's database, migrated, with the foods that it has. */
export const withoutShippedFoods = <E>(client: Layer.Layer<Layer.Layer.Success<Client.Client>, E, AppConfig>) =>
  Storage.sql.pipe(Layer.provide(Layer.effectDiscard(migrate)), Layer.provideMerge(client), Layer.orDie)

/** The same, with the shipped catalogue. */
export const migrated = <E>(client: Layer.Layer<Layer.Layer.Success<Client.Client>, E, AppConfig>) =>
  Layer.effectDiscard(ensureShippedFoods()).pipe(Layer.provideMerge(withoutShippedFoods(client)), Layer.orDie)

const filled = (client: Client.Client) =>
  Effect.scoped(Layer.build(migrated(client).pipe(Layer.provide(Layer.succeed(AppConfig, settings)))))

/** A database on the real PostgreSQL, migrated and with the shipped catalogue, for tests to copy; returns its name. */
const postgresTemplate = Effect.tap(postgresLike(Effect.succeed("template1")), (name) =>
  filled(Client.external(serversAt(urlOf(POSTGRES_URL, name)), 1, 0))
)

/** The same on the nodes of a Citus cluster. */
const citusTemplate = citusDatabase.pipe(
  Effect.tap((name) => filled(Client.external(serversAt(citusUrl(name, 0)), 1, 0))),
  Effect.tap(closeForCopies)
)

/**
 * The same as the folder of an embedded database; returns its path. Copies that a killed process left behind are
 * removed with it.
 */
const embeddedTemplate = Effect.acquireRelease(folder, (path) =>
  Effect.sync(() => {
    for (const copy of new Bun.Glob(`${basename(path)}-*`).scanSync({ cwd: dirname(path), onlyFiles: false })) {
      rmSync(join(dirname(path), copy), { recursive: true, force: true })
    }
  })
).pipe(Effect.tap((path) => filled(Embedded.forServer(path))))

/** Makes the templates, and returns how the test processes find them. Their scope drops them. */
export const templates = Effect.all({
  TEST_TEMPLATE_DATABASE: hasPostgres ? postgresTemplate : Effect.succeed(""),
  TEST_TEMPLATE_CITUS: citusNodes.length > 0 ? citusTemplate : Effect.succeed(""),
  TEST_TEMPLATE_FOLDER: embeddedTemplate
})

/** What a single `bun test` makes by itself, when a test first asks for it. */
const ownTemplates = Effect.runSync(Scope.make())
atEnd(() => Effect.runPromise(Scope.close(ownTemplates, Exit.void)))

const given = (name: keyof Effect.Effect.Success<typeof templates>, own: typeof embeddedTemplate) => {
  const template = process.env[name]
  return template ? Effect.succeed(template) : own.pipe(Scope.extend(ownTemplates), Effect.cached, Effect.runSync)
}

const template = {
  postgres: given("TEST_TEMPLATE_DATABASE", postgresTemplate),
  citus: given("TEST_TEMPLATE_CITUS", citusTemplate),
  embedded: given("TEST_TEMPLATE_FOLDER", embeddedTemplate)
}

/** A separate database on every node of the cluster, migrated and with the shipped catalogue; returns its name. */
export const filledCitus = copyOfCitus(template.citus)

/** A separate database on the real PostgreSQL, migrated and with the shipped catalogue; returns its URL. */
export const filledDatabase = Effect.map(postgresLike(template.postgres), reachedAt)

/** A folder with an embedded database, migrated and with the shipped catalogue. */
export const filledFolder = Effect.gen(function* () {
  const source = yield* template.embedded
  const path = yield* folderNamed(`${source}-`)
  cpSync(source, path, { recursive: true })
  return path
})

/**
 * The settings with which a process finds a separate filled database: on the real PostgreSQL, which is faster, if one
 * answers.
 */
export const filledSettings: Effect.Effect<Readonly<Record<string, string>>, never, Scope.Scope> = hasPostgres
  ? Effect.map(filledDatabase, (DATABASE_URL) => ({ DATABASE_URL }))
  : Effect.map(filledFolder, (DATA_DIR) => ({ DATA_DIR }))

/** Makes such a folder at this path. A process needs seconds to make one. */
export const fillFolder = async (path: string): Promise<void> =>
  cpSync(await Effect.runPromise(template.embedded), path, { recursive: true })

/** Every store, over one database. */
export type Stores = Layer.Layer<Layer.Layer.Success<typeof Storage.memory>, never, AppConfig>

export interface StoreSet {
  readonly name: "memory" | "embedded" | "postgres" | "citus" | "citus worker"
  /** Over a separate database. */
  readonly layer: Stores
  /** Over a database that another suite may have used before. See {@link inTurn}. */
  readonly reused: Stores
}

const memory = Layer.merge(Storage.memory, MemoryDatabase.layer)

/** The stores in memory, with which the others are compared. */
export const inMemory: StoreSet = { name: "memory", layer: memory, reused: memory }

const overClient = (client: Effect.Effect<Client.Client, never, Scope.Scope>): Stores =>
  Layer.unwrapScoped(Effect.map(client, migrated))

/** The stores over a separate database, and over one that suites use in turn. */
const overDatabase = (
  make: Effect.Effect<{ readonly url: string; readonly client: Client.Client }, never, Scope.Scope>
) => {
  const clientOf = Effect.map(({ client }: { readonly client: Client.Client }) => client)
  return { layer: overClient(clientOf(make)), reused: overClient(clientOf(inTurn(make))) }
}

/** A copy of the embedded template, open until the scope ends. */
const embedded = Effect.gen(function* () {
  const path = yield* filledFolder
  const client = yield* Effect.orDie(Layer.build(Embedded.forServer(path)))
  return { url: `postgres://postgres@/postgres?host=${path}&port=${PUBLIC_PORT}`, client: Layer.succeedContext(client) }
})

/** The stores over the embedded database, which needs nothing else to run. */
export const onEmbedded: StoreSet = { name: "embedded", ...overDatabase(embedded) }

/** A copy of PostgreSQL's template, to which every suite connects anew. */
const postgres = Effect.map(postgresLike(template.postgres), (name) => ({
  url: urlOf(POSTGRES_URL, name),
  client: Client.external(serversAt(reachedAt(name)), 8, 2000, PREPARES)
}))

/** The service connected to a node of the cluster. */
const onCitus = (node: number) => {
  const layer = overClient(
    Effect.map(copyOfCitus(template.citus), (name) => Client.external(serversAt(citusUrl(name, node)), 8, 2000))
  )
  return { layer, reused: layer }
}

/** Whether only the cluster is tested. */
export const isCitusOnly = process.env.TEST_CITUS_ONLY !== undefined

/** Every available set of stores; each behaviour is tested over all of them. Through a pooler there is only one. */
export const storeSets: ReadonlyArray<StoreSet> = [
  ...(POOLER === undefined && !isCitusOnly ? [inMemory, onEmbedded] : []),
  ...(hasPostgres && !isCitusOnly ? [{ name: "postgres" as const, ...overDatabase(postgres) }] : []),
  ...(citusNodes.length > 0 && POOLER === undefined
    ? [
        { name: "citus" as const, ...onCitus(0) },
        { name: "citus worker" as const, ...onCitus(1) }
      ]
    : [])
]

/** Those over databases. Imports have no stores in memory. */
export const databases: ReadonlyArray<StoreSet> = storeSets.filter(({ name }) => name !== "memory")

const servers = databases.filter(({ name }) => name !== "embedded")

/**
 * For suites that vary files and histories, whose statements others send to every database: a server if one answers,
 * which takes a quarter of the time, otherwise the embedded database. None behind a pooler.
 */
export const oneDatabase: ReadonlyArray<StoreSet> =
  POOLER === undefined ? (servers.length > 0 ? servers : databases) : []
