import { Effect } from "effect"
import { migrate as applyMigrations } from "../../platform/database/migrator.ts"
import { setupClient } from "./database.ts"
import { json, print } from "./output.ts"
import { command } from "./usage/command.ts"

export const migrate = command({ name: "migrate", meaning: "Apply the database's migrations." }, { json }, ({ json }) =>
  Effect.gen(function* () {
    const applied = yield* applyMigrations
    yield* print(
      json,
      { applied },
      applied.length === 0 ? ["Nothing to apply"] : applied.map((name) => `Applied ${name}`)
    )
  }).pipe(Effect.provide(setupClient))
)
