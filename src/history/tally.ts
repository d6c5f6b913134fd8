import type { Counts, LeftOutRow, RowCounts } from "./model.ts"
import type { Place } from "./rows.ts"

/** Most rows left out that a report lists; it counts all of them. */
const MOST_LISTED = 100_000
const MOST_WARNINGS = 1000

/** What becomes of rows that are not left out. */
export type Kind = Exclude<keyof RowCounts, "read" | "leftOut">

/** Counts what becomes of each row, and what is made. */
export interface Tally {
  readonly count: (kind: Kind, rows: number) => void
  /** Counts the rows that one fact was made of: one as what became of it, the others as merged. */
  readonly countFact: (kind: Kind, rows: number) => void
  readonly leaveOut: (place: Place, rows: number, reason: string) => void
  readonly made: (what: keyof Counts["made"], count: number) => void
  readonly warn: (text: string) => void
  readonly counts: () => Counts
  readonly leftOut: () => ReadonlyArray<LeftOutRow>
  readonly warnings: () => ReadonlyArray<string>
}

export const makeTally = (): Tally => {
  const rows = { new: 0, unchanged: 0, changed: 0, merged: 0, leftOut: 0 }
  const made = { readings: 0, entries: 0, workouts: 0, sets: 0, exercises: 0 }
  const leftOut: Array<LeftOutRow> = []
  const warnings: Array<string> = []
  let unlisted = 0
  let unwarned = 0
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
      if (leftOut.length === MOST_LISTED) unlisted += count
      else leftOut.push({ file, line, reason: count > 1 ? `${reason} (${count} rows)` : reason })
    },
    made: (what, count) => {
      made[what] += count
    },
    warn: (text) => {
      if (warnings.length < MOST_WARNINGS) warnings.push(text)
      else unwarned++
    },
    counts: () => ({
      rows: { read: rows.new + rows.unchanged + rows.changed + rows.merged + rows.leftOut, ...rows },
      made: { ...made }
    }),
    leftOut: () => leftOut,
    warnings: () => [
      ...warnings,
      ...(unlisted > 0 ? [`${unlisted} more rows were left out, but are not listed.`] : []),
      ...(unwarned > 0 ? [`${unwarned} more warnings are not listed.`] : [])
    ]
  }
}
