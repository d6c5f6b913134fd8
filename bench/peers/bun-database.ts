import { SQL } from "bun"
import type { Database, Query } from "./database.ts"
import { settings } from "./settings.ts"

const sql = new SQL({ url: settings.databaseUrl, max: settings.connections })

interface Statements {
  unsafe<Row>(statement: string, values: Array<unknown>): Promise<ReadonlyArray<Row>>
}

const queryOf =
  (connection: Statements): Query =>
  (statement, values) =>
    connection.unsafe(statement, [...values])

/** Bun's own driver, which prepares each statement once a connection and keeps it by name. */
export const database: Database = {
  query: queryOf(sql),
  transaction: (work) => sql.begin((connection) => work(queryOf(connection)))
}
