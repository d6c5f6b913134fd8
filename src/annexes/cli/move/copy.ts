import { Effect } from "effect"
import { readBatch, storedColumns, writeBatch } from "./batches.ts"
import type { Ask, Database } from "./database.ts"
import type { MoveFailed } from "./failed.ts"
import type { Position } from "./state.ts"
import type { Table } from "./tables.ts"

interface Batch {
  readonly rows: number
  readonly last: string | null
  readonly [column: `c${number}`]: string | null
}

const NOTHING: Batch = { rows: 0, last: null }

const read = (ask: Ask, table: Table, after: string | null): Effect.Effect<Batch, MoveFailed> =>
  Effect.map(ask<Batch>(readBatch(table, after === null), after === null ? [] : [after]), ([batch]) => batch ?? NOTHING)

const write = ({ ask }: Database, table: Table, batch: Batch) =>
  ask(writeBatch(table), [
    ...storedColumns(table).map((_, place) => batch[`c${place}`] ?? null),
    table.name,
    batch.last
  ])

/** Copies the rows of a table after `after`. The next batch is read while one is written. */
const copyTable = Effect.fnUntraced(function* (
  source: Ask,
  target: Database,
  table: Table,
  after: string | null,
  copied: (rows: number) => Effect.Effect<void>
) {
  let batch = yield* read(source, table, after)
  while (batch.rows > 0) {
    const [, next] = yield* Effect.all([write(target, table, batch), read(source, table, batch.last)], {
      concurrency: 2
    })
    yield* copied(batch.rows)
    batch = next
  }
})

/**
 * Copies all rows after `position`, in the order of `tables`. Each batch is one statement, which also saves the
 * progress.
 */
export const copy = (
  source: Ask,
  target: Database,
  tables: ReadonlyArray<Table>,
  position: Position,
  copied: (rows: number) => Effect.Effect<void>
): Effect.Effect<void, MoveFailed> =>
  Effect.forEach(
    tables.slice(tables.findIndex(({ name }) => name === position.table)),
    (table) => copyTable(source, target, table, table.name === position.table ? position.after : null, copied),
    { discard: true }
  )
