import { UNFINISHED_MOVE } from "../../../platform/database/migrator.ts"
import type { Table } from "./tables.ts"

/** Most rows of a copied batch, and its approximate size in bytes. */
const ROWS = 5000
const BYTES = 4_000_000

/** Most rows compared at a time. */
const COMPARED_ROWS = 10_000

/** The columns with stored values; the others are computed from them. */
export const storedColumns = ({ columns }: Table) => columns.filter(({ isGenerated }) => !isGenerated)

const listed = <A>(items: ReadonlyArray<A>, text: (item: A, place: number) => string) => items.map(text).join(", ")

/** Names for a batch's columns that cannot clash with other names in a statement. */
const aliases = (columns: ReadonlyArray<unknown>) => columns.map((_, place) => `c${place}`)

/**
 * The next rows of a table in the order of its key, at most `limit`: the columns in `selected`, the row's position
 * among them, and its key as a JSON array of texts. They follow the key `$1`, in the same form; without one, they are
 * the first.
 */
const nextRows = ({ name, key, columns }: Table, selected: string, isFirst: boolean, limit: number): string => {
  const order = listed(key, (column) => `stored.${column}`)
  const typeOf = (column: string) => columns.find(({ name }) => name === column)?.type
  const after = listed(key, (column, place) => `($1::text::json ->> ${place})::${typeOf(column)}`)
  return `
    SELECT ${selected}, row_number() OVER (ORDER BY ${order}) AS row_place,
      json_build_array(${listed(key, (column) => `stored.${column}::text`)})::text AS row_key
    FROM ${name} AS stored ${isFirst ? "" : `WHERE (${order}) > (${after})`}
    ORDER BY ${order} LIMIT ${limit}`
}

const LAST_KEY = "(SELECT row_key FROM batch ORDER BY row_place DESC LIMIT 1) AS last"

/**
 * Reads the next batch: the number of rows, 0 at the end; the key of the last row; and each stored column as an array
 * of texts, `c0`, `c1` and so on.
 */
export const readBatch = (table: Table, isFirst: boolean): string => {
  const stored = storedColumns(table)
  const names = aliases(stored)
  return `
    WITH next AS (
      ${nextRows(
        table,
        listed(stored, ({ name }, place) => `stored.${name}::text AS c${place}`),
        isFirst,
        ROWS
      )}
    ), measured AS (
      SELECT *, sum(octet_length(concat(${names.join(", ")})))
        OVER (ORDER BY row_place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
      FROM next
    ), batch AS MATERIALIZED (
      SELECT * FROM measured WHERE bytes_before IS NULL OR bytes_before < ${BYTES}
    )
    SELECT count(*)::integer AS rows, ${LAST_KEY}, ${listed(names, (name) => `array_agg(${name})::text AS ${name}`)}
    FROM batch`
}

/**
 * Writes a batch and the move's progress. The parameters are the arrays of the columns, the table's name and the key of
 * the last row.
 */
export const writeBatch = (table: Table): string => {
  const stored = storedColumns(table)
  return `
    WITH written AS (
      INSERT INTO ${table.name} (${listed(stored, ({ name }) => name)})
      SELECT ${listed(stored, ({ type }, place) => `c${place}::${type}`)}
      FROM unnest(${listed(stored, (_, place) => `$${place + 1}::text::text[]`)}) AS batch (${aliases(stored).join(", ")})
    )
    UPDATE ${UNFINISHED_MOVE} SET at_table = $${stored.length + 1}, after_key = $${stored.length + 2}`
}

/**
 * Sums up the next part of a table: the number of rows, 0 at the end; the key of the last row; and a sum of the rows'
 * hashes that does not depend on their order.
 */
export const sumPart = (table: Table, isFirst: boolean): string => {
  const line = `ROW(${listed(table.columns, ({ name }) => `stored.${name}`)})::text AS line`
  return `
    WITH batch AS MATERIALIZED (${nextRows(table, line, isFirst, COMPARED_ROWS)})
    SELECT count(*)::integer AS rows, ${LAST_KEY},
      COALESCE(sum(('x' || left(encode(sha256(convert_to(line, 'UTF8')), 'hex'), 16))::bit(64)::bigint), 0)::text AS sum
    FROM batch`
}
