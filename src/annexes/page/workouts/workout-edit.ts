import { Effect } from "effect"
import type { Failure } from "../../../contract/errors.ts"
import { MOST_EXERCISES, MOST_SETS } from "../../../features/workouts/model.ts"
import type { LastTime } from "../features/overview/model.ts"
import type { Fields } from "../frame/form.tsx"
import { textOf } from "../frame/inputs.ts"
import { fieldFault, Redraw, type Visit } from "../frame/page.ts"
import { beforeOf, cellsOf, plannedOf, type ShownSet } from "./set-columns.ts"
import { typeAfter } from "./set-types.ts"
import { tiedOrNot } from "./supersets.ts"
import { MOST_ROWS } from "./workout-bounds.ts"
import { checkRows } from "./workout-fields.ts"
import { type Cells, countSets, type ExerciseRows, exercisesIn, isBlank, withExercises } from "./workout-rows.ts"

/** The name of the buttons that change the form itself. */
export const STEP_FIELD = "step"

/** The name of the field for searching exercises. */
export const FIND_FIELD = "find"

/** The name of the field that stores which field gets the focus when the form is shown again. */
export const FOCUS_FIELD = "focus"

/** Longest search text, in UTF-16 units. */
const LONGEST_QUERY = 100

/** The search text, if there is one. */
export const queryIn = (fields: Fields): string | undefined =>
  textOf(fields, FIND_FIELD)?.trim().slice(0, LONGEST_QUERY).toWellFormed()

interface NewRow {
  readonly cells: Cells
}
type Rows = ReadonlyArray<{ readonly cells: Cells; readonly sets: ReadonlyArray<NewRow> }>

/** The form after a step, and the field that gets the focus. */
interface Stepped {
  readonly rows: Rows
  readonly focus: string
}

const lastTimeOf = (visit: Visit, id: string): Effect.Effect<LastTime | undefined, Failure> =>
  Effect.map(visit.call("get_last_times", { ids: [id] }), ({ exercises }) => exercises[0])

/** The cells of a set from last time, without its effort. */
const takenFrom = (set: ShownSet, user: Visit["user"]): Cells => ({
  setType: set.setType,
  ...(set.technique === undefined ? {} : { technique: set.technique }),
  ...(set.loadIntent === undefined ? {} : { loadIntent: set.loadIntent }),
  ...cellsOf(plannedOf(set), user)
})

const focusOf = (exercise: number): string => `exercises[${exercise}].exerciseId`

/** Stands for the first field of an exercise, whose columns only the form knows. */
export const firstFieldOf = (exercise: number): string => `exercises[${exercise}].first`

const moved = (rows: ReadonlyArray<ExerciseRows>, from: number, to: number): Stepped => {
  const order = [...rows]
  const [row] = order.splice(from, 1)
  const at = Math.max(0, Math.min(rows.length - 1, to))
  if (row !== undefined) order.splice(at, 0, row)
  return { rows: order, focus: focusOf(at) }
}

const changed = (rows: Rows, at: number, change: (exercise: Rows[number]) => Rows[number]): Rows =>
  rows.map((exercise, index) => (index === at ? change(exercise) : exercise))

const withSet = (sets: ReadonlyArray<NewRow>, at: number, change: (set: NewRow) => NewRow) =>
  sets.map((set, index) => (index === at ? change(set) : set))

/**
 * One more set. It has the values of the last filled one except its effort, and is a warm-up if the last one is. If none is filled, it
 * repeats the last one.
 */
const another = (sets: ReadonlyArray<NewRow>): NewRow => {
  const kind = sets.at(-1)?.cells.setType ?? "working"
  const technique = sets.at(-1)?.cells.technique ?? ""
  const {
    intensity: _,
    technique: _way,
    ...cells
  } = (sets.findLast((set) => !isBlank(set)) ?? sets.at(-1))?.cells ?? {}
  return { cells: { ...cells, setType: kind, ...(technique === "" ? {} : { technique }) } }
}

const retyped = ({ cells }: NewRow): NewRow => {
  const { setType, technique } = typeAfter(cells)
  return { cells: { ...cells, setType, technique } }
}

const NO_ROOM = fieldFault(
  FIND_FIELD,
  `finds no room: a form has at most ${MOST_ROWS} sets. Log these, and add the others in another workout`
)

const NO_MORE_EXERCISES = fieldFault(
  FIND_FIELD,
  `finds no room: a workout has at most ${MOST_EXERCISES} exercises. Log these, and add the others in another workout`
)

/** Adds an exercise at the end, with as many sets as last time, else with one. */
const added = (visit: Visit, rows: ReadonlyArray<ExerciseRows>, id: string): Effect.Effect<Stepped, Failure> =>
  Effect.flatMap(lastTimeOf(visit, id), (found) => {
    if (found === undefined) return fieldFault(FIND_FIELD, "no longer finds this exercise; search again")
    const sets =
      found.last === undefined
        ? [{ cells: { setType: "working" } }]
        : found.last.sets.map(({ setType, technique, loadIntent }) => ({
            cells: {
              setType,
              ...(technique === undefined ? {} : { technique }),
              ...(loadIntent === undefined ? {} : { loadIntent })
            }
          }))
    if (rows.length >= MOST_EXERCISES) return NO_MORE_EXERCISES
    if (countSets(rows) + sets.length > MOST_ROWS) return NO_ROOM
    return Effect.succeed({
      rows: [...rows, { cells: { exerciseId: id }, sets }],
      focus: firstFieldOf(rows.length)
    })
  })

/** Fills in last time's sets: in blank rows, or in one row. */
const taken = (visit: Visit, rows: ReadonlyArray<ExerciseRows>, at: number, set: number | undefined) =>
  Effect.map(lastTimeOf(visit, rows[at]?.cells.exerciseId ?? ""), (found): Stepped => {
    const last = found?.last?.sets ?? []
    return {
      rows: changed(rows, at, (exercise) => ({
        ...exercise,
        sets: exercise.sets.map((row, index) => {
          const before = beforeOf(last, index)
          const isMeant = set === undefined ? isBlank({ cells: row.cells }) : set === index
          return isMeant && before !== undefined ? { cells: takenFrom(before, visit.user) } : row
        })
      })),
      focus: focusOf(at)
    }
  })

const own = (rows: ReadonlyArray<ExerciseRows>, step: string, at: number, set: number): Stepped | undefined => {
  const focus = focusOf(at)
  switch (step) {
    case "drop":
      return { rows: rows.filter((_, index) => index !== at), focus: FIND_FIELD }
    case "up":
      return moved(rows, at, at - 1)
    case "down":
      return moved(rows, at, at + 1)
    case "tie":
      return { rows: tiedOrNot(rows, at), focus }
    case "effort":
      return { rows: changed(rows, at, (each) => ({ ...each, cells: { ...each.cells, effort: "1" } })), focus }
    case "weight":
    case "distanceMeters":
    case "durationSeconds":
      return { rows: changed(rows, at, (each) => ({ ...each, cells: { ...each.cells, [step]: "1" } })), focus }
    case "warm":
      return { rows: changed(rows, at, (each) => ({ ...each, sets: withSet(each.sets, set, retyped) })), focus }
    case "less":
      return {
        rows: changed(rows, at, (each) => ({ ...each, sets: each.sets.filter((_, index) => index !== set) })),
        focus
      }
    case "more":
      return {
        rows: changed(rows, at, (each) => ({
          ...each,
          sets: [...each.sets, another(each.sets)]
        })),
        focus: `exercises[${at}].sets[${rows[at]?.sets.length ?? 0}]`
      }
  }
  return undefined
}

const STEP = /^(\w+)(?::(\d{1,2}))?(?::(\d{1,2}))?$/

/** The only exercise that a text can mean: by its name, or because nothing else is found. */
const meant = (visit: Visit, query: string) =>
  Effect.map(visit.call("search_exercises", { query, limit: 2 }), ({ exercises: [first, second] }) =>
    first !== undefined && (second === undefined || first.name.toLowerCase() === query.toLowerCase())
      ? first.id
      : undefined
  )

/**
 * The form after the step of one of its buttons. Nothing is saved, and nothing that was typed is lost. An impossible
 * step returns the form unchanged.
 */
export const stepped = Effect.fnUntraced(function* (visit: Visit, fields: Fields, step: string) {
  const { [STEP_FIELD]: _step, [FOCUS_FIELD]: _focus, ...rest } = fields
  yield* checkRows(rest)
  const rows = exercisesIn(rest)
  const shown = ({ rows, focus }: Stepped, find: string) =>
    new Redraw({ ...withExercises(rest, rows), [FIND_FIELD]: find, [FOCUS_FIELD]: focus })
  const query = queryIn(rest)
  if (step.startsWith("add:")) return shown(yield* added(visit, rows, step.slice(4)), "")
  if (step === "find" || step === "enter") {
    const id = query === undefined ? undefined : yield* meant(visit, query)
    return shown(
      id === undefined ? { rows, focus: FIND_FIELD } : yield* added(visit, rows, id),
      id === undefined ? (query ?? "") : ""
    )
  }
  const [, name = "", exercise, set] = STEP.exec(step) ?? []
  const at = rows.findIndex(({ number }) => number === Number(exercise))
  const setAt = rows[at]?.sets.findIndex(({ number }) => number === Number(set)) ?? -1
  if (name === "more" && countSets(rows) >= MOST_ROWS) return yield* NO_ROOM
  if (name === "more" && (rows[at]?.sets.length ?? 0) >= MOST_SETS)
    return yield* fieldFault(
      focusOf(Number(exercise)),
      `has ${MOST_SETS} sets, the most of one exercise; add it again for more`
    )
  const done =
    name === "take"
      ? yield* taken(visit, rows, at, set === undefined ? undefined : setAt)
      : at === -1
        ? undefined
        : own(rows, name, at, setAt)
  return shown(done ?? { rows, focus: FIND_FIELD }, query ?? "")
})
