import { Effect, Layer } from "effect"
import { Db } from "../../../platform/database/db.ts"
import { ImportCheckpoints } from "./checkpoints.ts"
import type { FileIdentity } from "./file.ts"
import type { Checkpoint } from "./importer.ts"

export const layer = Layer.effect(
  ImportCheckpoints,
  Effect.map(Db, (db) =>
    ImportCheckpoints.of({
      find: (kind, fileName) =>
        db.findOne(
          db.sql<FileIdentity & { readonly rows: number }>`
          SELECT file_name AS name, file_size AS size, file_modified_at AS "modifiedAt", rows_done AS rows
          FROM food_imports WHERE kind = ${kind} AND file_name = ${fileName}`,
          ({ rows, ...identity }): Checkpoint => ({ kind, identity, rows })
        ),

      keep: ({ kind, identity, rows }) =>
        db.run(db.sql`
          INSERT INTO food_imports (kind, file_name, file_size, file_modified_at, rows_done)
          VALUES (${kind}, ${identity.name}, ${identity.size}, ${identity.modifiedAt}, ${rows})
          ON CONFLICT (kind, file_name) DO UPDATE SET
            file_size = excluded.file_size, file_modified_at = excluded.file_modified_at,
            rows_done = excluded.rows_done`),

      drop: ({ kind, identity }) =>
        db.run(db.sql`DELETE FROM food_imports WHERE kind = ${kind} AND file_name = ${identity.name}`)
    })
  )
)
