/** @jsxImportSource hono/jsx */
import { FROM_LABEL } from "../../../features/food-search/packaged.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { MEALS_PATH } from "../settings/paths.ts"
import type { Meal } from "../trends/figures.tsx"
import { diaryAddress } from "./diary-address.ts"

const DIGITS = /^[\d\s-]{8,}$/

/** Whether a search is for a barcode. */
export const isDigits = (query: string): boolean => DIGITS.test(query.trim())

/** What a look-up of a barcode found out, for people. Without one, what this server knows. */
const noBarcode = (digits: string, searchedFor: string | undefined): string =>
  searchedFor?.endsWith(FROM_LABEL) === true
    ? searchedFor.replace(FROM_LABEL, "Make it from its label, and the next scan finds it.")
    : `No food has the barcode ${digits}. Search for its name, or make it from its label, and the next scan finds it.`

/** What to do next if nothing is found. */
export const NothingFound = ({
  search: { query, kind, searchedFor },
  meal,
  day
}: {
  readonly search: {
    readonly query: string
    readonly kind: "custom_food" | "saved_meal" | undefined
    readonly searchedFor?: string
  }
  readonly meal: Meal
  readonly day: ActivityDay
}) =>
  query !== "" ? (
    <p class="soft">
      {isDigits(query)
        ? noBarcode(query.trim(), searchedFor)
        : `Nothing is called “${query}”. Try a plainer or more general name, such as cheese for a rare cheese.`}
    </p>
  ) : kind === "saved_meal" ? (
    <p class="soft">
      You have no saved meals yet. <a href={MEALS_PATH}>Make the first one</a>.
    </p>
  ) : (
    <p class="soft">
      You have no foods of your own yet. <a href={diaryAddress(day, { meal, make: "" })}>Make the first one</a>.
    </p>
  )
