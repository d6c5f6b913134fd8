import pg from "pg"
import type { Database, Query } from "./database.ts"
import { settings } from "./settings.ts"
import { statements } from "./statements.ts"

const pool = new pg.Pool({
  connectionString: settings.databaseUrl,
  max: settings.connections,
  options: "-c search_path=lean,public"
})

const queryOf =
  (client: pg.Pool | pg.PoolClient): Query =>
  async (name, values) =>
    (await client.query({ name, text: statements[name], values: [...values] })).rows

/** node-postgres, with each statement prepared by its name. */
export const database: Database = {
  query: queryOf(pool),
  transaction: async (work) => {
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
      const result = await work(queryOf(client))
      await client.query("COMMIT")
      return result
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
  }
}
