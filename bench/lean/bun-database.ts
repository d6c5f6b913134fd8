import { SQL } from "bun"
import type { Database, Query } from "./database.ts"
import { settings } from "./settings.ts"
import { statements } from "./statements.ts"

export const sql = new SQL({
  url: settings.databaseUrl,
  max: settings.connections,
  connection: { search_path: "lean, public" }
})

interface Statements {
  unsafe<Row>(statement: string, values: Array<unknown>): Promise<ReadonlyArray<Row>>
}

const queryOf =
  (connection: Statements): Query =>
  (name, values) =>
    connection.unsafe(statements[name], [...values])

/** Bun's own driver, which prepares each statement once per connection. */
export const database: Database = {
  query: queryOf(sql),
  transaction: (work) => sql.begin((connection) => work(queryOf(connection)))
}
