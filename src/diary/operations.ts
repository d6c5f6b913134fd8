import { DateTime, Effect, Option } from "effect"
import { answerOf } from "../caller/answer.ts"
import { implement } from "../caller/handlers.ts"
import { NotFound, ValidationFailed } from "../contract/errors.ts"
import type { Food } from "../foods/model.ts"
import { Cursors } from "../paging/cursor.ts"
import { pageOf } from "../paging/page.ts"
import { daysBetween } from "../values/activity-day.ts"
import { cursorFaults, firstStart, lookups, opened, sealed } from "./cursor.ts"
import { DiaryApi, LONGEST_WITH_TOTALS } from "./definition.ts"
import { loggableFoods } from "./loggable-foods.ts"
import { entryIds, FOOD_ID_FIELDS, KIND_OF_FIELD, show, totalsByDay } from "./model.ts"
import { DiaryStore } from "./store.ts"

const DEFAULT_LIMIT = 50

const noEntry = (id: string) =>
  new NotFound({ message: `There is no diary entry ${id}. list_food_entries shows the entries of a range of days.` })

type FoodIds = { readonly [Field in (typeof FOOD_ID_FIELDS)[number]]?: string }

/** The foods that a call names. The rule of its input allows exactly one. */
const namedFoods = (ids: FoodIds) =>
  FOOD_ID_FIELDS.flatMap((field) => {
    const id = ids[field]
    return id === undefined ? [] : [{ field, kind: KIND_OF_FIELD[field], id }]
  })

export const implementation = implement(
  DiaryApi,
  Effect.gen(function* () {
    const store = yield* DiaryStore
    const foods = yield* loggableFoods
    const cursors = yield* Cursors

    return {
      list_food_entries: Effect.fnUntraced(function* ({ limit = DEFAULT_LIMIT, ...given }, { user, today }) {
        const { cursor } = given
        const start =
          cursor === undefined
            ? firstStart(given, today)
            : yield* Effect.mapError(opened(cursors, user.id, cursor, given), () =>
                ValidationFailed.of(...cursorFaults(given, today))
              )
        const { from, to, after } = start
        const found = yield* store.page(user.id, { from, to }, after, limit + 1)
        const { items, hasMore, nextCursor } = pageOf(found, limit, (last) => sealed(cursors, user.id, start, last))
        const entries = items.map(show)
        const withDays = daysBetween(from, to) < LONGEST_WITH_TOTALS
        const isWhole = Option.isNone(after) && !hasMore
        const { total, days } = isWhole
          ? { total: entries.length, days: withDays ? totalsByDay(entries) : [] }
          : yield* store.totals(user.id, { from, to }, withDays)
        const totals = withDays ? { totals: days } : {}
        return { entries, from, to, timezone: user.timezone, ...totals, total, hasMore, nextCursor }
      }),

      log_food_entry: Effect.fnUntraced(function* (input, caller) {
        const { user, today, now } = caller
        const [named] = namedFoods(input)
        if (named === undefined) return yield* Effect.dieMessage("A food entry without a food passed validation")
        const { field, kind } = named
        const { servings, mealType, date = today } = input
        const noFood = () =>
          new NotFound({
            message: `There is no food with ${field} ${named.id}. search_foods finds foods: an id of kind food goes into foodId, custom_food into customFoodId, saved_meal into savedMealId.`
          })
        const entryId = yield* entryIds.make
        const log = ({ id, name, brandName, serving, perServing }: Food, revision?: string) => {
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
          return store.add(user.id, today, entry, answer, revision)
        }
        const finding = Effect.gen(function* () {
          const food = yield* foods.find(user.id, kind, named.id)
          return yield* Option.isNone(food) ? noFood() : log(food.value)
        })
        const remembered = foods.recall(kind, named.id)
        const logging =
          remembered === undefined
            ? finding
            : Effect.catchTag(log(remembered.food, remembered.revision), "FoodGone", () => finding)
        return yield* Effect.catchTag(logging, "FoodGone", noFood)
      }),

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
