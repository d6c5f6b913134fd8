import { Effect } from "effect"
import { latestMigration, UNFINISHED_MOVE } from "../../../platform/database/migrator.ts"
import type { Ask, Database } from "./database.ts"
import { MoveFailed } from "./failed.ts"
import { type Plan, tablesOf } from "./tables.ts"

/** The last row copied to the target: its table, and its key as a JSON array; null before the first. */
export interface Position {
  readonly table: string
  readonly after: string | null
}

interface Kept {
  readonly source: string
  readonly schema: number
  readonly table: string | null
  readonly after: string | null
}

const notEmpty = (place: string) =>
  new MoveFailed({
    message: `${place} has tables already. A move needs an empty database as its target. If an earlier move into this one was completed, it can be used as it is`
  })

const anotherMove = (place: string, what: string) =>
  new MoveFailed({
    message: `${place} holds an unfinished move ${what}. Run that one again to complete it, or name an empty database`
  })

/** The state of a target: empty, or a move with its progress; without a position before the first row. */
export interface Found {
  readonly isBegun: boolean
  readonly position?: Position
}

/**
 * Looks for an earlier move of the source with the fingerprint `source`. Fails if the target contains anything else.
 */
export const find = ({ place, ask }: Database, source: string): Effect.Effect<Found, MoveFailed> =>
  Effect.gen(function* () {
    const tables = yield* tablesOf(ask)
    if (tables.length === 0) return { isBegun: false }
    if (!tables.some(({ name }) => name === UNFINISHED_MOVE)) return yield* notEmpty(place)
    const [kept] = yield* ask<Kept>(
      `SELECT source, schema, at_table AS "table", after_key AS "after" FROM ${UNFINISHED_MOVE}`
    )
    if (kept?.source !== source) return yield* anotherMove(place, "of another database")
    if (kept.schema !== latestMigration()) return yield* anotherMove(place, "by another version of Fettle")
    return { isBegun: true, ...(kept.table === null ? {} : { position: { table: kept.table, after: kept.after } }) }
  })

/** Begins a move into an empty target. From now on nothing else uses it. */
export const begin = ({ transaction }: Database, source: string): Effect.Effect<void, MoveFailed> =>
  transaction((ask) =>
    Effect.zipRight(
      ask(
        `CREATE TABLE ${UNFINISHED_MOVE} (source text NOT NULL, schema integer NOT NULL, at_table text, after_key text)`
      ),
      Effect.asVoid(
        ask(`INSERT INTO ${UNFINISHED_MOVE} (source, schema) VALUES ($1, $2::text::integer)`, [
          source,
          String(latestMigration())
        ])
      )
    )
  )

/**
 * Empties the target's tables, because migrations have added rows, and sets the move's position before the first row.
 */
export const prepare = (
  { transaction }: Database,
  [first, ...others]: Plan["tables"]
): Effect.Effect<Position, MoveFailed> =>
  transaction((ask) =>
    Effect.gen(function* () {
      yield* ask(`TRUNCATE ${[first, ...others].map(({ name }) => name).join(", ")}`)
      yield* ask(`UPDATE ${UNFINISHED_MOVE} SET at_table = $1`, [first.name])
      return { table: first.name, after: null }
    })
  )

/** Ends the move, so that the target can be used. Its statistics are collected first, so that it is fast at once. */
export const finish = (ask: Ask, tables: Plan["tables"]): Effect.Effect<void, MoveFailed> =>
  Effect.zipRight(
    ask(`ANALYZE ${tables.map(({ name }) => name).join(", ")}`),
    Effect.asVoid(ask(`DROP TABLE ${UNFINISHED_MOVE}`))
  )
