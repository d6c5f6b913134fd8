import { Effect, Schema } from "effect"
import { UNFINISHED_MOVE } from "../../../platform/database/migrator.ts"
import type { Ask } from "./database.ts"
import { MoveFailed } from "./failed.ts"

/** A table as described in the database's catalogue. Names are quoted where SQL requires it. */
const Table = Schema.Struct({
  name: Schema.String,
  columns: Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String, isGenerated: Schema.Boolean })),
  /** The columns of the primary key; all columns if there is none. */
  key: Schema.Array(Schema.String),
  /** The other tables that its foreign keys refer to. */
  refersTo: Schema.Array(Schema.String)
})
export type Table = typeof Table.Type

/** The tables that are not moved, with the reason. */
export const NOT_MOVED: Readonly<Record<string, string>> = {
  migrations: "The target is migrated by itself",
  functions: "The target is migrated by itself",
  [UNFINISHED_MOVE]: "It says how far a move has come"
}

const CATALOGUE = `
  SELECT COALESCE(json_agg(json_build_object(
    'name', quote_ident(relname),
    'columns', (
      SELECT json_agg(json_build_object(
        'name', quote_ident(attname), 'type', format_type(atttypid, atttypmod), 'isGenerated', attgenerated <> ''
      ) ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = found.oid AND attnum > 0 AND NOT attisdropped),
    'key', COALESCE((
      SELECT json_agg(quote_ident(attname) ORDER BY place)
      FROM pg_index CROSS JOIN unnest(indkey::smallint[]) WITH ORDINALITY AS part (attnum, place)
      JOIN pg_attribute USING (attnum)
      WHERE indrelid = found.oid AND indisprimary AND attrelid = found.oid), (
      SELECT json_agg(quote_ident(attname) ORDER BY attnum)
      FROM pg_attribute WHERE attrelid = found.oid AND attnum > 0 AND NOT attisdropped)),
    'refersTo', COALESCE((
      SELECT json_agg(DISTINCT quote_ident(other.relname))
      FROM pg_constraint JOIN pg_class AS other ON other.oid = confrelid
      WHERE conrelid = found.oid AND contype = 'f' AND confrelid <> conrelid), '[]')
  ) ORDER BY relname COLLATE "C"), '[]')::text AS tables
  FROM pg_class AS found
  WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relkind IN ('r', 'p')`

const decode = Schema.decodeUnknown(Schema.parseJson(Schema.Array(Table)))

/** Every table of the database's schema, by name. */
export const tablesOf = (ask: Ask): Effect.Effect<ReadonlyArray<Table>, MoveFailed> =>
  ask<{ readonly tables: string }>(CATALOGUE).pipe(
    Effect.flatMap(([row]) => decode(row?.tables ?? "[]")),
    Effect.catchTag("ParseError", Effect.die)
  )

/** The tables, sorted so that each follows those that its foreign keys refer to. */
const inOrder = (tables: ReadonlyArray<Table>): ReadonlyArray<Table> => {
  const ordered: Array<Table> = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name))
    const ready = [...waiting].filter(({ refersTo }) => !refersTo.some((name) => names.has(name)))
    if (ready.length === 0) throw new Error("The tables' foreign keys form a circle")
    for (const table of ready) {
      ordered.push(table)
      waiting.delete(table)
    }
  }
  return ordered
}

/** What to move: Fettle's tables except NOT_MOVED, in order; and the source's tables that are not Fettle's. */
export interface Plan {
  readonly tables: readonly [Table, ...ReadonlyArray<Table>]
  readonly leftOut: ReadonlyArray<string>
}

/**
 * Plans a move. Fettle's tables are those that migrations have created in the target. Fails if the source has others
 * instead.
 */
export const planOf = (source: ReadonlyArray<Table>, target: ReadonlyArray<Table>): Effect.Effect<Plan, MoveFailed> => {
  const inSource = new Map(source.map((table) => [table.name, table]))
  const tables = target.filter(({ name }) => !Object.hasOwn(NOT_MOVED, name))
  const different = tables.filter((table) => !Bun.deepEquals(inSource.get(table.name), table))
  if (different.length > 0) {
    return Effect.fail(
      new MoveFailed({
        message: `The source's table ${different[0]?.name} is not as Fettle's migrations make it: somebody has changed it. Change it back, and run the same command again`
      })
    )
  }
  const known = new Set(target.map(({ name }) => name))
  const leftOut = [...inSource.keys()].filter((name) => !known.has(name) && !Object.hasOwn(NOT_MOVED, name))
  const [first, ...others] = inOrder(tables)
  return first === undefined
    ? Effect.dieMessage("The migrations have made no tables")
    : Effect.succeed({ tables: [first, ...others], leftOut })
}
