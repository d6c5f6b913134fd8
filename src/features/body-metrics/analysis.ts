import { Schema } from "effect"
import { present } from "../../contract/fields.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { Count } from "../../values/number.ts"
import { round } from "../../values/round.ts"
import {
  type Balance,
  type EatenDay,
  type Estimate,
  energyBalance,
  isTooWide,
  KCAL_PER_KG,
  type Missing,
  type Narrowing,
  SHORTEST_DAYS,
  type Window,
  windowOf
} from "../../values/trends/energy-balance.ts"
import { withoutSlips } from "../../values/trends/slips.ts"
import { LEAST_RATE_DAYS, LEAST_RATE_READINGS, rateOf, smoothed } from "../../values/trends/weight-trend.ts"
import { fromKilograms, type WeightUnit } from "../../values/units.ts"
import { type Metric, MetricUnit, type Reading, type ReadingUnits, shownIn, unitFor } from "./model.ts"

/** Metrics that have a trend. Steps and sleep are new every day. */
export type Analysed = Exclude<Metric, "steps" | "sleep">

export const isAnalysed = (metric: Metric): metric is Analysed => metric !== "steps" && metric !== "sleep"

/** The smallest plausible standard deviation of one reading, in canonical units. */
export const LEAST_DEVIATION = { weight: 0.3, body_fat: 0.3, girth: 0.5, resting_heart_rate: 1.5 } as const

/** The same of a metric. */
export const leastDeviationOf = (metric: Analysed): number =>
  metric === "weight" || metric === "body_fat" || metric === "resting_heart_rate"
    ? LEAST_DEVIATION[metric]
    : LEAST_DEVIATION.girth

const METHOD = "ols-raw-v1"

const number = (description: string) => Schema.Number.annotations({ description })
const text = (description: string) => Schema.String.annotations({ description })
const day = (description: string) => ActivityDay.annotations({ description })

const rates = {
  perWeek: number("Change a week; negative when falling."),
  low: number("Lower end of the 95 % interval."),
  high: number("Upper end of the 95 % interval.")
}
const method = Schema.Literal(METHOD).annotations({ description: "Least squares over the raw readings." })

const Trend = Schema.Struct({
  unit: MetricUnit.annotations({ description: "The user's unit." }),
  average: present(
    Schema.Struct({ date: day("Day of the last reading."), value: number("Smoothed over 10 days.") }).annotations({
      description: "The smoothed line on its last day."
    })
  ),
  rate: present(
    Schema.Struct(rates).annotations({ description: "Slope of the readings of the 28 days up to the last one." })
  ),
  excluded: present(
    Schema.Array(
      Schema.Struct({ date: day("Day of the reading."), value: number("As given."), reason: text("Why.") })
    ).annotations({ description: "Readings left out as probable typing errors." })
  ),
  hint: present(text("What is missing, if there is no rate.")),
  method
}).annotations({
  description: "Smoothed average, and rate a week."
})
type Trend = typeof Trend.Type

const kilocalories = (description: string) =>
  Schema.Struct({
    value: present(number("kcal a day, to the nearest 10; absent if too uncertain.")),
    low: number("Lower end of the 95 % interval."),
    high: number("Upper end of the 95 % interval.")
  }).annotations({ description })

export const Energy = Schema.Struct({
  status: Schema.Literal("ok", "too_uncertain", "not_enough_data").annotations({
    description: "Whether there is a value, only an interval, or neither."
  }),
  from: day("First day that was used: whole weeks, without today."),
  to: day("Last day that was used."),
  expenditure: present(kilocalories("Measured kcal spent a day: eaten, less the change of weight.")),
  intake: present(
    Schema.Struct({
      mean: number("kcal eaten a day, over logged days."),
      daysLogged: Count.annotations({ description: "Days with a diary that were used." }),
      days: Count.annotations({ description: "Days of the range that was used." })
    }).annotations({ description: "What was eaten." })
  ),
  weight: present(
    Schema.Struct({
      ...rates,
      unit: Schema.Literal("kg", "lb").annotations({ description: "The user's unit." }),
      kg: Schema.Struct(rates).annotations({ description: "The same in kilograms." })
    }).annotations({ description: "Change of weight a week." })
  ),
  balance: present(kilocalories("Eaten less spent a day: negative in a deficit.")),
  excluded: present(
    Schema.Struct({
      days: Schema.Array(
        Schema.Struct({ date: day("Day of the diary."), calories: number("kcal."), reason: text("Why.") })
      ).annotations({ description: "Days that look unfinished." }),
      readings: Schema.Array(
        Schema.Struct({ date: day("Day of the reading."), kg: number("Kilograms."), reason: text("Why.") })
      ).annotations({ description: "Weights far from all others." }),
      expenditureWithDays: present(kilocalories("The result with those days, if they move it by over 100 kcal."))
    }).annotations({ description: "What was left out." })
  ),
  assumptions: Schema.Struct({
    kcalPerKg: number("Energy of a kilogram of body weight, in kcal."),
    method
  }).annotations({
    description: "Assumptions behind the figures."
  }),
  missing: present(
    Schema.Array(
      Schema.Struct({ what: text("What is needed."), have: number("How much there is."), need: number("How much.") })
    ).annotations({ description: "What is missing with not_enough_data." })
  ),
  hint: text("What would help most."),
  warning: present(text("What may have moved the figures.")),
  caveat: text("Limits of these figures.")
}).annotations({
  description: "kcal a day with 95 % intervals; balance is eaten less spent; missing says what to log."
})
export type Energy = typeof Energy.Type

/** The additional output of list_body_metrics with `analysis`. */
export const analysisFields = { trend: present(Trend), energy: present(Energy) }

const CAVEAT =
  "A diary that always misses the same amount makes expenditure too low by it, while the balance holds. Below about 30 kg of body fat, a kilogram holds less than 7,700 kcal."

const FEASTS = "Days without a diary count as usual ones: feasts among them make expenditure too low."

const WATER =
  "In the first two weeks of a diet, water leaves too and expenditure looks too high: ask for a range that begins after them."

const SHIFTED =
  "Much more was eaten in one half of this range than in the other, so water may have moved the weight. Later weeks will show."

const UNFINISHED = "less than half of the usual kcal, and all of one meal: probably not logged to the end"
const FAR_OFF = "more than 1.5 kg, and 4 times the usual distance, from all others"

/** `bound` is a distance in the user's unit. */
const offItsLine = (bound: number, unit: MetricUnit) =>
  `over ${bound} ${unit}, and 4 times the usual distance, off the line of the readings around it: counts once another within a week agrees`

const HINTS: Readonly<Record<Narrowing, string>> = {
  longer_window: "A longer range narrows the interval most; 6 weeks are best.",
  more_weigh_ins: "More weigh-ins narrow the interval most: weigh yourself on most days.",
  more_food_days: "More days with a full diary narrow the interval most."
}

const NEEDS: Readonly<Record<Missing["what"], string>> = {
  days: `Ask for a range of at least ${SHORTEST_DAYS} days before today.`,
  weigh_ins: "Weigh yourself on more days.",
  weigh_in_span_days: "The weigh-ins must span at least 21 days.",
  weigh_ins_in_each_third: "Each third of the range needs at least two weigh-ins.",
  weigh_ins_spread_out: "Two neighbouring days decide the trend alone: weigh yourself on more days.",
  food_days: "Log food on more days: 70 % of the range is needed.",
  food_days_in_each_week: "Each week needs at least four days with food."
}

/** kcal to the nearest 10: more digits would suggest a precision that the estimate does not have. */
const tens = (kilocalories: number): number => round(kilocalories / 10, 0) * 10
const inTens = ({ value, low, high }: Estimate) => ({ value: tens(value), low: tens(low), high: tens(high) })
const weekly = ({ value, low, high }: Estimate, unit: WeightUnit) => ({
  perWeek: fromKilograms(value, unit, 2),
  low: fromKilograms(low, unit, 2),
  high: fromKilograms(high, unit, 2)
})

/**
 * The trend of readings up to `to`, shown in the user's unit. `readings` are oldest first, in canonical units; those
 * after `to` only show which earlier ones are slips.
 */
export const trendOf = (
  metric: Analysed,
  readings: ReadonlyArray<Reading>,
  to: ActivityDay,
  units: ReadingUnits
): Trend => {
  const shown = (value: number) => shownIn(metric, value, units)
  const least = leastDeviationOf(metric)
  const sifted = withoutSlips(readings, least)
  const upTo = (some: ReadonlyArray<Reading>) => some.filter(({ date }) => date <= to)
  const [kept, slips] = [upTo(sifted.kept), upTo(sifted.slips)]
  const last = smoothed(kept).at(-1)
  const unit = unitFor(metric, units)
  const reason = offItsLine(shown(5 * least), unit)
  const rate = rateOf(kept, least)
  return {
    unit,
    ...(last === undefined ? {} : { average: { date: last.date, value: shown(last.trend) } }),
    ...(rate === undefined
      ? {
          hint: `A rate needs at least ${LEAST_RATE_READINGS} readings that span ${LEAST_RATE_DAYS} days, within 28 days.`
        }
      : { rate: { perWeek: shown(rate.perWeek), low: shown(rate.low), high: shown(rate.high) } }),
    ...(slips.length === 0
      ? {}
      : { excluded: slips.map(({ date, value }) => ({ date, value: shown(value), reason })) }),
    method: METHOD
  }
}

const excludedOf = ({ doubtful, outliers, withDoubtful }: Balance): Pick<Energy, "excluded"> =>
  doubtful.length + outliers.length === 0
    ? {}
    : {
        excluded: {
          days: doubtful.map(({ date, calories }) => ({ date, calories: round(calories, 0), reason: UNFINISHED })),
          readings: outliers.map(({ date, value }) => ({ date, kg: value, reason: FAR_OFF })),
          ...(withDoubtful === undefined ? {} : { expenditureWithDays: inTens(withDoubtful) })
        }
      }

/** Fields of every answer about energy. */
const COMMON = { assumptions: { kcalPerKg: KCAL_PER_KG, method: METHOD }, caveat: CAVEAT } as const

/** The limits that apply to these figures: biases that no interval can contain. */
const caveatOf = ({ intake, balance }: Balance): string =>
  [CAVEAT, ...(intake.daysLogged < intake.days ? [FEASTS] : []), ...(balance.high < 0 ? [WATER] : [])].join(" ")

const notEnough = (window: Window, missing: ReadonlyArray<Missing>): Energy => ({
  status: "not_enough_data",
  ...window,
  missing,
  hint: missing.map(({ what }) => NEEDS[what]).join(" "),
  ...COMMON
})

const within = <A extends { readonly date: ActivityDay }>(items: ReadonlyArray<A>, { from, to }: Window) =>
  items.filter(({ date }) => from <= date && date <= to)

/** The energy balance of a range, from weights in kilograms and days with diary entries, both oldest first. */
export const energyOf = (
  weights: ReadonlyArray<Reading>,
  eaten: ReadonlyArray<EatenDay>,
  range: Window,
  today: ActivityDay,
  weightUnit: WeightUnit
): Energy => {
  const window = windowOf(range.from, range.to, today)
  if (typeof window === "number") return notEnough(range, [{ what: "days", have: window, need: SHORTEST_DAYS }])
  const found = energyBalance(within(weights, window), within(eaten, window), window)
  if (!("expenditure" in found)) return notEnough(window, found)
  const isUncertain = isTooWide(found.expenditure)
  const { value, ...interval } = inTens(found.expenditure)
  const { mean, ...days } = found.intake
  return {
    status: isUncertain ? "too_uncertain" : "ok",
    ...window,
    expenditure: isUncertain ? interval : { value, ...interval },
    intake: { mean: round(mean, 0), ...days },
    weight: { ...weekly(found.weight, weightUnit), unit: weightUnit, kg: weekly(found.weight, "kg") },
    balance: inTens(found.balance),
    ...excludedOf(found),
    hint: HINTS[found.narrowing],
    ...(found.isShifted ? { warning: SHIFTED } : {}),
    ...COMMON,
    caveat: caveatOf(found)
  }
}
