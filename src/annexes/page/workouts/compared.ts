import type { WeightMeaning } from "../../../features/exercises/model.ts"
import type { ShownWorkout } from "../../../features/workouts/model.ts"
import { signed } from "../../../values/charts/format.ts"
import type { DistanceUnit } from "../../../values/units.ts"
import { letterOf } from "./set-types.ts"
import { shownIn } from "./sets.ts"

type ShownSet = ShownWorkout["exercises"][number]["sets"][number]

/** What is better or worse in a set than last time: +2.5, or −1. */
interface Change {
  readonly text: string
  readonly isBetter: boolean
}

/** A set beside the one of last time that it repeats. */
export interface ComparedSet {
  readonly set: ShownSet
  /** W for a warm-up, D for a drop set, F for one to failure, R for rest-pause; else its number. */
  readonly label: string
  readonly earlier: ShownSet | undefined
  readonly change: Change | undefined
}

const isWarmUp = ({ setType }: ShownSet): boolean => setType === "warmup"

/** How many warm-ups, and how many other sets. */
export interface Done {
  readonly warmUps: number
  readonly working: number
}

export const NONE_DONE: Done = { warmUps: 0, working: 0 }

/** The same with these sets, too. */
export const doneAfter = ({ warmUps, working }: Done, sets: ReadonlyArray<ShownSet>): Done => {
  const more = sets.filter(isWarmUp).length
  return { warmUps: warmUps + more, working: working + sets.length - more }
}

/** The change of a value; undefined if it is the same or one of both is unknown. */
const changed = (
  now: number | undefined,
  before: number | undefined,
  { isLess = false, unit = "" }: { readonly isLess?: boolean; readonly unit?: string } = {}
): Change | undefined => {
  if (now === before || now === undefined || before === undefined) return undefined
  const by = now - before
  const text = signed(by, 2)
  return text === "0" ? undefined : { text: `${text}${unit}`, isBetter: by > 0 !== isLess }
}

/**
 * What is better or worse: the weight, or with the same weight the repetitions, the time held or the distance. Less
 * assistance is better. `weightIs` is what a weight of the exercise is where a set does not say it. A time alone is not
 * judged, because both faster and longer may be meant.
 */
export const changeOf = (
  now: ShownSet,
  before: ShownSet,
  unit: DistanceUnit,
  weightIs?: WeightMeaning
): Change | undefined => {
  const meaning = now.loadIntent ?? weightIs
  if (now.weight?.unit !== before.weight?.unit || meaning !== (before.loadIntent ?? weightIs)) return undefined
  const { metres, name } = shownIn(unit, now.distanceMeters ?? 0, before.distanceMeters ?? 0)
  const shown = (distance: number | undefined) => (distance === undefined ? undefined : distance / metres)
  return (
    changed(now.weight?.value, before.weight?.value, { isLess: meaning === "assistance" }) ??
    changed(now.reps, before.reps) ??
    changed(now.holdSeconds, before.holdSeconds, { unit: " s" }) ??
    changed(shown(now.distanceMeters), shown(before.distanceMeters), { unit: ` ${name}` })
  )
}

/**
 * The sets of an exercise, each beside that of last time at its place among those of its type. `done` counts the sets of
 * the same exercise earlier in the workout.
 */
export const compared = (
  sets: ReadonlyArray<ShownSet>,
  last: ReadonlyArray<ShownSet>,
  unit: DistanceUnit,
  { done = NONE_DONE, weightIs }: { readonly done?: Done; readonly weightIs?: WeightMeaning | undefined } = {}
): ReadonlyArray<ComparedSet> => {
  const [warmUps, working] = [last.filter(isWarmUp), last.filter((set) => !isWarmUp(set))]
  let { warmUps: warmUpsDone, working: workingDone } = done
  let number = 0
  return sets.map((set) => {
    const isWarm = isWarmUp(set)
    const earlier = isWarm ? warmUps[warmUpsDone++] : working[workingDone++]
    if (!isWarm) number++
    return {
      set,
      label: letterOf(set) || String(number),
      earlier,
      change: earlier === undefined ? undefined : changeOf(set, earlier, unit, weightIs)
    }
  })
}
