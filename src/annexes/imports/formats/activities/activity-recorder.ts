import { round } from "../../../../values/round.ts"
import { pass } from "../../rows/advice.ts"
import type { Moment, UnreadableFile } from "../../rows/rows.ts"
import { nameOthers } from "../columns/unread-fields.ts"
import type { Emitter } from "../emitter.ts"
import type { Json } from "../fields.ts"
import { fault } from "../input.ts"
import { pushReadings } from "../reading-table.ts"
import type { LocalClock } from "../zones.ts"
import { activityRow } from "./activity-row.ts"
import { exerciseOfSport } from "./sports.ts"

/**
 * Earlier times come from clocks that were never set: until then, FIT counts seconds since the device was switched on.
 */
const FIRST_TIME = Date.UTC(1998, 6, 4)
const DECIMETRES = 1
const LONGEST_SECONDS = 86_400

/** Most activities and weighings per file. It bounds what is remembered about each. */
export const MOST_FOUND = 20_000

export const tooMany = (file: string): UnreadableFile =>
  fault(file, null, `holds more than ${MOST_FOUND} activities`, pass("the files that it was made of"))

/** An activity as recorded in a file. Times are epoch milliseconds. */
export interface Recording {
  /** The sport as named in the file; empty if it is not named. */
  readonly sport: string
  readonly subSport?: string
  /** The person's name for the activity. */
  readonly name?: string | null
  readonly start: number | null
  readonly end: number | null
  /** Seconds with the device's clock running; null if the file does not state them. */
  readonly movingSeconds: number | null
  readonly metres: number | null
  /** kcal. */
  readonly calories: number | null
  readonly notes?: string | null
  readonly origin: string | null
  /** Its position: the line of a text file, or else the number of the activity in its file. */
  readonly line: number
}

/** A weighing in kilograms and percent; null for what the scale has not measured. */
export interface Weighing {
  readonly at: number | null
  readonly weight: number | null
  readonly fat: number | null
  readonly line: number
}

/** The context in which files of activities are read. */
export interface RecorderContext {
  /** The person's clock. */
  readonly clock: LocalClock
  /** Epoch milliseconds. Recordings in the future are left out. */
  readonly now: number
}

const above = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) && value > 0 ? value : null

/** Collects the activities and weighings of one file. */
export class ActivityRecorder {
  /** The number of activities and weighings, including those left out. */
  found = 0

  constructor(
    private readonly file: string,
    private readonly context: RecorderContext,
    private readonly emit: Emitter
  ) {}

  /**
   * A session with one exercise. Its length is the time from start to end, pauses included; that of its set is the time
   * with the device's clock running, like Strava's elapsed and moving time. If a recording lasts more than a day, it
   * was left running by mistake, and the moving time is used for both.
   */
  activity(recording: Recording): void {
    const { sport, subSport, name, start, end, line } = recording
    const at = this.momentAt(start, line)
    if (at === null || start === null) return
    const elapsed = end === null ? null : Math.round((end - start) / 1000)
    const moving = above(recording.movingSeconds === null ? null : Math.round(recording.movingSeconds))
    const isForgotten = elapsed !== null && elapsed > LONGEST_SECONDS
    const length = moving !== null && (isForgotten || moving > (elapsed ?? 0)) ? moving : above(elapsed)
    const metres = above(recording.metres)
    const type = exerciseOfSport(sport, subSport)
    this.emit.push(
      activityRow(
        { file: this.file, line },
        {
          type,
          title: name?.trim() || type,
          start: at,
          durationSeconds: length,
          movingSeconds: moving,
          distanceMeters: metres === null ? null : round(metres, DECIMETRES),
          calories: above(recording.calories),
          notes: recording.notes?.trim() || null,
          origin: recording.origin
        }
      )
    )
  }

  weighing({ at, weight, fat, line }: Weighing): void {
    const moment = this.momentAt(at, line)
    if (moment === null) return
    const found = { weight: above(weight), fat: above(fat), steps: null }
    const place = { file: this.file, line }
    if (found.weight === null && found.fat === null) this.emit.leaveOut(place, "it holds no weight and no body fat")
    else pushReadings(this.emit, place, moment, found)
  }

  /** A part of the file that gives nothing. */
  nothing(line: number, reason: string): void {
    this.count()
    this.emit.leaveOut({ file: this.file, line }, reason)
  }

  /** Counts something that the file holds and that is not kept, such as a heart rate. */
  notKept(kind: string, count = 1): void {
    this.emit.notKept({ file: this.file, line: 1 }, kind, count)
  }

  /** Names the fields of a part that are not among those that are read. */
  others(fields: Json, read: ReadonlySet<string>, of: string): void {
    nameOthers(this.emit, { file: this.file, line: 1 }, fields, read, of)
  }

  warn(text: string): void {
    this.emit.warn(null, `${this.file} ${text}`)
  }

  private count(): void {
    if (++this.found > MOST_FOUND) throw tooMany(this.file)
  }

  private momentAt(instant: number | null, line: number): Moment | null {
    const isTime = instant !== null && Number.isFinite(instant) && instant >= FIRST_TIME
    const moment = isTime ? this.context.clock.momentAt(instant, false) : null
    const isFuture = isTime && instant > this.context.now
    if (moment === null || isFuture) {
      this.nothing(line, isFuture ? "it is in the future" : "it has no time")
      return null
    }
    this.count()
    return moment
  }
}
