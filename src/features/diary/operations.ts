import { DateTime, Effect, Option } from "effect"
import { NotFound, ValidationFailed } from "../../contract/errors.ts"
import { answerOf } from "../../contract/handler/answer.ts"
import { charging, type Handlers, implement } from "../../contract/handler/handlers.ts"
import { IdempotencyStore } from "../../facts/idempotency-store.ts"
import { Transactions } from "../../platform/database/transactions.ts"
import { daysBetween } from "../../values/activity-day.ts"
import { Cursors } from "../../values/paging/cursor.ts"
import { pageOf } from "../../values/paging/page.ts"
import type { FoodKind } from "../foods/model.ts"
import { logAgain } from "./again.ts"
import { cursorFaults, firstStart, lookups, opened, sealed } from "./cursor.ts"
import { DiaryApi, LONGEST_WITH_TOTALS } from "./definition.ts"
import { loggableFoods } from "./loggable-foods.ts"
import {
  type EatenFood,
  entryIds,
  FOOD_ID_FIELDS,
  KIND_OF_FIELD,
  quickFood,
  quickFoodIds,
  show,
  totalsByDay
} from "./model.ts"
import { DiaryStore, type FoundFood } from "./store.ts"

const DEFAULT_LIMIT = 50

const noEntry = (id: string) =>
  new NotFound({ message: `There is no diary entry ${id}. list_food_entries shows the entries of a range of days.` })

type FoodIds = { readonly [Field in (typeof FOOD_ID_FIELDS)[number]]?: string }

/** The foods named in a call. The input rule allows exactly one. */
const namedFoods = (ids: FoodIds) =>
  FOOD_ID_FIELDS.flatMap((field) => {
    const id = ids[field]
    return id === undefined ? [] : [{ field, kind: KIND_OF_FIELD[field], id }]
  })

const log = (
  store: DiaryStore["Type"],
  foods: Effect.Effect.Success<typeof loggableFoods>,
  again: ReturnType<typeof logAgain>
): Handlers<typeof DiaryApi>["log_food_entry"] =>
  charging(
    Effect.fnUntraced(function* (input, caller, charge) {
      const { user, today, now } = caller
      const { servings, mealType, date = today, sameAs } = input
      if (sameAs !== undefined) return yield* charge.before(again(caller, sameAs, { servings, mealType, date }))
      const entryId = yield* entryIds.make
      const log = (kind: FoodKind, { id, name, brandName, serving, perServing }: EatenFood, found: FoundFood = {}) => {
        const entry = {
          id: entryId,
          date,
          mealType,
          servings,
          food: { id, kind, name, brandName },
          serving,
          perServing,
          createdAt: DateTime.unsafeMake(now)
        }
        const answer = answerOf(caller, { entry: show(entry), date, timezone: user.timezone })
        return store.add(charge, user.id, today, entry, answer, found)
      }
      if (input.quickAdd !== undefined) {
        const food = quickFood(yield* quickFoodIds.make, input.quickAdd)
        return yield* Effect.catchTag(log("custom_food", food, { isQuick: true }), "FoodGone", Effect.die)
      }
      const [named] = namedFoods(input)
      if (named === undefined) return yield* Effect.dieMessage("A food entry without a food passed validation")
      const { field, kind, id } = named
      const noFood = () =>
        new NotFound({
          message: `There is no food with ${field} ${id}. search_foods finds foods: an id of kind food goes into foodId, custom_food into customFoodId, saved_meal into savedMealId.`
        })
      const finding = Effect.gen(function* () {
        yield* charge.now
        const food = yield* foods.find(user.id, kind, id)
        return yield* Option.isNone(food) ? noFood() : log(kind, food.value)
      })
      const remembered = foods.recall(kind, id)
      const logging =
        remembered === undefined
          ? finding
          : Effect.catchTag(log(kind, remembered.food, { revision: remembered.revision }), "FoodGone", () => finding)
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
          const totals = withDays ? { totals: days } : {}
          return found.with({ entries, from, to, timezone: user.timezone, ...totals, total, hasMore, nextCursor })
        })
      ),

      log_food_entry: log(store, foods, again),

      update_food_entry: Effect.fnUntraced(function* ({ id, ...changes }, { user, today }) {
        const updated = yield* store.update(user.id, today, id, changes)
        if (Option.isNone(updated)) return yield* noEntry(id)
        const entry = updated.value
        return { entry: show(entry), date: entry.date, timezone: user.timezone }
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
