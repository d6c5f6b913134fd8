import { Effect, Layer } from "effect"
import { Db } from "../../../platform/database/db.ts"
import { type Lookup, LookupStore } from "./store.ts"

export const layer = Layer.effect(
  LookupStore,
  Effect.map(Db, (db) =>
    LookupStore.of({
      find: (barcode) =>
        db.first(db.sql<Lookup>`
          SELECT state, fresh_until AS "freshUntil" FROM food_lookups WHERE barcode = ${barcode}`),

      begin: (barcode, now, freshUntil, { most, within }) =>
        Effect.map(
          db.rows(db.sql`
            INSERT INTO food_lookups AS kept (barcode, state, begun_at, fresh_until)
            SELECT ${barcode}, 'asking', ${now}::double precision, ${freshUntil}::double precision
            WHERE (
              SELECT count(*) FROM food_lookups WHERE begun_at > ${now - within} AND begun_at <= ${now}
            ) < ${most}
            ON CONFLICT (barcode) DO UPDATE
            SET state = excluded.state, begun_at = excluded.begun_at, fresh_until = excluded.fresh_until
            WHERE kept.fresh_until <= excluded.begun_at
            RETURNING barcode`),
          (rows) => rows.length > 0
        ),

      end: (barcode, { state, freshUntil }) =>
        db.run(db.sql`
          UPDATE food_lookups SET state = ${state}, fresh_until = ${freshUntil} WHERE barcode = ${barcode}`),

      sweep: (now) =>
        db.run(db.sql`DELETE FROM food_lookups WHERE state NOT IN ('known', 'asking') AND fresh_until <= ${now}`)
    })
  )
)
