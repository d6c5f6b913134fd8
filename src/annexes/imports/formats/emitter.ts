import type { NotKeptKind } from "../rows/model.ts"
import { BATCH_ROWS, type HistoryRow, type Place } from "../rows/rows.ts"
import { DayCheck } from "./day-check.ts"
import { DaySteps } from "./day-steps.ts"
import { FileNights } from "./measures/nights.ts"
import { Portions } from "./portions.ts"

/** Most kinds of data that are not kept and are reported by name. */
const MOST_KINDS = 200

interface Kind extends NotKeptKind {
  rows: number
}

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
  /** Sleep, of which several sources may state the same night. */
  readonly nights = new FileNights()
  /** Portions of foods that another file of the input describes. */
  readonly portions = new Portions()
  private listed = 0
  private warnings = 0
  private readonly kinds = new Map<string, Kind>()
  private further = 0
  private readonly named = new Set<string>()
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

  /**
   * Counts rows whose values of a kind are not kept, such as those of a column of this name. Each kind is reported once the
   * input has ended. Kinds of the same name in different tables, such as `Comment`, are different kinds.
   */
  notKept(place: Place, name: string, rows = 1, table = ""): void {
    const key = `${table}\n${name}`
    const known = this.kinds.get(key)
    if (known !== undefined) known.rows += rows
    else if (this.kinds.size < MOST_KINDS) this.kinds.set(key, { file: place.file, kind: name.slice(0, 100), rows })
    else this.further += rows
  }

  /** What is not kept, by kind. */
  kindsNotKept(): ReadonlyArray<NotKeptKind> {
    const further: NotKeptKind = { file: null, kind: "further kinds of data", rows: this.further }
    return [...this.kinds.values(), ...(further.rows === 0 ? [] : [further])]
  }

  /** Counts left-out rows of a kind that a person or an app has named, such as measurements of a mood. */
  countKind(place: Place, kind: string): void {
    if (this.named.size < MOST_KINDS) this.named.add(kind)
    this.count(place, `${this.named.has(kind) ? kind.slice(0, 100) : "further kinds"}, which are not kept`)
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
