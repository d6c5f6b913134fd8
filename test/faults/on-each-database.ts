import { test } from "bun:test"
import type { SettingsOfProcess } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { TIME_LIMIT } from "./form.ts"
import { newDatabase, newDataFolder } from "./servers.ts"

/** Runs a test of real processes on a new embedded database and, if there is one, on PostgreSQL, side by side. */
export const onEachDatabase = (
  nameOn: (database: string) => string,
  run: (database: string, settings: SettingsOfProcess) => Promise<void>
): void => {
  const [embedded, postgres] = ["the embedded database", "PostgreSQL"]
  test.concurrent(
    nameOn(embedded),
    async () => {
      await using folder = await newDataFolder()
      await run(embedded, { DATA_DIR: folder.value })
    },
    TIME_LIMIT
  )
  if (!hasPostgres) return
  test.concurrent(
    nameOn(postgres),
    async () => {
      await using database = await newDatabase()
      await run(postgres, { DATABASE_URL: database.value })
    },
    TIME_LIMIT
  )
}
