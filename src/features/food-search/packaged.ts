import { Context, Effect } from "effect"
import { type Charged, NOTHING_DUE } from "../../contract/handler/charge.ts"
import { type Barcode, barcodeOf, printedBarcode } from "../../values/barcode.ts"
import type { UserId } from "../../values/ids.ts"
import type { Food } from "../foods/model.ts"
import { isFromOpenFoodFacts } from "../foods/sources.ts"
import type { Results } from "./rank.ts"
import type { FoodQuery, FoodSearch } from "./store.ts"

/**
 * The outcome of a look-up. `stored`: the catalogue has the food now. `current`: it had it already. `unknown`: nobody knows the
 * barcode. `incomplete`: it is known, without nutrition that can be used. `later`: too many look-ups at once.
 * `unreachable`: there was no answer.
 */
export type LookedUp = "stored" | "current" | "unknown" | "incomplete" | "later" | "unreachable"

/**
 * Looks up barcodes of packaged foods outside this server, and stores what it finds in the catalogue. An annex provides
 * it; by default, and if the operator has not allowed it, there is none.
 */
export class PackagedFoods extends Context.Reference<PackagedFoods>()("PackagedFoods", {
  defaultValue: (): {
    /**
     * `isInCatalogue`: the catalogue has the food already, so it is looked up only if that came from an earlier look-up
     * that is out of date.
     */
    readonly lookUp:
      | ((barcode: Barcode, askedBy: UserId, isInCatalogue: boolean) => Effect.Effect<LookedUp>)
      | undefined
  } => ({ lookUp: undefined })
}) {}

const WHY = {
  unknown: (code) => `No food has the barcode ${code}, here or at Open Food Facts.`,
  incomplete: (code) => `Open Food Facts has the barcode ${code}, but no usable nutrition for it.`,
  later: (code) => `The barcode ${code} is unknown here, and there were too many look-ups. Ask again in a few minutes.`,
  unreachable: (code) =>
    `The barcode ${code} is unknown here, and Open Food Facts did not answer. Ask again in a minute.`
} as const satisfies Record<Exclude<LookedUp, "stored" | "current">, (code: string) => string>

/** Ends what a look-up without a food says. */
export const FROM_LABEL = "Make it from its label with save_custom_food and this barcode: later searches find it."

type Search = FoodSearch["Type"]["search"]

/** Whether the catalogue's foods of this search may be those of a look-up, or there are none at all. */
const mayLookUp = (foods: ReadonlyArray<Food>): boolean =>
  foods.every(({ kind, id }) => kind === "food" && isFromOpenFoodFacts(id))

/**
 * What a search found, or if that is nothing or an old look-up and the query is a barcode, what a look-up finds. If that
 * finds nothing either, the results say why, and what to do.
 */
export const withLookUp = Effect.fnUntraced(function* (
  search: Search,
  lookUp: typeof PackagedFoods.Service.lookUp,
  userId: UserId,
  query: FoodQuery,
  found: Charged<Results<Food>>
) {
  const barcode = barcodeOf(query.question?.barcode ?? "")
  const isForCatalogue = query.kind === undefined || query.kind === "food"
  const { foods } = found.value
  if (lookUp === undefined || barcode === undefined || !isForCatalogue || !mayLookUp(foods)) return found
  const outcome = yield* lookUp(barcode, userId, foods.length > 0)
  if (outcome === "stored") return found.with((yield* search(NOTHING_DUE, userId, query)).value)
  if (outcome === "current" || foods.length > 0) return found
  const searchedFor = `${WHY[outcome](printedBarcode(barcode))} ${FROM_LABEL}`
  return found.with({ foods: [], searchedFor })
})
