import type { HealthElement } from "./health-elements.ts"

const PREFIX = /^HK(?:Quantity|Category)TypeIdentifier/
const KEPT = /TypeIdentifier(?:ActiveEnergyBurned$|Distance)/
/** What says how a workout was recorded, rather than what. */
const BESIDE = /^(?:HKTimeZone|HKWasUserEntered|HKExternalUUID|HKMetadataKeySync.*|HKMetadataKeyApp.*)$/

/** What says of a food what it is and when it was eaten. */
const OF_FOODS = /^HKFoodType|meal$/i

/** What a record holds besides its value and its time, such as the brand of a food. */
export const othersOfRecord = ({ metadata }: HealthElement): ReadonlyArray<string> =>
  [...metadata.keys()].filter((key) => !BESIDE.test(key) && !OF_FOODS.test(key))

/** What a workout holds besides its sport, times, energy and distance, such as its heart rate and its route. */
export const othersOf = ({ statistics, metadata, children }: HealthElement): ReadonlyArray<string> => [
  ...statistics.flatMap(({ type }) => (KEPT.test(type) ? [] : [`${type.replace(PREFIX, "")} of workouts`])),
  ...new Set(children),
  ...[...metadata.keys()].filter((key) => !BESIDE.test(key))
]
