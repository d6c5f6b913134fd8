import { Effect, Either } from "effect"
import type { User } from "../caller/user.ts"
import type { FieldError } from "../contract/errors.ts"
import { type Failure, ValidationFailed } from "../contract/errors.ts"
import { round } from "../values/round.ts"
import type { Fields } from "./form.tsx"
import { textOf } from "./inputs.ts"
import { METRES } from "./sets.ts"

/** The columns of a set in a form, with the fields of the operation that they stand for. */
export const COLUMNS = ["weight", "reps", "distanceMeters", "durationSeconds", "holdSeconds", "intensity"] as const
export type Column = (typeof COLUMNS)[number]

type Units = Pick<User, "strengthUnit" | "distanceUnit">

/** The name of the form's field for a column of a set, exercises and sets counted from 0. */
export const fieldOf = (exercise: number, set: number, column: Column | "setType" | "loadIntent"): string =>
  `exercises[${exercise}].sets[${set}].${column}`

const numberIn = (text: string): number | undefined =>
  /^\d+([.,]\d*)?$/.test(text) ? Number(text.replace(",", ".")) : undefined

/** Seconds of a time as people write it: 25:30 or 1:02:30. */
const secondsIn = (text: string): number | undefined => {
  const parts = /^(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2}(?:[.,]\d+)?)$/.exec(text)
  if (parts === null) return undefined
  const [, hours = "0", minutes = "0", seconds = "0"] = parts
  return round(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", ".")), 3)
}

const A_NUMBER = "must be a number, such as 62.5"
const A_TIME = "must be minutes and seconds, such as 25:30"

/** A column's text as the operation's value; undefined if it cannot be read. */
const valueIn = (column: Column, text: string, { distanceUnit }: Units): number | undefined => {
  if (column === "durationSeconds" || column === "holdSeconds") return secondsIn(text)
  const value = numberIn(text)
  return value === undefined || column !== "distanceMeters" ? value : round(value * METRES[distanceUnit], 2)
}

const isSetType = (text: unknown) => text === "warmup" || text === "working"

const LOAD_INTENTS = [
  "bar_total",
  "per_hand",
  "plates_each_side",
  "assistance",
  "added_bodyweight",
  "machine_stack",
  "custom"
] as const

/** The most exercises, and the most sets of each, that are looked for in a form. */
const MOST = 100

interface GivenSet {
  readonly setType?: "warmup" | "working"
  readonly loadIntent?: (typeof LOAD_INTENTS)[number]
  readonly weight?: { readonly value: number; readonly unit: "kg" | "lb" }
  readonly reps?: number
  readonly distanceMeters?: number
  readonly durationSeconds?: number
  readonly holdSeconds?: number
  readonly intensity?: number
}

interface GivenExercise {
  readonly exerciseId?: string
  readonly name?: string
  readonly sets: ReadonlyArray<GivenSet>
}

/** What a workout's form holds, as log_workout and replace_workout take it. */
export interface GivenWorkout {
  readonly name: string
  readonly date?: string
  readonly durationSeconds?: number
  readonly notes?: string
  readonly exercises: ReadonlyArray<GivenExercise>
}

/** A workout's form as an operation's input, and the operation's faults by the fields of the form. */
export interface ReadForm {
  readonly workout: GivenWorkout
  readonly faultsOfForm: (failure: Failure) => Failure
}

const setIn = (fields: Fields, exercise: number, set: number, units: Units) => {
  const faults: Array<FieldError> = []
  const values: Partial<Record<Column, number>> = {}
  for (const column of COLUMNS) {
    const field = fieldOf(exercise, set, column)
    const text = textOf(fields, field)?.trim()
    if (text === undefined) continue
    const value = valueIn(column, text, units)
    if (value !== undefined) values[column] = value
    else faults.push({ field, message: column.endsWith("Seconds") ? A_TIME : A_NUMBER })
  }
  const { weight, ...rest } = values
  const setType = fields[fieldOf(exercise, set, "setType")]
  const intent = LOAD_INTENTS.find((each) => each === fields[fieldOf(exercise, set, "loadIntent")])
  const given: GivenSet = {
    ...(isSetType(setType) ? { setType: setType === "warmup" ? "warmup" : "working" } : {}),
    ...(intent === undefined || weight === undefined ? {} : { loadIntent: intent }),
    ...(weight === undefined ? {} : { weight: { value: weight, unit: units.strengthUnit } }),
    ...rest
  }
  return { given, faults, isBlank: Object.keys(values).length === 0 && faults.length === 0 }
}

const indexes = Array.from({ length: MOST }, (_, index) => index)

/** Reads a workout's form. Blank sets and blank exercises are left out. */
const readWorkout = (fields: Fields, units: Units): Either.Either<ReadForm, ValidationFailed> => {
  const faults: Array<FieldError> = []
  const rows = indexes.flatMap((exercise) => {
    const at = `exercises[${exercise}]`
    const exerciseId = textOf(fields, `${at}.exerciseId`)
    const name = textOf(fields, `${at}.name`)
    const sets = indexes.flatMap((set) => {
      const { given, faults: own, isBlank } = setIn(fields, exercise, set, units)
      faults.push(...own)
      return isBlank ? [] : [{ set, given }]
    })
    if (sets.length === 0 && name === undefined) return []
    if (sets.length === 0) faults.push({ field: `${at}.name`, message: "needs at least one set with a value" })
    return [{ exercise, sets, exerciseId, name }]
  })
  const minutes = textOf(fields, "minutes")?.trim()
  const session = minutes === undefined ? undefined : numberIn(minutes)
  if (minutes !== undefined && session === undefined) faults.push({ field: "minutes", message: A_NUMBER })
  const name = textOf(fields, "name")
  if (name === undefined) faults.push({ field: "name", message: "is required" })
  if (rows.length === 0) faults.push({ field: "exercises[0].name", message: "is required, with at least one set" })
  if (faults.length > 0) return Either.left(ValidationFailed.of(...faults))

  const [date, notes] = [textOf(fields, "date"), textOf(fields, "notes")]
  const workout: GivenWorkout = {
    name: name ?? "",
    ...(date === undefined ? {} : { date }),
    ...(session === undefined ? {} : { durationSeconds: Math.round(session * 60) }),
    ...(notes === undefined ? {} : { notes }),
    exercises: rows.map(({ exerciseId, name, sets }) => ({
      ...(exerciseId === undefined ? (name === undefined ? {} : { name }) : { exerciseId }),
      sets: sets.map(({ given }) => given)
    }))
  }
  /** The form's field for a path of the operation: blank rows were left out, so their numbers differ. */
  const formField = (field: string): string => {
    if (field === "durationSeconds") return "minutes"
    const parts = /^exercises\[(\d+)\](?:\.sets\[(\d+)\])?(?:\.(\w+))?/.exec(field)
    const row = rows[Number(parts?.[1])]
    if (parts === null || row === undefined) return field
    const set = row.sets[Number(parts[2])]
    return set === undefined
      ? `exercises[${row.exercise}].name`
      : `exercises[${row.exercise}].sets[${set.set}].${parts[3]}`
  }
  return Either.right({
    workout,
    faultsOfForm: (failure) =>
      failure._tag === "validation_failed"
        ? ValidationFailed.of(
            ...failure.details.fields.map(({ field, message }) => ({ field: formField(field), message }))
          )
        : failure
  })
}

/** Runs `save` with the workout of a form; its faults name the fields of the form. */
export const savingWorkout = <A>(
  fields: Fields,
  units: Units,
  save: (workout: GivenWorkout) => Effect.Effect<A, Failure>
): Effect.Effect<A, Failure> =>
  Effect.flatMap(readWorkout(fields, units), ({ workout, faultsOfForm }) =>
    Effect.mapError(save(workout), faultsOfForm)
  )
