import type { ShownWorkout } from "../../../features/workouts/model.ts"
import { number } from "../../../values/charts/format.ts"
import { round } from "../../../values/round.ts"
import type { DistanceUnit } from "../../../values/units.ts"
import { typeText } from "./set-types.ts"

/** Metres in one international mile, exact by the international yard and pound agreement of 1959. */
const METRES = { km: 1000, mi: 1609.344 } as const satisfies Record<DistanceUnit, number>

/** Metres of a typed distance, to the millimetre. */
export const metresIn = (typed: number, unit: DistanceUnit): number => round(typed * METRES[unit], 3)

/** Most decimals of a typed distance: those of a millimetre in miles. */
const MOST_DECIMALS = 7

/** A distance as a form shows it: with the fewest decimals that state it to the millimetre, so 402.336 m are 0.25 mi. */
export const typedDistance = (metres: number, unit: DistanceUnit): string => {
  const exact = metres / METRES[unit]
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals++) {
    const rounded = round(exact, decimals)
    if (metresIn(rounded, unit) === round(metres, 3)) return String(rounded)
  }
  return String(round(exact, MOST_DECIMALS))
}

const pad = (value: number): string => String(value).padStart(2, "0")

/** A time: 45 s, 5:00 or 1:02:30. */
export const timeText = (seconds: number): string => {
  if (seconds < 60) return `${number(seconds, 1)} s`
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`
}

/** Units for short distances, such as carries and lengths of a pool: up to a kilometre, and up to a tenth of a mile. */
const SHORT = {
  km: { below: 1000, metres: 1, name: "m", decimals: 1 },
  mi: { below: METRES.mi / 10, metres: 0.9144, name: "yd", decimals: 1 }
} as const satisfies Record<DistanceUnit, object>

/** The unit in which distances are shown and compared: that for short ones if all are short. */
export const shownIn = (unit: DistanceUnit, ...metres: ReadonlyArray<number>) =>
  metres.every((each) => each > 0 && each < SHORT[unit].below)
    ? SHORT[unit]
    : { metres: METRES[unit], name: unit, decimals: 2 }

/** A distance: 5 km, or 40 m. */
export const distanceText = (metres: number, unit: DistanceUnit): string => {
  const shown = shownIn(unit, metres)
  return `${number(metres / shown.metres, shown.decimals)} ${shown.name}`
}

type Shown = Partial<Omit<ShownWorkout["exercises"][number]["sets"][number], "setNumber" | "setType">>

/** A set in words: 100 kg × 5, 5 km in 25:00, or held for 45 s. */
export const setText = (
  { weight, reps, distanceMeters, durationSeconds, holdSeconds, intensity }: Shown,
  unit: DistanceUnit
): string => {
  const load = weight === undefined ? [] : [`${number(weight.value, 2)} ${weight.unit}`]
  const times = reps === undefined ? [] : [weight === undefined ? `${reps} reps` : String(reps)]
  const distance = distanceMeters === undefined ? [] : [distanceText(distanceMeters, unit)]
  const time = durationSeconds === undefined ? [] : [timeText(durationSeconds)]
  const held = holdSeconds === undefined ? [] : [`held for ${timeText(holdSeconds)}`]
  const parts = [[...load, ...times].join(" × "), [...distance, ...time].join(" in "), ...held]
  const text = parts.filter((part) => part !== "").join(", ")
  const effort = intensity === undefined ? "" : `, RPE ${number(intensity, 1)}`
  return text === "" ? `a set${effort}` : `${text}${effort}`
}

type Typed = Shown & { readonly setType: ShownWorkout["exercises"][number]["sets"][number]["setType"] }

/** Whether the repetitions alone describe a set, because the set before has the same load. */
const isMore = (set: Typed, before: Typed | undefined): boolean =>
  set.weight !== undefined &&
  set.reps !== undefined &&
  before?.reps !== undefined &&
  before.setType === set.setType &&
  before.technique === set.technique &&
  before.weight?.value === set.weight.value &&
  before.weight.unit === set.weight.unit &&
  [set, before].every(({ distanceMeters, durationSeconds, holdSeconds, intensity }) =>
    [distanceMeters, durationSeconds, holdSeconds, intensity].every((field) => field === undefined)
  )

/** Most sets that a line names. */
const MOST_NAMED = 50

/** The sets of an exercise in one line, each load once: 60 kg × 6 (warm-up); 100 kg × 5, 5, 4. Of many sets, the first ones. */
export const setsText = (sets: ReadonlyArray<Typed>, unit: DistanceUnit): string => {
  const named = sets.slice(0, MOST_NAMED).map((set, index) => {
    const before = sets[index - 1]
    if (isMore(set, before)) return `, ${set.reps}`
    return `${before === undefined ? "" : "; "}${setText(set, unit)}${typeText(set)}`
  })
  const left = sets.length - named.length
  return named.join("") + (left === 0 ? "" : `; and ${left} more sets`)
}
