import { Data, Schema, type Stream } from "effect"
import { present } from "../../../contract/fields.ts"
import type { Metric } from "../../../features/body-metrics/model.ts"
import type { Detail } from "../../../features/foods/nutrition.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { DistanceUnit, WeightUnit } from "../../../values/units.ts"
import { SOURCES, type Source } from "../sources.ts"
import { Advice, adviceForCommand } from "./advice.ts"
import { Eras } from "./eras.ts"
import type { NotKeptKind } from "./model.ts"

/** A position in the input. */
export interface Place {
  /** The file's name; its path within an archive, or the sheet in a workbook. */
  readonly file: string
  /** The line on which the row begins, from 1; in a sheet, the row. */
  readonly line: number
}

interface Row {
  readonly place: Place
  /**
   * How many input rows it accounts for. These add up, with everything left out, to the number of input rows: if one
   * input row gives several readings, the first counts 1 and the others 0.
   */
  readonly rows: number
}

/** A moment as the source states it. */
export interface Moment {
  /** The day in the person's zone at the time: `zone` if the source names one, else the person's. */
  readonly day: ActivityDay
  /** `HH:MM:SS` in the same zone; null if the source has only days. */
  readonly time: string | null
  /** Epoch milliseconds, if the source states an instant. Null: only `day` and `time` are known. */
  readonly instant: number | null
  /** The IANA zone named in the row itself, or its offset, such as `+09:00`, where times are shown with it. */
  readonly zone: string | null
}

/**
 * A body metric. Its value is in the canonical unit (kg, percent, steps), unrounded and finite; its range is not
 * checked.
 */
export interface Reading extends Row {
  readonly _tag: "Reading"
  readonly metric: Metric
  readonly value: number
  readonly at: Moment
  /** The app or device that recorded it, if the source names one. */
  readonly origin: string | null
}

export type KnownDetails = { readonly [Each in Detail]?: number | null }

/**
 * Of the whole amount: kcal for `calories`, milligrams for `sodium`, else grams; null if the source does not state it.
 * The details may also be absent then.
 */
export interface KnownNutrition extends KnownDetails {
  readonly calories: number | null
  readonly protein: number | null
  readonly carbs: number | null
  readonly fat: number | null
  readonly alcohol: number | null
}

/** A food eaten. Equal rows are legitimate. */
export interface Eaten extends Row {
  readonly _tag: "Eaten"
  /** The source's own key, if it has one. */
  readonly key?: string
  readonly at: Moment
  /** The meal's name as written, such as `Breakfast` or `Post-workout`; null if there is none. */
  readonly meal: string | null
  /** The food's name as written. A source without food names gives the meal's. */
  readonly name: string
  readonly brand: string | null
  /** The amount as written, such as `2.00 cup`. */
  readonly amount: string | null
  readonly nutrition: KnownNutrition
  readonly notes: string | null
}

/** `failure` and `dropset` are working sets. */
export type SetKind = "normal" | "warmup" | "failure" | "dropset"

export interface SetRow {
  readonly place: Place
  readonly kind: SetKind
  /** Kilograms, unrounded. */
  readonly weightKg?: number
  readonly reps?: number
  readonly distanceMeters?: number
  readonly durationSeconds?: number
  /** Rate of perceived exertion, as written. */
  readonly rpe?: number
  readonly notes?: string
}

export interface ExerciseRow {
  /** As written. The same name may come twice in a workout. */
  readonly name: string
  readonly notes: string | null
  /** Exercises of this workout with the same value were done as a superset. */
  readonly superset: string | null
  /** May be empty: a note may be all there is. */
  readonly sets: ReadonlyArray<SetRow>
}

/** A session. `rows` counts its sets and the rows that contain only notes or rests. */
export interface WorkoutRow extends Row {
  readonly _tag: "Workout"
  readonly title: string
  /** Together with the title, the session's key at its source. */
  readonly start: Moment
  readonly end: Moment | null
  /** Length of the session, if the source states it. */
  readonly durationSeconds: number | null
  /** kcal of the session, if the source states them. */
  readonly calories: number | null
  readonly notes: string | null
  readonly exercises: ReadonlyArray<ExerciseRow>
  /** The app or device that recorded it, if the source names one. */
  readonly origin: string | null
}

/** Skipped rows, with the reason. Rows of a kind that is never read are reported once, with the line of the first. */
export interface LeftOut extends Row {
  readonly _tag: "LeftOut"
  /** A clause for people, such as `40 Foo 2024 is not a date`. */
  readonly reason: string
}

/** Something the person should know about rows that were read. */
export interface Warning {
  readonly _tag: "Warning"
  readonly place: Place | null
  readonly text: string
}

export type HistoryRow = Reading | Eaten | WorkoutRow | LeftOut | Warning

/** Most rows in one batch. */
export const BATCH_ROWS = 500

export interface Batch {
  readonly rows: ReadonlyArray<HistoryRow>
  /** Progress in bytes of the file on disk: 0 to `totalBytes`. */
  readonly position: number
  /** The kinds of data that are not kept, known once the input has ended. */
  readonly notKept?: ReadonlyArray<NotKeptKind>
}

/** The person's answers to what a file does not state. */
export const ANSWERS = {
  source: present(Schema.Literal(...SOURCES)),
  weightUnit: present(WeightUnit),
  distanceUnit: present(DistanceUnit),
  /** A BCP 47 language, for dates with month names, and for the order of day and month in dates such as `4/8/2026`. */
  locale: present(Schema.String),
  /** Whose readings to take from the table of a family: what stands in the column that tells its people apart. */
  person: present(Schema.String),
  /** Columns to read although their names do not show for certain what they hold, separated by semicolons, or `none`. */
  column: present(Schema.String),
  /** How to count several rows of steps for the same time, or for the same day without a time. */
  steps: present(Schema.Literal("sum", "largest"))
}

/** How to read a file. */
export const ReadOptions = Schema.Struct({
  /** The person's IANA timezone, for rows without one. */
  timezone: Schema.String,
  /** Where the person lived before, by source. */
  eras: present(Schema.Record({ key: Schema.String, value: Eras })),
  ...ANSWERS
})
export type ReadOptions = typeof ReadOptions.Type

/** A file whose source is known and whose questions are answered. */
export interface OpenedHistory {
  readonly source: Source
  readonly totalBytes: number
  /**
   * Its rows, in an order that depends only on the file and the options, in memory that does not grow with the file. A
   * failure comes after the rows before it.
   */
  readonly batches: Stream.Stream<Batch, UnreadableFile>
}

/** Why a file cannot be read, and what to do about it. */
export const Unreadable = Schema.Struct({
  file: Schema.String,
  /** Null if the fault is not in a line, such as in an archive as a whole. */
  line: Schema.NullOr(Schema.Number),
  /** What is wrong, as a clause to follow the file's name: `ends in the middle of a row`. */
  problem: Schema.String,
  advice: Advice,
  /** True if this machine lacks the room to read it. */
  isOfMachine: present(Schema.Literal(true))
})
export type Unreadable = typeof Unreadable.Type

/** A file's fault: `strong.csv, line 7: ends in the middle of a row.` */
export const faultInFile = ({ file, line, problem }: Unreadable): string =>
  `${file}${line === null ? "" : `, line ${line}`}: ${problem}.`

/** The file is damaged, cut short, from an unknown source, or beyond a bound. */
export class UnreadableFile extends Data.TaggedError("UnreadableFile")<Unreadable> {
  override get message(): string {
    return `${faultInFile(this)} ${adviceForCommand(this.advice)}`
  }
}
