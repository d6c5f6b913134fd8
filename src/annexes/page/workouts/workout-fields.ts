import { Effect, Schema } from "effect"
import { type Fault, said } from "../../../contract/broken-rule.ts"
import { decoder } from "../../../contract/decode.ts"
import { type Failure, ValidationFailed } from "../../../contract/errors.ts"
import type { User } from "../../../contract/handler/user.ts"
import { GivenExercises } from "../../../features/workouts/definition.ts"
import { workoutFaults } from "../../../features/workouts/faults.ts"
import { type Beside, LoadIntent, SetType, Technique } from "../../../features/workouts/model.ts"
import { asFaultsOf } from "../frame/faults.ts"
import type { Fields } from "../frame/form.tsx"
import { textOf } from "../frame/inputs.ts"
import { secondsIn, timesOf } from "../frame/time-text.ts"
import { faultOf, typedCount, typedNumber } from "../frame/typed-number.ts"
import { quantityFault, typedQuantity } from "../frame/typed-quantity.ts"
import { distanceIn, type Load, loadIn } from "./typed-load.ts"
import { MOST_ROWS } from "./workout-bounds.ts"

/** The columns of a set in a form, with the operation's fields that they stand for. */
export const COLUMNS = ["weight", "reps", "distanceMeters", "durationSeconds", "holdSeconds", "intensity"] as const
export type Column = (typeof COLUMNS)[number]

/** The columns that every exercise can take by a button. Next time it has them, because its sets do. */
export const ADDABLE = ["weight", "distanceMeters", "durationSeconds"] as const satisfies ReadonlyArray<Column>
export type Addable = (typeof ADDABLE)[number]

type Units = Pick<User, "strengthUnit" | "distanceUnit">

/** The name of the form's field for a column of a set; exercises and sets are counted from 0. */
export const fieldOf = (
  exercise: number,
  set: number,
  column: Column | "setType" | "technique" | "loadIntent"
): string => `exercises[${exercise}].sets[${set}].${column}`

const A_WHOLE_NUMBER = "must be a whole number, such as 8"
const NO_SET = "needs at least one set with a value; fill one in, or remove the exercise"
const NO_ROW = "needs at least one set; add one, or remove the exercise"

/** Converts another column's text to the operation's value, or says what is wrong with it. */
const valueIn = (column: Column, text: string, { distanceUnit }: Units): number | string => {
  const times = timesOf(column)
  if (times !== undefined) return secondsIn(text, times) ?? times.fault
  if (column === "distanceMeters") return distanceIn(text, distanceUnit)
  const value = column === "reps" ? typedCount(text) : typedNumber(text)
  if (typeof value !== "number") return column === "reps" ? A_WHOLE_NUMBER : faultOf(value)
  return value
}

const isTechnique = Schema.is(Technique)

const isSetType = Schema.is(SetType)

const isLoadIntent = Schema.is(LoadIntent)

/** The exercise and set that a field belongs to, with numbers up to 99. */
const ROW = /^exercises\[(\d{1,2})\]\.(?:sets\[(\d{1,2})\])?/

const ascending = (numbers: Iterable<number>) => [...numbers].sort((one, other) => one - other)

/** The exercises of a form with their sets, in order. */
const rowsIn = (fields: Fields): FormRows => {
  const found = new Map<number, Set<number>>()
  for (const field of Object.keys(fields)) {
    const [, exercise, set] = ROW.exec(field) ?? []
    if (exercise === undefined) continue
    const sets = found.get(Number(exercise)) ?? new Set()
    if (set !== undefined) sets.add(Number(set))
    found.set(Number(exercise), sets)
  }
  return ascending(found.keys()).map((exercise) => [exercise, ascending(found.get(exercise) ?? [])])
}

/** The exercises of a form by number, with the numbers of their sets. */
type FormRows = ReadonlyArray<readonly [exercise: number, sets: ReadonlyArray<number>]>

interface GivenSet {
  readonly setType?: typeof SetType.Type
  readonly technique?: Technique
  readonly loadIntent?: typeof LoadIntent.Type
  readonly weight?: { readonly value: number; readonly unit: "kg" | "lb" }
  readonly reps?: number
  readonly distanceMeters?: number
  readonly durationSeconds?: number
  readonly holdSeconds?: number
  readonly intensity?: number
}

interface GivenExercise extends Beside {
  readonly exerciseId?: string
  readonly name?: string
  readonly sets: ReadonlyArray<GivenSet>
}

/** The content of a routine's form, which workouts share. */
export interface GivenRoutine {
  readonly name: string
  readonly exercises: ReadonlyArray<GivenExercise>
}

/** The content of a workout's form, as input of log_workout and replace_workout. */
export interface GivenWorkout extends GivenRoutine {
  readonly date?: string
  readonly durationSeconds?: number
  readonly notes?: string
}

/** A form as an operation's input, with a mapping of the operation's faults to the form's fields. */
interface ReadForm<Given> {
  readonly given: Given
  readonly faultsOfForm: (failure: Failure) => Failure
}

/**
 * How to treat sets without any value: in a workout they were not done, in a routine they are left open. An exercise
 * without any other set is skipped in a new workout; one that is already logged must be removed explicitly.
 */
type Blanks = "left out" | "left out with their exercise" | "kept"

const setIn = (fields: Fields, exercise: number, set: number, units: Units) => {
  const faults: Array<Fault> = []
  const values: Partial<Record<Exclude<Column, "weight">, number>> = {}
  let weight: Load | undefined
  for (const column of COLUMNS) {
    const field = fieldOf(exercise, set, column)
    const text = textOf(fields, field)?.trim()
    if (text === undefined) continue
    const value = column === "weight" ? loadIn(text, units.strengthUnit) : valueIn(column, text, units)
    if (typeof value === "string") faults.push(said(field, value))
    else if (typeof value === "object") weight = value
    else if (column !== "weight" && value !== undefined) values[column] = value
  }
  const setType = fields[fieldOf(exercise, set, "setType")]
  const technique = fields[fieldOf(exercise, set, "technique")]
  const loadIntent = fields[fieldOf(exercise, set, "loadIntent")]
  const given: GivenSet = {
    ...(isSetType(setType) ? { setType } : {}),
    ...(isTechnique(technique) ? { technique } : {}),
    ...(isLoadIntent(loadIntent) && weight !== undefined ? { loadIntent } : {}),
    ...(weight === undefined ? {} : { weight }),
    ...values
  }
  return { given, faults, isBlank: weight === undefined && Object.keys(values).length === 0 && faults.length === 0 }
}

const supersetIn = (text: unknown): number | undefined =>
  typeof text === "string" && /^\d{1,7}$/.test(text) ? Number(text) : undefined

/**
 * Reads what the forms of workouts and routines have in common. An exercise with a note is not skipped, and neither is
 * the only one.
 */
const readExercises = (fields: Fields, units: Units, blanks: Blanks) => {
  const faults: Array<Fault> = []
  const named = rowsIn(fields).flatMap(([exercise, numbers]) => {
    const at = `exercises[${exercise}]`
    const exerciseId = textOf(fields, `${at}.exerciseId`)
    const name = textOf(fields, `${at}.name`)
    const sets = numbers.flatMap((set) => {
      const { given, faults: own, isBlank } = setIn(fields, exercise, set, units)
      faults.push(...own)
      return isBlank && blanks !== "kept" ? [] : [{ set, given }]
    })
    if (sets.length === 0 && name === undefined && exerciseId === undefined) return []
    const field = `${at}.${exerciseId === undefined ? "name" : "exerciseId"}`
    const [notes, superset] = [textOf(fields, `${at}.note`), supersetIn(fields[`${at}.superset`])]
    const beside = { ...(superset === undefined ? {} : { superset }), ...(notes === undefined ? {} : { notes }) }
    return [{ exercise, field, sets, exerciseId, name, beside }]
  })
  const isSkipped =
    blanks === "left out with their exercise" && named.some(({ sets }) => sets.length > 0)
      ? ({ sets, beside }: (typeof named)[number]) => sets.length === 0 && beside.notes === undefined
      : () => false
  const rows = named.filter((row) => !isSkipped(row))
  for (const { field, sets } of rows)
    if (sets.length === 0) faults.push(said(field, blanks === "kept" ? NO_ROW : NO_SET))
  const name = textOf(fields, "name")
  if (name === undefined) faults.push(said("name", "is required"))
  if (rows.length === 0) faults.push(said("find", "is required, with at least one set"))
  const given: GivenRoutine = {
    name: name ?? "",
    exercises: rows.map(({ exerciseId, name, sets, beside }) => ({
      ...(exerciseId === undefined ? (name === undefined ? {} : { name }) : { exerciseId }),
      ...beside,
      sets: sets.map(({ given }) => given)
    }))
  }
  /** The form's field for a path of the operation. Their numbers differ, because blank rows were left out. */
  const formField = (field: string): string => {
    const parts = /^exercises\[(\d+)\](?:\.sets\[(\d+)\])?(?:\.(\w+))?/.exec(field)
    const row = rows[Number(parts?.[1])]
    if (parts === null || row === undefined) return field
    const set = row.sets[Number(parts[2])]
    return set === undefined ? row.field : `exercises[${row.exercise}].sets[${set.set}].${parts[3]}`
  }
  return { given, faults, formField }
}

/** Refuses a form with too many rows. */
export const checkRows = (fields: Fields): Effect.Effect<void, ValidationFailed> =>
  rowsIn(fields).reduce((count, [, sets]) => count + sets.length, 0) > MOST_ROWS
    ? ValidationFailed.of(
        said("exercises", `may have at most ${MOST_ROWS} rows of sets in a form; only these are shown`)
      )
    : Effect.void

const checkSets = decoder(Schema.Struct({ exercises: GivenExercises }), workoutFaults)

/** What the operation would refuse in the sets that could be read, so that all their faults are reported at once. */
const refusedIn = ({ exercises }: GivenRoutine, formField: (field: string) => string) =>
  Effect.match(checkSets({ exercises }, undefined), {
    onSuccess: () => [],
    onFailure: ({ faults }) =>
      faults
        .filter(({ field }) => /\.sets\[\d+\]\./.test(field))
        .map(({ field, rule }) => ({ field: formField(field), rule }))
  })

/** The form as read, or its faults; the operation's faults can then be mapped to its fields. */
const readOr = <Given extends GivenRoutine>(
  given: Given,
  faults: ReadonlyArray<Fault>,
  formField: (field: string) => string
): Effect.Effect<ReadForm<Given>, ValidationFailed> =>
  faults.length > 0
    ? Effect.flatMap(refusedIn(given, formField), (more) => ValidationFailed.of(...faults, ...more))
    : Effect.succeed({
        given,
        faultsOfForm: asFaultsOf(({ field, rule }) => ({ field: formField(field), rule }))
      })

/** Reads a routine's form, including blank sets. */
const readRoutine = (fields: Fields, units: Units): Effect.Effect<ReadForm<GivenRoutine>, ValidationFailed> => {
  const { given, faults, formField } = readExercises(fields, units, "kept")
  return readOr(given, faults, formField)
}

/** Reads a workout's form. Blank sets are left out. */
const readWorkout = (
  fields: Fields,
  units: Units,
  blanks: Blanks
): Effect.Effect<ReadForm<GivenWorkout>, ValidationFailed> => {
  const { given, faults, formField } = readExercises(fields, units, blanks)
  const minutes = textOf(fields, "minutes")?.trim()
  const length = minutes === undefined ? undefined : typedQuantity(minutes, "minutes", "minutes", typedCount)
  if (minutes !== undefined && typeof length !== "object")
    faults.push(said("minutes", quantityFault(length, "minutes")))
  const date = textOf(fields, "date")
  const notes = textOf(fields, "notes")
  const workout: GivenWorkout = {
    ...given,
    ...(date === undefined ? {} : { date }),
    ...(typeof length === "object" ? { durationSeconds: Math.round(length.value * 60) } : {}),
    ...(notes === undefined ? {} : { notes })
  }
  return readOr(workout, faults, (field) => (field === "durationSeconds" ? "minutes" : formField(field)))
}

/** Runs `save` with a form's content, parsed by `read`; its faults name the form's fields. */
const saving =
  <Given>(read: (fields: Fields, units: Units) => Effect.Effect<ReadForm<Given>, ValidationFailed>) =>
  <A>(fields: Fields, units: Units, save: (given: Given) => Effect.Effect<A, Failure>): Effect.Effect<A, Failure> =>
    checkRows(fields).pipe(
      Effect.zipRight(Effect.suspend(() => read(fields, units))),
      Effect.flatMap(({ given, faultsOfForm }) => Effect.mapError(save(given), faultsOfForm))
    )

/** Runs `save` with the changed workout in a form; its faults name the form's fields. */
export const savingWorkout = saving((fields, units) => readWorkout(fields, units, "left out"))

/** The same with a new workout, in which exercises may be skipped. */
export const savingNewWorkout = saving((fields, units) => readWorkout(fields, units, "left out with their exercise"))

/** The same with the routine in a form. */
export const savingRoutine = saving(readRoutine)
