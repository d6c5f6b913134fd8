import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Cursors, signedWith } from "./cursor.ts"

/** Signs with a secret that all processes read from the database. */
export const layer = Layer.effect(
  Cursors,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* Effect.orDie(
      sql<{ readonly secret: string }>`SELECT secret FROM service_secrets WHERE name = 'cursor'`
    )
    if (row === undefined) return yield* Effect.dieMessage("The cursor secret is missing from service_secrets")
    return signedWith(row.secret)
  })
)
