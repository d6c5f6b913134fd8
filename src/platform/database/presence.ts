import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Schema } from "./schema.ts"
import { isDistributed } from "./session.ts"

const TABLE = /CREATE (?:UNLOGGED )?TABLE (\w+) \(\n([\s\S]*?)\n\)/g
const ALTERED = /ALTER TABLE (\w+)\b([^;]*);/g
const ADDED = /ADD COLUMN (\w+)/g
const TRIGGER = /CREATE TRIGGER (\w+)/g
const CONSTRAINT = /^(?:PRIMARY|UNIQUE|FOREIGN|CHECK|CONSTRAINT|EXCLUDE)\b/

/** The parts between the commas of a list that are outside parentheses. */
const partsOf = (list: string): ReadonlyArray<string> => {
  let depth = 0
  const parts = [""]
  for (const each of list) {
    depth += each === "(" ? 1 : each === ")" ? -1 : 0
    if (each === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += each
  }
  return parts.map((part) => part.trim())
}

/** The tables, columns and triggers that a schema's migrations make, as `table users`, `column users.name`. */
export const objectsOf = ({ migrations }: Pick<Schema, "migrations">): ReadonlyArray<string> =>
  migrations.flatMap(({ statements }) => {
    const text = statements.replaceAll(/--.*$/gm, "")
    const made = [...text.matchAll(TABLE)].flatMap(([, table = "", body = ""]) => [
      `table ${table}`,
      ...partsOf(body)
        .filter((part) => !CONSTRAINT.test(part))
        .flatMap((part) => /^\w+/.exec(part)?.map((column) => `column ${table}.${column}`) ?? [])
    ])
    const added = [...text.matchAll(ALTERED)].flatMap(([, table, changes = ""]) =>
      [...changes.matchAll(ADDED)].map(([, column]) => `column ${table}.${column}`)
    )
    return [...made, ...added, ...[...text.matchAll(TRIGGER)].map(([, trigger]) => `trigger ${trigger}`)]
  })

const existing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly object: string }>`
    SELECT 'table ' || relname AS object FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
    UNION ALL
    SELECT 'column ' || relname || '.' || attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT 'trigger ' || tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = current_schema()::regnamespace`
  return new Set(rows.map(({ object }) => object))
})

/**
 * What of these migrations' tables, columns and triggers the database does not have. A cluster's triggers are not looked
 * for, because not every node has all of them.
 */
export const absentOf = (schema: Pick<Schema, "migrations">) =>
  Effect.zipWith(existing, isDistributed, (found, isSpread) => {
    const absent = objectsOf(schema).filter(
      (object) => !found.has(object) && !(isSpread && object.startsWith("trigger "))
    )
    const tables = new Set(absent.filter((object) => object.startsWith("table ")).map((object) => object.slice(6)))
    // A table that is missing is not listed column by column.
    return absent.filter((object) => !tables.has(/^column (\w+)\./.exec(object)?.[1] ?? ""))
  })
