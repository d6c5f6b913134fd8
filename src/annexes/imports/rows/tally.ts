import { Schema } from "effect"
import { clipped } from "./keys.ts"
import { type Counts, LeftOutRow, Made, NotKeptKind, type Replaced, RowCounts } from "./model.ts"
import type { Place } from "./rows.ts"

/** Most lines of a kind that a report lists: left-out rows, counts of such rows, warnings. All of them are counted. */
export const MOST_LISTED = 1000
const LONGEST_LINE = 500

/** The outcomes of rows that are not left out. */
export type Kind = Exclude<keyof RowCounts, "read" | "leftOut">

/** The counts so far. */
export const Tallied = Schema.Struct({
  rows: RowCounts.pipe(Schema.omit("read")),
  made: Made,
  leftOut: Schema.Array(LeftOutRow),
  /** How many of these lines stand for several rows left out for the same reason. */
  sums: Schema.Number,
  warnings: Schema.Array(Schema.String),
  notKept: Schema.optionalWith(Schema.Array(NotKeptKind), { default: () => [] }),
  unlisted: Schema.Number,
  unwarned: Schema.Number
})
export type Tallied = typeof Tallied.Type

/** Counts the outcome of each row, and what is made. */
export interface Tally {
  readonly count: (kind: Kind, rows: number) => void
  /** Counts the rows that one fact was made from: one with the fact's outcome, the others as merged. */
  readonly countFact: (kind: Kind, rows: number) => void
  readonly leaveOut: (place: Place, rows: number, reason: string) => void
  readonly made: (what: keyof Counts["made"], count: number) => void
  /** Notes a fact that was taken back, once for each key. */
  readonly replace: (key: string, fact: Replaced) => void
  readonly warn: (text: string) => void
  /** Names a kind of data that is not kept. Readers bound how many they name. */
  readonly notKeep: (kind: NotKeptKind) => void
  readonly counts: () => Counts
  readonly leftOut: () => ReadonlyArray<LeftOutRow>
  /** At most so many as a report lists. */
  readonly replaced: () => ReadonlyArray<Replaced>
  readonly warnings: () => ReadonlyArray<string>
  readonly notKept: () => ReadonlyArray<NotKeptKind>
  readonly tallied: () => Tallied
}

const NOTHING: Tallied = {
  rows: { new: 0, unchanged: 0, changed: 0, merged: 0, leftOut: 0 },
  made: { readings: 0, entries: 0, workouts: 0, sets: 0, exercises: 0 },
  leftOut: [],
  sums: 0,
  warnings: [],
  notKept: [],
  unlisted: 0,
  unwarned: 0
}

/** Starts from zero, or from an earlier count. */
export const makeTally = (before: Tallied = NOTHING): Tally => {
  const rows = { ...before.rows }
  const made = { ...before.made }
  const [leftOut, warnings, notKept] = [[...before.leftOut], [...before.warnings], [...before.notKept]]
  const replaced = new Map<string, Replaced>()
  let { sums, unlisted, unwarned } = before
  return {
    count: (kind, count) => {
      rows[kind] += count
    },
    countFact: (kind, count) => {
      const own = Math.min(1, count)
      rows[kind] += own
      rows.merged += count - own
    },
    leaveOut: ({ file, line }, count, reason) => {
      if (count === 0) return
      rows.leftOut += count
      if ((count > 1 ? sums : leftOut.length - sums) === MOST_LISTED) {
        unlisted += count
        return
      }
      if (count > 1) sums++
      leftOut.push({ file, line, reason: clipped(reason, LONGEST_LINE) + (count > 1 ? ` (${count} rows)` : "") })
    },
    made: (what, count) => {
      made[what] += count
    },
    replace: (key, fact) => replaced.set(key, fact),
    warn: (text) => {
      if (warnings.length < MOST_LISTED) warnings.push(clipped(text, 2 * LONGEST_LINE))
      else unwarned++
    },
    notKeep: (kind) => notKept.push(kind),
    counts: () => ({
      rows: { read: rows.new + rows.unchanged + rows.changed + rows.merged + rows.leftOut, ...rows },
      made: { ...made }
    }),
    leftOut: () => leftOut,
    replaced: () => [...replaced.values()].slice(0, MOST_LISTED),
    warnings: () => [
      ...warnings,
      ...(replaced.size > MOST_LISTED ? [`${replaced.size - MOST_LISTED} more replaced facts are not listed.`] : []),
      ...(unlisted > 0 ? [`${unlisted} more rows were left out, but are not listed.`] : []),
      ...(unwarned > 0 ? [`${unwarned} more warnings are not listed.`] : [])
    ],
    notKept: () => notKept,
    tallied: () => ({ rows, made, leftOut, sums, warnings, notKept, unlisted, unwarned })
  }
}

/** A tally that keeps what it is given until `counted` passes it on, for work that may have to be done again. */
export const countLater = (tally: Tally): { readonly tally: Tally; readonly counted: () => void } => {
  const calls: Array<() => void> = []
  return {
    tally: {
      ...tally,
      count: (...args) => calls.push(() => tally.count(...args)),
      countFact: (...args) => calls.push(() => tally.countFact(...args)),
      leaveOut: (...args) => calls.push(() => tally.leaveOut(...args)),
      made: (...args) => calls.push(() => tally.made(...args)),
      replace: (...args) => calls.push(() => tally.replace(...args)),
      warn: (...args) => calls.push(() => tally.warn(...args))
    },
    counted: () => {
      for (const call of calls) call()
    }
  }
}
