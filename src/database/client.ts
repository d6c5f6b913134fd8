import type { SqlClient } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Redacted } from "effect"
import pg from "pg"
import { AppConfig } from "../config.ts"
import { CannotStart } from "../start.ts"

const DATE = 1082
const INT8 = 20

/** Days stay text, and counts are numbers: node-pg would make a local Date of one and text of the other. */
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === DATE) return (text: string) => text
    if (oid === INT8) return Number
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text")
  }
} as pg.CustomTypesConfig

type Clients = PgClient.PgClient | SqlClient.SqlClient
export type Client = Layer.Layer<Clients, CannotStart>

/** A client of the PostgreSQL server that `url` names. */
export const external = (url: Redacted.Redacted, maxConnections: number): Client =>
  PgClient.layer({ url, maxConnections, types, applicationName: "fettle", connectTimeout: "5 seconds" }).pipe(
    Layer.mapError(({ cause }) => {
      const { host } = new URL(Redacted.value(url))
      return new CannotStart({
        message: `DATABASE_URL: the PostgreSQL server at ${host} cannot be used (${reasonOf(cause)}). Start it, correct the URL, or leave DATABASE_URL out to use the embedded database`
      })
    })
  )

/** What went wrong in one line; a refused connection hides its reason among several attempts. */
const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0])
  return cause instanceof Error && cause.message !== "" ? cause.message : String(cause)
}

/** A client of the PostgreSQL that listens on the unix socket `.s.PGSQL.<port>` in `folder`. */
export const socketClient = (folder: string, port: number): Client =>
  // All connections to the embedded database share one backend, so one of ours is enough and keeps transactions apart.
  PgClient.layer({ host: folder, port, username: "postgres", database: "postgres", maxConnections: 1, types }).pipe(
    Layer.mapError(
      ({ cause }) =>
        new CannotStart({ message: `DATA_DIR: the embedded database does not answer (${reasonOf(cause)})` })
    )
  )

/** The client of whichever database the settings name; `embedded` opens the one in DATA_DIR. */
export const layer = (embedded: (dataDir: string) => Client): Layer.Layer<Clients, CannotStart, AppConfig> =>
  Layer.unwrapEffect(
    Effect.map(AppConfig, ({ databaseUrl, databaseConnections, dataDir }) =>
      Option.match(databaseUrl, {
        onNone: () => embedded(dataDir),
        onSome: (url) => external(url, databaseConnections)
      })
    )
  )
