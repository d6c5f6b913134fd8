import type { ActivityDay } from "../../../values/activity-day.ts"
import type { Question } from "../rows/questions.ts"
import type { Moment, Place, ReadOptions } from "../rows/rows.ts"
import { brief } from "./brief.ts"
import type { Cells } from "./cells.ts"
import type { Emitter } from "./emitter.ts"
import { Moments, OFFSET, timeOf } from "./moments.ts"
import type { Answers, Survey, SurveyContext } from "./table.ts"
import { isRepeated, type LocalClock } from "./zones.ts"

/** Where a row states its steps, and when they were made. */
export interface StepRow {
  /** The day, with or without a time. */
  readonly date: string
  /** A time of day from another column; empty if there is none. */
  readonly time: string
  readonly steps: number | null
  /** What counted them, if the table names it. */
  readonly counter?: string
}

/** Where the first time of day begins in a text. */
const BEFORE_TIME = /[T, ](?=\d{1,2}:\d{2})/
const SECONDS_PER_DAY = 86_400
/** Offsets from UTC in minutes, all above 0. */
const OFFSETS = 4096

interface Day {
  readonly number: number
  readonly text: string
  readonly counter: string
  rows: number
  isTimed: boolean
}

/** The seconds of a time, apart for each offset from UTC; null if there is no time. */
const timeNumber = (text: string): number | null => {
  const [written, , sign, hours = 0, minutes = 0] = OFFSET.exec(text) ?? []
  const time = timeOf(written === undefined ? text : text.slice(0, -written.length))
  if (time === null) return null
  const offset =
    written === undefined ? 0 : OFFSETS / 2 + (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1)
  return ((time.hour * 60 + time.minute) * 60 + time.second) * OFFSETS + offset
}

/** A row's day, and the time within it: that of its date, or else of its own column. */
const dayAndTime = (date: string, apart: string): { readonly text: string; readonly within: string } => {
  const whole = brief(date)
  const at = whole.search(BEFORE_TIME)
  if (at < 1) return { text: whole, within: apart.trim() }
  return { text: whole.slice(0, at).replace(/[T,]$/, ""), within: whole.slice(at + 1) }
}

/** Finds days with several rows of steps, and among these rows for one time. Its memory grows by 8 bytes per row. */
class StepTimes {
  private readonly days = new Map<string, Day>()
  private times = new Float64Array(1024)
  private count = 0
  private isSeveral = false
  private doubtful: string | null = null

  constructor(private readonly clock: LocalClock) {}

  add({ date, time: apart, counter = "" }: StepRow): void {
    const { text, within } = dayAndTime(date, apart)
    const time = timeNumber(within)
    const day = this.days.get(text) ?? { number: this.days.size, text, counter, rows: 0, isTimed: true }
    this.days.set(text, day)
    day.rows++
    day.isTimed &&= time !== null
    if (day.rows > 1) this.isSeveral = true
    if (day.rows > 1 && (!day.isTimed || day.counter !== counter)) this.doubtful ??= text
    if (time === null) return
    if (this.count === this.times.length) {
      const longer = new Float64Array(this.count * 2)
      longer.set(this.times)
      this.times = longer
    }
    this.times[this.count++] = day.number * SECONDS_PER_DAY * OFFSETS + time
  }

  /** Whether a day has several rows, and the first time or day of which the rows may count the same steps. */
  end(): { readonly isSeveral: boolean; readonly doubtful: string | null } {
    return { isSeveral: this.isSeveral, doubtful: this.doubtful ?? (this.isSeveral ? this.twice() : null) }
  }

  private twice(): string | null {
    const times = this.times.subarray(0, this.count).sort()
    const days = [...this.days.values()]
    for (const [place, time] of times.entries()) {
      if (time !== times[place - 1]) continue
      const day = days[Math.floor(time / OFFSETS / SECONDS_PER_DAY)]?.text ?? ""
      const second = Math.floor(time / OFFSETS) % SECONDS_PER_DAY
      const hasZone = time % OFFSETS !== 0
      if (hasZone || time === times[place - 2] || !this.isInRepeatedHour(day, second)) {
        return `${day} ${new Date(second * 1000).toISOString().slice(11, 16)}`
      }
    }
    return null
  }

  /** Whether clocks went back that day, so that a local time came twice. */
  private isInRepeatedHour(day: string, second: number): boolean {
    return [true, false].some((isMonthFirst) => {
      const read = new Moments(this.clock, isMonthFirst).read(day)
      return read !== null && isRepeated(this.clock, Date.parse(`${read.day}T00:00:00Z`) + second * 1000)
    })
  }
}

/**
 * Determines how to count several rows of steps for one day: as the sum, if they are for different times. Asks if they are
 * for one time, or for the day as a whole, because such rows may be parts or state the same steps twice.
 */
export const stepSurvey = (
  { file, options }: Pick<SurveyContext, "file" | "options">,
  rowOf: (cells: Cells) => StepRow
): Survey => {
  const times = new StepTimes(options.clock)
  return {
    row: (cells) => {
      const row = rowOf(cells)
      if (row.steps !== null && row.steps > 0) times.add(row)
    },
    end: () => {
      const { isSeveral, doubtful } = times.end()
      const steps: Answers["steps"] = doubtful === null ? "sum" : options.steps
      if (steps !== undefined) return { questions: [], answers: isSeveral ? { steps } : {} }
      const question: Question = {
        _tag: "Steps",
        option: "--steps",
        choices: ["sum", "largest"],
        file,
        example: (doubtful ?? "").slice(0, 40)
      }
      return { questions: [question], answers: {} }
    }
  }
}

interface Counted {
  readonly place: Place
  rows: number
  sum: number
  /** The largest count of each time, by what counted it; rows without a time are each by themselves. */
  readonly counters: Map<string, Map<string, number>>
}

/** Counts the steps of days that have several rows. */
export class StepRows {
  private readonly days = new Map<ActivityDay, Counted>()

  constructor(
    private readonly emit: Emitter,
    private readonly how: NonNullable<ReadOptions["steps"]>
  ) {}

  /** Adds the steps of a row. `rows` is 1 if nothing else counts the row, else 0. */
  add(place: Place, at: Moment, steps: number, rows: number, counter = ""): void {
    const day = this.days.get(at.day) ?? { place, rows: 0, sum: 0, counters: new Map() }
    this.days.set(at.day, day)
    day.rows += rows
    day.sum += steps
    if (this.how === "sum") return
    const time = at.instant === null ? at.time : String(at.instant)
    const name = time === null ? `\n${day.counters.size}` : counter
    const counts = day.counters.get(name) ?? new Map<string, number>()
    day.counters.set(name, counts.set(time ?? "", Math.max(steps, counts.get(time ?? "") ?? 0)))
  }

  /** Emits one reading per day. */
  end(): void {
    for (const [day, { place, rows, sum, counters }] of this.days) {
      const sums = [...counters.values()].map((counts) => counts.values().reduce((one, other) => one + other, 0))
      const value = Math.round(this.how === "sum" ? sum : sums.reduce((one, other) => Math.max(one, other), 0))
      const at = { day, time: null, instant: null, zone: null }
      if (value === 0) this.emit.count(place, "days without steps", rows)
      else this.emit.push({ _tag: "Reading", place, rows, metric: "steps", value, at, origin: null })
    }
  }
}
