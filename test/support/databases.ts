import { Effect } from "effect"
import pg from "pg"
import { REQUEST_SETTINGS } from "../../src/platform/database/session.ts"

/** Runs a statement on a server, and returns its rows. */
export const onServer = async (url: string, statement: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Stores the settings of requests in a database, as its owner has to behind a pooler. */
export const keepSettings = async (url: string): Promise<void> => {
  for (const [name, value] of Object.entries(REQUEST_SETTINGS)) {
    await onServer(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${name} = '${value}'`)
  }
}

/** The URL of the database with this name on a server. */
export const urlOf = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Drops a database, and the copies of it that a killed process left behind. */
const dropped = async (server: string, name: string): Promise<void> => {
  const databases = await onServer(server, `SELECT datname FROM pg_database WHERE starts_with(datname, '${name}')`)
  for (const { datname } of databases) await onServer(server, `DROP DATABASE ${datname} WITH (FORCE)`)
}

/** A separate database on each server, copied from `template` there and dropped with the scope; returns its name. */
export const databaseLike = (servers: ReadonlyArray<string>, template: Effect.Effect<string>) => {
  const onEach = (statement: string) => Promise.all(servers.map((server) => onServer(server, statement)))
  return Effect.acquireRelease(
    Effect.flatMap(template, (template) =>
      Effect.promise(async () => {
        const random = crypto.randomUUID().replaceAll("-", "")
        const name = template === "template1" ? `fettle_test_${random}` : `${template}_${random.slice(0, 12)}`
        // A template that is copied block by block stays in the server's memory, where each DROP DATABASE looks for it.
        await onEach(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY = file_copy`)
        // No test cuts the server's power, and waiting for its disk takes most of a write's time.
        await onEach(`ALTER DATABASE ${name} SET synchronous_commit = off`)
        if (process.env.TEST_POOLER_PORT !== undefined)
          await Promise.all(servers.map((server) => keepSettings(urlOf(server, name))))
        return name
      })
    ),
    (name) => Effect.promise(() => Promise.all(servers.map((server) => dropped(server, name))))
  )
}
