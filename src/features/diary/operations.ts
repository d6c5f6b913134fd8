import { DateTime, Effect, Either, Option } from "effect"
import { said } from "../../contract/broken-rule.ts"
import { NotFound, ValidationFailed } from "../../contract/errors.ts"
import { answerOf } from "../../contract/handler/answer.ts"
import { charging, type Handlers, implement } from "../../contract/handler/handlers.ts"
import { IdempotencyStore } from "../../facts/idempotency-store.ts"
import { Transactions } from "../../platform/database/transactions.ts"
import { daysBetween } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { Cursors } from "../../values/paging/cursor.ts"
import { pageOf } from "../../values/paging/page.ts"
import { type Amount, countedIn, faultIn, type Named } from "../foods/amounts.ts"
import type { Food, FoodKind } from "../foods/model.ts"
import type { Portioned } from "../foods/portions.ts"
import { logAgain } from "./again.ts"
import { cursorFaults, firstStart, lookups, opened, sealed } from "./cursor.ts"
import { DiaryApi, LONGEST_WITH_TOTALS } from "./definition.ts"
import { loggableFoods } from "./loggable-foods.ts"
import {
  type EatenFood,
  entryIds,
  FOOD_ID_FIELDS,
  KIND_OF_FIELD,
  portionsOf,
  quickFood,
  quickFoodIds,
  show,
  showMean,
  totalsByDay
} from "./model.ts"
import { DiaryStore, type FoundFood } from "./store.ts"

const DEFAULT_LIMIT = 50

const noEntry = (id: string) =>
  new NotFound({
    message: `There is no diary entry ${id}. list_food_entries shows the entries of a range of days.`,
    people: null
  })

type FoodIds = { readonly [Field in (typeof FOOD_ID_FIELDS)[number]]?: string }

/** The foods named in a call. The input rule allows exactly one. */
const namedFoods = (ids: FoodIds) =>
  FOOD_ID_FIELDS.flatMap((field) => {
    const id = ids[field]
    return id === undefined ? [] : [{ field, kind: KIND_OF_FIELD[field], id }]
  })

/** The servings that a call names. Fails with the fault of an amount that is none of this food. */
const counted = (food: Portioned, named: Named) =>
  Either.mapLeft(countedIn(food, named), (fault) => ValidationFailed.of(faultIn("amount", fault)))

const log = (
  store: DiaryStore["Type"],
  foods: Effect.Effect.Success<typeof loggableFoods>,
  again: ReturnType<typeof logAgain>
): Handlers<typeof DiaryApi>["log_food_entry"] =>
  charging(
    Effect.fnUntraced(function* (input, caller, charge) {
      const { user, today, now } = caller
      const { mealType, date = today, sameAs, servings = 1 } = input
      if (sameAs !== undefined) return yield* charge.before(again(caller, sameAs, { servings, mealType, date }))
      const entryId = yield* entryIds.make
      const log = (kind: FoodKind, food: EatenFood, found: FoundFood = {}) =>
        Effect.flatMap(counted(food, input), ({ servings, ...hint }) => {
          const { id, name, brandName, serving, perServing } = food
          const entry = {
            id: entryId,
            date,
            mealType,
            servings,
            ...(input.amount === undefined ? {} : { said: input.amount }),
            food: { id, kind, name, brandName },
            serving,
            perServing,
            createdAt: DateTime.unsafeMake(now)
          }
          const answer = answerOf(caller, { entry: show(entry), date, timezone: user.timezone, ...hint })
          return store.add(charge, user.id, today, entry, answer, found)
        })
      if (input.quickAdd !== undefined) {
        const food = quickFood(yield* quickFoodIds.make, input.quickAdd)
        return yield* Effect.catchTag(log("custom_food", food, { isQuick: true }), "FoodGone", Effect.die)
      }
      const [named] = namedFoods(input)
      if (named === undefined) return yield* Effect.dieMessage("A food entry without a food passed validation")
      const { field, kind, id } = named
      const noFood = () =>
        new NotFound({
          message: `There is no food with ${field} ${id}. search_foods finds foods: an id of kind food goes into foodId, custom_food into customFoodId, saved_meal into savedMealId.`,
          people: null
        })
      const finding = Effect.gen(function* () {
        yield* charge.now
        const food = yield* foods.find(user.id, kind, id)
        return yield* Option.isNone(food) ? noFood() : log(kind, food.value)
      })
      const remembered = foods.recall(kind, id)
      // A food that is out of date may lack a portion that it has by now.
      const logging =
        remembered === undefined
          ? finding
          : Effect.catchTags(log(kind, remembered.food, { revision: remembered.revision }), {
              FoodGone: () => finding,
              validation_failed: () => finding
            })
      return yield* Effect.catchTag(logging, "FoodGone", noFood)
    })
  )

export const implementation = implement(
  DiaryApi,
  Effect.gen(function* () {
    const store = yield* DiaryStore
    const foods = yield* loggableFoods
    const cursors = yield* Cursors
    const again = logAgain({ diary: store, keys: yield* IdempotencyStore, transactions: yield* Transactions })

    /** The servings of an entry that an amount is. The entry's food and its serving never change. */
    const amountOf = Effect.fnUntraced(function* (userId: UserId, id: string, amount: Amount) {
      const found = yield* store.find(userId, id)
      if (Option.isNone(found)) return yield* noEntry(id)
      const { food } = found.value
      const current = food.kind === "food" ? yield* foods.find(userId, food.kind, food.id) : Option.none<Food>()
      const portioned = portionsOf(found.value, Option.getOrUndefined(current))
      if (portioned !== undefined) return yield* counted(portioned, { amount })
      const text = "is not known of this entry, which counts servings: pass servings"
      return yield* ValidationFailed.of(said("amount", text))
    })

    return {
      list_food_entries: charging(
        Effect.fnUntraced(function* ({ limit = DEFAULT_LIMIT, ...given }, { user, today }, charge) {
          const { cursor } = given
          const start =
            cursor === undefined
              ? firstStart(given, today)
              : yield* Effect.mapError(opened(cursors, user.id, cursor, given), () =>
                  ValidationFailed.of(...cursorFaults(given, today))
                )
          const { from, to, after } = start
          const found = yield* store.page(charge, user.id, { from, to }, after, limit + 1)
          const { items, hasMore, nextCursor } = pageOf(found.value, limit, (last) =>
            sealed(cursors, user.id, start, last)
          )
          const entries = items.map(show)
          const withDays = daysBetween(from, to) < LONGEST_WITH_TOTALS
          const isWhole = Option.isNone(after) && !hasMore
          const { total, days } = isWhole
            ? { total: entries.length, days: withDays ? totalsByDay(entries) : [] }
            : yield* store.totals(user.id, { from, to }, withDays)
          const totals = withDays ? { totals: days, ...showMean(from, to, days) } : {}
          return found.with({ entries, from, to, timezone: user.timezone, ...totals, total, hasMore, nextCursor })
        })
      ),

      log_food_entry: log(store, foods, again),

      update_food_entry: Effect.fnUntraced(function* ({ id, amount, ...changes }, { user, today }) {
        const { hint, ...named } =
          amount === undefined ? {} : { said: amount, ...(yield* amountOf(user.id, id, amount)) }
        const updated = yield* store.update(user.id, today, id, { ...changes, ...named })
        if (Option.isNone(updated)) return yield* noEntry(id)
        const entry = updated.value
        return {
          entry: show(entry),
          date: entry.date,
          timezone: user.timezone,
          ...(hint === undefined ? {} : { hint })
        }
      }),

      delete_food_entry: Effect.fnUntraced(function* ({ id }, { user, today }) {
        const deleted = yield* store.delete(user.id, today, id)
        if (Option.isNone(deleted)) return yield* noEntry(id)
        const entry = deleted.value
        return { id, date: entry.date, timezone: user.timezone, deleted: true as const, entry: show(entry) }
      })
    }
  }),
  {},
  lookups
)
