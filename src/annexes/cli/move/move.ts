import { Effect } from "effect"
import { compare, type Sum } from "./compare.ts"
import { copy } from "./copy.ts"
import type { Ask, Database } from "./database.ts"
import type { MoveFailed } from "./failed.ts"
import type { Report, Step } from "./progress.ts"
import { fingerprintOf, lock, mustBeAlone } from "./source.ts"
import { begin, find, finish, prepare } from "./state.ts"
import { planOf, type Table, tablesOf } from "./tables.ts"

export interface Moved {
  /** The tables that both databases now have. */
  readonly tables: ReadonlyArray<Sum>
  /** How many rows an interrupted run had already copied. */
  readonly copiedBefore: number
  /** Tables in the source that are not Fettle's. They are not moved. */
  readonly leftOut: ReadonlyArray<string>
}

const countRows = (ask: Ask, tables: ReadonlyArray<Table>) =>
  Effect.map(
    ask<{ readonly rows: number }>(
      `SELECT (${tables.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(" + ")})::double precision AS rows`
    ),
    ([row]) => row?.rows ?? 0
  )

/** Reports the progress of a step in rows. */
const reportStep = Effect.fnUntraced(function* (report: Report, step: Step, total: number) {
  let done = 0
  yield* report({ step, done, total })
  return (rows: number) =>
    Effect.suspend(() => {
      done += rows
      return report({ step, done, total })
    })
})

/**
 * Copies everything from one database to another, which must be empty, and compares both. An interrupted move continues
 * when repeated. Meanwhile nobody can change the source; it stays as it is.
 */
export const move = (source: Database, target: Database, report: Report): Effect.Effect<Moved, MoveFailed> =>
  Effect.gen(function* () {
    const fingerprint = yield* fingerprintOf(source)
    const found = yield* find(target, fingerprint)
    yield* mustBeAlone(source)
    yield* mustBeAlone(target)
    if (!found.isBegun) yield* begin(target, fingerprint)
    yield* reportStep(report, "migrate", 0)
    yield* target.migrate
    const { tables, leftOut } = yield* planOf(yield* tablesOf(source.ask), yield* tablesOf(target.ask))
    return yield* source.transaction((inSource) =>
      Effect.gen(function* () {
        yield* lock(source.place, inSource, tables)
        const position = found.position ?? (yield* prepare(target, tables))
        const total = yield* countRows(inSource, tables)
        const copiedBefore = yield* countRows(target.ask, tables)
        const copied = yield* reportStep(report, "copy", total - copiedBefore)
        yield* copy(inSource, target, tables, position, copied)
        const compared = yield* reportStep(report, "compare", total)
        const sums = yield* target.transaction((inTarget) =>
          Effect.forEach(tables, (table) => compare(inSource, inTarget, table, compared))
        )
        yield* reportStep(report, "analyze", 0)
        yield* finish(target.ask, tables)
        return { tables: sums, copiedBefore, leftOut }
      })
    )
  })
