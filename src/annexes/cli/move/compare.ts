import { Effect } from "effect"
import { sumPart } from "./batches.ts"
import type { Ask } from "./database.ts"
import { MoveFailed } from "./failed.ts"
import type { Table } from "./tables.ts"

/** The number of rows in a table, and their checksum. */
export interface Sum {
  readonly table: string
  readonly rows: number
  readonly checksum: string
}

interface Part {
  readonly rows: number
  readonly last: string | null
  readonly sum: string
}

const sumOf = Effect.fnUntraced(function* (ask: Ask, table: Table, added: (rows: number) => Effect.Effect<void>) {
  let rows = 0
  let sum = 0n
  let after: string | null = null
  do {
    const [part]: ReadonlyArray<Part> = yield* ask<Part>(sumPart(table, after === null), after === null ? [] : [after])
    rows += part?.rows ?? 0
    sum += BigInt(part?.sum ?? 0)
    after = part?.last ?? null
    yield* added(part?.rows ?? 0)
  } while (after !== null)
  return { table: table.name, rows, checksum: BigInt.asUintN(64, sum).toString(16).padStart(16, "0") }
})

const described = ({ rows, checksum }: Sum) => `${rows} rows, checksum ${checksum}`

/** Compares a table of the source with the target's, by count and checksum. Fails if they differ. */
export const compare = (
  source: Ask,
  target: Ask,
  table: Table,
  added: (rows: number) => Effect.Effect<void>
): Effect.Effect<Sum, MoveFailed> =>
  Effect.all([sumOf(source, table, added), sumOf(target, table, () => Effect.void)], { concurrency: "unbounded" }).pipe(
    Effect.filterOrFail(
      ([from, to]) => from.rows === to.rows && from.checksum === to.checksum,
      ([from, to]) =>
        new MoveFailed({
          message: `The table ${table.name} differs: ${described(from)} in the source, ${described(to)} in the target. One of them was changed since the move began. Empty the target, and run the same command again`
        })
    ),
    Effect.map(([from]) => from)
  )
