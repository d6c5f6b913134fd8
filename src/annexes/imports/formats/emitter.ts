import { BATCH_ROWS, type HistoryRow, type Place } from "../rows/rows.ts"
import { DayCheck } from "./day-check.ts"
import { DaySteps } from "./day-steps.ts"
import { Portions } from "./portions.ts"

/** Most left-out rows listed one by one with their reason; further ones are only counted. */
const MOST_LISTED = 1000
const MOST_WARNINGS = 200

/** Collects what readers find, and passes it on in batches. Left-out rows take a bounded amount of memory. */
export class Emitter {
  private ready: Array<HistoryRow> = []
  /** Compares what was read of each day with the input's own sums. */
  readonly check = new DayCheck()
  /** Steps of days that several files of the input may share. */
  readonly steps = new DaySteps()
  /** Portions of foods that another file of the input describes. */
  readonly portions = new Portions()
  private listed = 0
  private warnings = 0
  private readonly counted = new Map<string, { readonly place: Place; readonly reason: string; rows: number }>()

  push(row: HistoryRow): void {
    this.ready.push(row)
  }

  /** A left-out row with its own reason. */
  leaveOut(place: Place, reason: string): void {
    if (this.listed >= MOST_LISTED) {
      this.count(place, `further rows, for reasons like those of the first ${MOST_LISTED}`)
      return
    }
    this.listed++
    this.ready.push({ _tag: "LeftOut", place, rows: 1, reason })
  }

  /** Counts left-out rows of one kind, reported once when the file has ended. `reason` is one of few. */
  count(place: Place, reason: string, rows = 1): void {
    const key = `${place.file}\n${reason}`
    const counted = this.counted.get(key)
    if (counted === undefined) this.counted.set(key, { place, reason, rows })
    else counted.rows += rows
  }

  /** Adds a warning. Only the first ones are reported. */
  warn(place: Place | null, text: string): void {
    if (this.warnings++ < MOST_WARNINGS) this.ready.push({ _tag: "Warning", place, text })
  }

  /** Reports what was counted. */
  endFile(): void {
    for (const { place, reason, rows } of this.counted.values()) {
      this.ready.push({ _tag: "LeftOut", place, rows, reason })
    }
    this.counted.clear()
  }

  get isFull(): boolean {
    return this.ready.length >= BATCH_ROWS
  }

  /** Everything since the last call, in batches. */
  take(): ReadonlyArray<ReadonlyArray<HistoryRow>> {
    const batches: Array<ReadonlyArray<HistoryRow>> = []
    for (let at = 0; at < this.ready.length; at += BATCH_ROWS) batches.push(this.ready.slice(at, at + BATCH_ROWS))
    this.ready = []
    return batches
  }
}
