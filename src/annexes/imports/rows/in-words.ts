import { longDay } from "../../../values/charts/format.ts"
import type { Missing, NotKeptKind, Replaced } from "./model.ts"

/** A replaced fact for people: `Push, 8 Apr 2026`. */
export const replacedInWords = ({ name, date }: Replaced): string => `${name}, ${longDay(date)}`

const counted = (count: number, one: string, many: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${count.toLocaleString("en-US")} ${count === 1 ? one : many}`]

/** A kind of data that is not kept, for people: `BMI: 2 rows (renpho.csv)`. */
export const notKeptInWords = ({ file, kind, rows }: NotKeptKind): string =>
  `${kind}: ${counted(rows, "row", "rows")}${file === null ? "" : ` (${file})`}`

/** What a file no longer has between its first and its last day; undefined if nothing is missing. */
export const missingInWords = ({ readings, entries, workouts }: Missing): string | undefined => {
  const parts = [
    ...counted(workouts, "workout", "workouts"),
    ...counted(entries, "diary entry", "diary entries"),
    ...counted(readings, "reading", "readings")
  ]
  const last = parts.at(-1)
  if (last === undefined) return undefined
  const all = parts.length === 1 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`
  return `${all} of earlier files are not in this one, on days between its first and its last`
}
