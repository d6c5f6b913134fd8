import { oncePer } from "../../../values/once.ts"
import type { Fields } from "../frame/form.tsx"
import { MOST_ROWS } from "./workout-bounds.ts"
import { ADDABLE, COLUMNS } from "./workout-fields.ts"

/** The fields of an exercise besides its sets. `effort` is set if its sets show their effort, and a column's name if they show it. */
const OF_EXERCISE: ReadonlySet<string> = new Set(["exerciseId", "name", "effort", "note", "superset", ...ADDABLE])
const OF_SET: ReadonlySet<string> = new Set([...COLUMNS, "setType", "technique", "loadIntent"])

/** Texts by column name. */
export type Cells = Readonly<Record<string, string>>

export interface SetRow {
  /** Its number in the names of its fields. Numbers ascend, and may have gaps. */
  readonly number: number
  readonly cells: Cells
}

export interface ExerciseRows {
  readonly number: number
  readonly cells: Cells
  readonly sets: ReadonlyArray<SetRow>
}

interface Found {
  readonly cells: Record<string, string>
  readonly sets: Map<number, Record<string, string>>
}

const newExercise = (): Found => ({ cells: {}, sets: new Map() })

const FIELD = /^exercises\[(\d{1,2})\]\.(?:sets\[(\d{1,2})\]\.)?(\w+)$/

const inOrder = <Value>(rows: ReadonlyMap<number, Value>): ReadonlyArray<readonly [number, Value]> =>
  [...rows].sort(([one], [other]) => one - other)

/**
 * The exercises of a form with their sets, in order. Rows beyond the maximum are left out: only a refused form can have
 * them, and its fault says so.
 */
export const exercisesIn = oncePer((fields: Fields): ReadonlyArray<ExerciseRows> => {
  const found = new Map<number, Found>()
  for (const [field, text] of Object.entries(fields)) {
    const [, at, set, column = ""] = FIELD.exec(field) ?? []
    if (at === undefined || typeof text !== "string") continue
    if (!(set === undefined ? OF_EXERCISE : OF_SET).has(column)) continue
    const exercise = found.get(Number(at)) ?? newExercise()
    found.set(Number(at), exercise)
    if (set === undefined) exercise.cells[column] = text
    else {
      const cells = exercise.sets.get(Number(set)) ?? {}
      cells[column] = text
      exercise.sets.set(Number(set), cells)
    }
  }
  let left = MOST_ROWS
  return inOrder(found).flatMap(([number, { cells, sets }]) => {
    if (left <= 0) return []
    const rows = inOrder(sets).slice(0, left)
    left -= Math.max(rows.length, 1)
    return [{ number, cells, sets: rows.map(([set, own]) => ({ number: set, cells: own })) }]
  })
})

/** The fields of exercises, numbered from 0 without gaps. */
export const fieldsOf = (
  exercises: ReadonlyArray<{ readonly cells: Cells; readonly sets: ReadonlyArray<{ readonly cells: Cells }> }>
): Fields =>
  Object.fromEntries(
    exercises.flatMap(({ cells, sets }, exercise) => [
      ...Object.entries(cells).map(([name, text]) => [`exercises[${exercise}].${name}`, text] as const),
      ...sets.flatMap((set, number) =>
        Object.entries(set.cells).map(
          ([name, text]) => [`exercises[${exercise}].sets[${number}].${name}`, text] as const
        )
      )
    ])
  )

/** The fields of a form with its exercises replaced. */
export const withExercises = (fields: Fields, exercises: Parameters<typeof fieldsOf>[0]): Fields => ({
  ...Object.fromEntries(Object.entries(fields).filter(([field]) => !field.startsWith("exercises["))),
  ...fieldsOf(exercises)
})

/** The number of set rows in a form. */
export const countSets = (exercises: ReadonlyArray<{ readonly sets: ReadonlyArray<unknown> }>): number =>
  exercises.reduce((count, { sets }) => count + sets.length, 0)

/** That a workout has more sets than a form can hold. */
export const tooLong = (exercises: Parameters<typeof countSets>[0]): string =>
  `This workout has ${countSets(exercises).toLocaleString("en")} sets. A form holds at most ${MOST_ROWS.toLocaleString("en")}, so that it opens fast on a phone.`

/** Whether no column of a set has a value. */
export const isBlank = ({ cells }: Pick<SetRow, "cells">): boolean =>
  COLUMNS.every((column) => (cells[column] ?? "").trim() === "")
