import { Effect } from "effect"
import type { Failure } from "../../../contract/errors.ts"
import { number } from "../../../values/charts/format.ts"
import { round } from "../../../values/round.ts"
import { fromKilograms, toKilograms } from "../../../values/units.ts"
import type { LastTime } from "../features/overview/model.ts"
import type { Fields } from "../frame/form.tsx"
import { textOf } from "../frame/inputs.ts"
import { type Done, Redraw, type Visit } from "../frame/page.ts"
import { typedCount } from "../frame/typed-number.ts"
import { typedQuantity, valueIn } from "../frame/typed-quantity.ts"
import { fieldOf } from "./workout-fields.ts"
import { exercisesIn, type SetRow } from "./workout-rows.ts"

/*
 * Slips of the finger in a workout's form: a load over twice, or repetitions over three times, the person's best so far.
 * The form asks about them once before it is saved.
 */

/** The field with the values that the form asks about. */
export const ASKED_FIELD = "asked"

/** The buttons that answer: save the values as typed, or as they were probably meant. */
export const SURE_FIELD = "sure"
export const MEANT_FIELD = "meant"

const [MOST_LOADS, MOST_REPS] = [2, 3]

interface Slip {
  readonly field: string
  /** What was typed. */
  readonly typed: string
  /** The exercise and set, and what is odd about the value, in words. */
  readonly text: string
  /** What was probably meant: its text, and as it is typed. */
  readonly likely: { readonly text: string; readonly typed: string } | undefined
}

/** The candidate that is nearest to the best so far, if one is likely. */
const nearest = (candidates: ReadonlyArray<number>, best: number): number | undefined =>
  candidates
    .filter((each) => each >= best / 2 && each <= best * 1.25)
    .sort((one, other) => Math.abs(one - best) - Math.abs(other - best))[0]

/** What a load may stand for: one with a lost decimal point or a zero too many, or in the other unit. */
const loadsMeant = (typed: number, unit: "kg" | "lb"): ReadonlyArray<number> => [
  typed / 10,
  typed / 100,
  unit === "kg" ? round(toKilograms(typed, "lb"), 1) : round(fromKilograms(typed, "kg", 4), 1)
]

/** What repetitions may stand for: a digit too many. */
const repsMeant = (typed: number): ReadonlyArray<number> => {
  const text = String(typed)
  return [...text].map((_, at) => Number(text.slice(0, at) + text.slice(at + 1))).filter((each) => each > 0)
}

type Best = LastTime["records"]

const loadSlip = (field: string, where: string, { cells }: SetRow, { heaviest: best }: Best): Slip | undefined => {
  const load = typedQuantity(cells.weight ?? "", "weight", best?.unit ?? "kg")
  if (best === undefined || typeof load !== "object" || cells.loadIntent === "assistance") return undefined
  const typed = round(valueIn(load, best.unit), 2)
  if (typed <= MOST_LOADS * best.value) return undefined
  const likely = nearest(loadsMeant(typed, best.unit), best.value)
  return {
    field,
    typed: cells.weight ?? "",
    text: `${where}: ${number(typed, 2)} ${best.unit} is over twice your best so far, ${number(best.value, 2)} ${best.unit}.`,
    likely: likely === undefined ? undefined : { text: `${number(likely, 2)} ${best.unit}`, typed: String(likely) }
  }
}

const repsSlip = (field: string, where: string, { cells }: SetRow, { mostReps: best }: Best): Slip | undefined => {
  const typed = typedCount(cells.reps ?? "")
  if (best === undefined || typeof typed !== "number" || typed <= MOST_REPS * best.value) return undefined
  const likely = nearest(repsMeant(typed), best.value)
  return {
    field,
    typed: cells.reps ?? "",
    text: `${where}: ${number(typed)} repetitions are over three times your most so far, ${number(best.value)}.`,
    likely: likely === undefined ? undefined : { text: `${number(likely)} repetitions`, typed: String(likely) }
  }
}

const slipsIn = (values: Fields, known: ReadonlyArray<LastTime>): ReadonlyArray<Slip> => {
  const byId = new Map(known.map((exercise) => [exercise.exerciseId, exercise]))
  return exercisesIn(values).flatMap(({ number: exercise, cells, sets }) => {
    const last = byId.get(cells.exerciseId ?? "")
    if (last === undefined) return []
    return sets.flatMap((set, index) => {
      const where = `${last.name}, set ${index + 1}`
      return [
        loadSlip(fieldOf(exercise, set.number, "weight"), where, set, last.records) ?? [],
        repsSlip(fieldOf(exercise, set.number, "reps"), where, set, last.records) ?? []
      ].flat()
    })
  })
}

const stampOf = (slips: ReadonlyArray<Slip>): string => slips.map(({ field, typed }) => `${field}=${typed}`).join("\n")

/** The slips that a form asks about. */
export const askedIn = (values: Fields, known: ReadonlyArray<LastTime>) => {
  const asked = textOf(values, ASKED_FIELD)
  if (asked === undefined) return undefined
  const slips = slipsIn(values, known).filter((slip) => asked.split("\n").includes(stampOf([slip])))
  return slips.length === 0 ? undefined : { slips, stamp: asked }
}

/**
 * Saves a workout's form, unless it has slips that nobody has answered for: then it is shown again, and asks. Values that
 * `held`, the form of the stored workout, already has are not asked about.
 */
export const askingFirst = Effect.fnUntraced(function* (
  visit: Visit,
  { [SURE_FIELD]: sure, [MEANT_FIELD]: meant, [ASKED_FIELD]: _, ...fields }: Fields,
  save: (fields: Fields) => Effect.Effect<Done, Failure>,
  before?: { readonly id: string; readonly held: Effect.Effect<Fields, Failure> }
): Effect.fn.Return<Done, Failure> {
  const ids = [...new Set(exercisesIn(fields).flatMap(({ cells }) => cells.exerciseId ?? []))]
  if (ids.length === 0) return yield* save(fields)
  const { exercises } = yield* visit.call("get_last_times", {
    ids,
    ...(before === undefined ? {} : { before: before.id })
  })
  const all = slipsIn(fields, exercises)
  const held = all.length === 0 || before === undefined ? {} : yield* before.held
  const slips = all.filter(({ field, typed }) => held[field] !== typed)
  const stamp = stampOf(slips)
  if (slips.length === 0 || sure === stamp) return yield* save(fields)
  if (meant !== stamp) return new Redraw({ ...fields, [ASKED_FIELD]: stamp })
  const corrected = slips.map(({ field, typed, likely }) => [field, likely?.typed ?? typed] as const)
  return yield* save({ ...fields, ...Object.fromEntries(corrected) })
})
