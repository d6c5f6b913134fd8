import { type Fault, said } from "../../contract/broken-rule.ts"
import { quote } from "../../contract/faults.ts"
import { isFields } from "../../contract/ignoring.ts"
import type { Given } from "../../contract/rule.ts"
import { fromKilograms, toKilograms } from "../../values/units.ts"
import { HEAVIEST_KG, MOST_EXERCISES, MOST_SETS } from "./model.ts"

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "")

const choiceFaults = ({ exerciseId, name }: Given, at: string): ReadonlyArray<Fault> => {
  if ((exerciseId !== undefined && exerciseId !== null) || !isBlank(name)) return []
  const advice = "give exerciseId (preferred, from search_exercises) or the exact name in the catalogue"
  return [`${at}.exerciseId`, `${at}.name`].map((field) => said(field, "", { advice }))
}

const HEAVIEST_LB = fromKilograms(HEAVIEST_KG, "lb", 2)

const loadFaults = (load: unknown, at: string): ReadonlyArray<Fault> => {
  if (!isFields(load) || typeof load.value !== "number" || (load.unit !== "kg" && load.unit !== "lb")) return []
  const kilograms = toKilograms(load.value, load.unit)
  if (kilograms >= 0 && kilograms <= HEAVIEST_KG) return []
  const most = load.unit === "kg" ? "" : ` (${HEAVIEST_LB} lb)`
  return [said(`${at}.value`, `must be 0 to ${HEAVIEST_KG} kg${most}`, { received: quote(load.value) })]
}

/** The faults of a list and of its items. If the list is too long, the items are not checked. */
const listFaults = (
  list: unknown,
  at: string,
  most: number,
  faultsOf: (item: Given, at: string) => ReadonlyArray<Fault>
): ReadonlyArray<Fault> => {
  if (!Array.isArray(list)) return []
  if (list.length > most) return [said(at, `must hold at most ${most}`, { received: list.length })]
  return list.flatMap((item: unknown, index) => (isFields(item) ? faultsOf(item, `${at}[${index}]`) : []))
}

/** The faults of a workout's exercises, item by item. None if there are too many items, which is reported elsewhere. */
export const exerciseFaults = (
  exercises: unknown,
  faultsOf: (exercise: Given, at: string) => ReadonlyArray<Fault>
): ReadonlyArray<Fault> =>
  Array.isArray(exercises) && exercises.length > MOST_EXERCISES
    ? []
    : listFaults(exercises, "exercises", MOST_EXERCISES, faultsOf)

/** Checks beyond a workout's schema: each exercise is named, loads are within bounds, lists are not too long. */
export const workoutFaults = ({ exercises }: Given): ReadonlyArray<Fault> =>
  listFaults(exercises, "exercises", MOST_EXERCISES, (exercise, at) => [
    ...choiceFaults(exercise, at),
    ...listFaults(exercise.sets, `${at}.sets`, MOST_SETS, (set, at) => loadFaults(set.weight, `${at}.weight`))
  ])
