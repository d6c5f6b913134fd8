import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Layer, Scope } from "effect"
import pg from "pg"
import { AppConfig } from "../../src/config.ts"
import * as Client from "../../src/database/client.ts"
import * as Embedded from "../../src/database/embedded.ts"
import * as MemoryDatabase from "../../src/database/memory.ts"
import { migrate } from "../../src/database/migrator.ts"
import { ensureShippedFoods } from "../../src/foods/shipped.ts"
import * as Storage from "../../src/storage.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { settings } from "./settings.ts"

/** Where a real PostgreSQL may answer. */
export const POSTGRES_URL = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres"

const isAnswering = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

const onPostgres = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: POSTGRES_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const urlOf = (name: string): string => {
  const url = new URL(POSTGRES_URL)
  url.pathname = `/${name}`
  return url.href
}

const databaseLike = (template: Effect.Effect<string>) =>
  Effect.acquireRelease(
    Effect.flatMap(template, (template) =>
      Effect.promise(async () => {
        const name = `fettle_test_${crypto.randomUUID().replaceAll("-", "")}`
        await onPostgres(`CREATE DATABASE ${name} TEMPLATE ${template}`)
        return name
      })
    ),
    (name) => Effect.promise(() => onPostgres(`DROP DATABASE ${name} WITH (FORCE)`))
  )

/** The URL of the same database through the pooler that listens on `port`. */
export const throughPooler = (url: string, port: string): string => {
  const through = new URL(url)
  through.hostname = "127.0.0.1"
  through.port = port
  return through.href
}

/** The port of the pooler through which the tests reach PostgreSQL; undefined if they reach it directly. */
const POOLER = process.env.TEST_POOLER_PORT

const reachedAt = (name: string): string => (POOLER === undefined ? urlOf(name) : throughPooler(urlOf(name), POOLER))

/** An empty database of its own on the real PostgreSQL, dropped with the scope; gives its URL. */
export const postgresDatabase = Effect.map(databaseLike(Effect.succeed("template1")), reachedAt)

/** A folder of its own, removed with the scope. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "fettle-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

export const hasPostgres = await isAnswering(POSTGRES_URL)

if (!hasPostgres) {
  if (process.env.REQUIRE_POSTGRES !== undefined) throw new Error("REQUIRE_POSTGRES is set, and no PostgreSQL answers")
  console.warn("No PostgreSQL answers at TEST_DATABASE_URL or 127.0.0.1:5432: the tests run without it.")
}

/** Every store on the client's database, migrated, with the shipped catalogue. */
export const migrated = <E>(client: Layer.Layer<Layer.Layer.Success<Client.Client>, E, AppConfig>) =>
  Layer.effectDiscard(ensureShippedFoods).pipe(
    Layer.provideMerge(Storage.sql),
    Layer.provide(Layer.effectDiscard(migrate)),
    Layer.provideMerge(client),
    Layer.orDie
  )

const filled = (client: Client.Client) =>
  Effect.scoped(Layer.build(migrated(client).pipe(Layer.provide(Layer.succeed(AppConfig, settings)))))

/** A database on the real PostgreSQL, migrated and with the shipped catalogue, for tests to copy; gives its name. */
const postgresTemplate = Effect.tap(databaseLike(Effect.succeed("template1")), (name) =>
  filled(Client.external(serversAt(urlOf(name)), 1, 0))
)

/** The same as the folder of an embedded database; gives its path. */
const embeddedTemplate = Effect.tap(folder, (path) => filled(Embedded.forServer(path)))

/** Makes both templates, and gives what the processes that run the tests find them by. Their scope drops them. */
export const templates = Effect.all({
  TEST_TEMPLATE_DATABASE: hasPostgres ? postgresTemplate : Effect.succeed(""),
  TEST_TEMPLATE_FOLDER: embeddedTemplate
})

/** What a single `bun test` makes by itself, when a test first asks for it. */
const ownTemplates = Effect.runSync(Scope.make())
export const dropOwnTemplates = () => Effect.runPromise(Scope.close(ownTemplates, Exit.void))

const given = (name: keyof Effect.Effect.Success<typeof templates>, own: typeof embeddedTemplate) => {
  const template = process.env[name]
  return template ? Effect.succeed(template) : own.pipe(Scope.extend(ownTemplates), Effect.cached, Effect.runSync)
}

const template = {
  postgres: given("TEST_TEMPLATE_DATABASE", postgresTemplate),
  embedded: given("TEST_TEMPLATE_FOLDER", embeddedTemplate)
}

const filledDatabase = Effect.map(databaseLike(template.postgres), reachedAt)

const filledFolder = Effect.gen(function* () {
  const source = yield* template.embedded
  const path = yield* folder
  cpSync(source, path, { recursive: true })
  return path
})

/** Every store, over one database. */
export type Stores = Layer.Layer<Layer.Layer.Success<typeof Storage.memory>, never, AppConfig>

interface StoreSet {
  readonly name: "memory" | "embedded" | "postgres"
  readonly layer: Stores
}

/** The stores in memory: also the model that the others are compared with. */
export const inMemory: StoreSet = { name: "memory", layer: Layer.merge(Storage.memory, MemoryDatabase.layer) }

/** Every set of stores there is; a behaviour is tested over each. Through a pooler there is but one. */
export const storeSets: ReadonlyArray<StoreSet> = [
  ...(POOLER === undefined
    ? [
        inMemory,
        {
          name: "embedded" as const,
          layer: Layer.unwrapScoped(Effect.map(filledFolder, (path) => migrated(Embedded.forServer(path))))
        }
      ]
    : []),
  ...(hasPostgres
    ? [
        {
          name: "postgres" as const,
          layer: Layer.unwrapScoped(
            Effect.map(filledDatabase, (url) => migrated(Client.external(serversAt(url), 8, 2000)))
          )
        }
      ]
    : [])
]
