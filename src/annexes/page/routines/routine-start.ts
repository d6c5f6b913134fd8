import type { OutputOf } from "../frame/page.ts"
import { plannedOf, type ShownSet } from "../workouts/set-columns.ts"
import type { Offered } from "../workouts/workout-form.tsx"

type Routine = OutputOf<"get_routine">

const VALUES = ["weight", "reps", "distanceMeters", "durationSeconds", "holdSeconds"] as const

const isOpen = (set: ShownSet): boolean => VALUES.every((column) => set[column] === undefined)

/** The weight of last time for a set: that of the same set of its type, else of the last one. */
const weightFrom = (last: ReadonlyArray<ShownSet>, sets: ReadonlyArray<ShownSet>, index: number) => {
  const kind = sets[index]?.setType
  const place = sets.slice(0, index).filter(({ setType }) => setType === kind).length
  const same = last.filter(({ setType }) => setType === kind)
  const { weight, loadIntent } = same[place] ?? same.at(-1) ?? {}
  return weight === undefined ? {} : { weight, ...(loadIntent === undefined ? {} : { loadIntent }) }
}

/** The exercises of a routine with last time's weights where none is fixed. Sets that plan nothing stay blank. */
export const weighed = (
  { exercises }: Routine,
  known: Offered["exercises"]
): ReadonlyArray<Pick<Routine["exercises"][number], "exerciseId" | "superset" | "notes" | "sets">> => {
  const last = new Map(known.map((exercise) => [exercise.exerciseId, exercise.last?.sets ?? []]))
  return exercises.map(({ exerciseId, sets, ...beside }) => ({
    ...beside,
    exerciseId,
    sets: sets.map((set, index) =>
      set.weight !== undefined || isOpen(plannedOf(set))
        ? set
        : { ...set, ...weightFrom(last.get(exerciseId) ?? [], sets, index) }
    )
  }))
}
