import type { ActivityDay } from "../../../values/activity-day.ts"
import type { Place, Reading } from "../rows/rows.ts"
import { StepCounter } from "./steps.ts"
import type { LocalClock } from "./zones.ts"

interface Counted {
  readonly place: Place
  steps: number
  rows: number
}

/** Adds up the steps of many moments by day. Its memory grows with the days, and by 22 bytes per interval. */
export class DaySteps {
  private readonly days = new Map<ActivityDay, Counted>()
  private readonly largest = new Map<ActivityDay, Counted & { readonly isSum: boolean }>()
  private readonly intervals = new StepCounter()
  private file = ""

  add(day: ActivityDay, steps: number, place: Place): void {
    const held = this.days.get(day)
    if (held === undefined) this.days.set(day, { place, steps, rows: 1 })
    else {
      held.steps += steps
      held.rows++
    }
  }

  /**
   * Adds a row's steps of a whole day. A row that adds up several devices takes precedence over those of single ones,
   * of which the largest counts.
   */
  addLargest(day: ActivityDay, steps: number, place: Place, isSum: boolean): void {
    const held = this.largest.get(day)
    const isMore = held === undefined || (isSum === held.isSum ? steps > held.steps : isSum)
    const rows = (held?.rows ?? 0) + 1
    this.largest.set(day, isMore ? { place, steps, rows, isSum } : { ...held, rows })
  }

  /**
   * Adds an interval counted by one of several devices, in epoch milliseconds. It counts only for days to which nothing
   * else is added. Returns why it cannot be counted, else null.
   */
  addInterval(
    device: string,
    start: number,
    end: number,
    steps: number,
    clock: LocalClock,
    { file, line }: Place
  ): string | null {
    if (this.file === "") this.file = file
    return this.intervals.add(device, "", start, end, steps, clock, line)
  }

  /** One reading per day, with the rows that it is made of. */
  readings(): ReadonlyArray<Reading> {
    for (const { day, steps, rows, line } of this.intervals.settle()) {
      const held = this.days.get(day)
      if (held === undefined) this.days.set(day, { place: { file: this.file, line }, steps, rows })
      else held.rows += rows
    }
    for (const [day, counted] of this.largest) this.days.set(day, counted)
    return [...this.days].map(([day, { place, steps, rows }]) => ({
      _tag: "Reading",
      place,
      rows,
      metric: "steps",
      value: Math.round(steps),
      at: { day, time: null, instant: null, zone: null },
      origin: null
    }))
  }
}
