import { DateTime, Effect, Option, Schema } from "effect"
import { answerOf } from "../call/idempotency.ts"
import { rangeFaults } from "../contract/day-range.ts"
import { NotFound, ValidationFailed } from "../contract/errors.ts"
import { implement } from "../contract/operation.ts"
import { Transactions } from "../database/transactions.ts"
import { Achievements, changeFacts } from "../facts/facts.ts"
import { Cursors } from "../paging/cursor.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { newItemId } from "../values/item-id.ts"
import { DiaryApi } from "./definition.ts"
import { loggableFoods } from "./loggable-foods.ts"
import { FOOD_ID_FIELDS, KIND_OF_FIELD, type Position, show } from "./model.ts"
import { DiaryStore } from "./store.ts"

const DEFAULT_LIMIT = 50

/** What a cursor holds: the range its first page was of, defaults included, and the last entry of the page before. */
const decodePosition = Schema.decodeUnknown(
  Schema.Tuple(ActivityDay, ActivityDay, ActivityDay, Schema.NumberFromString, Schema.String)
)

const noEntry = (id: string) =>
  new NotFound({ message: `There is no diary entry ${id}. list_food_entries shows the entries of a range of days.` })

type FoodIds = { readonly [Field in (typeof FOOD_ID_FIELDS)[number]]?: string }

/** What a call names as its food; its input's rule lets through exactly one. */
const namedFoods = (ids: FoodIds) =>
  FOOD_ID_FIELDS.flatMap((field) => {
    const id = ids[field]
    return id === undefined ? [] : [{ field, kind: KIND_OF_FIELD[field], id }]
  })

export const diary = implement(
  DiaryApi,
  Effect.gen(function* () {
    const store = yield* DiaryStore
    const foods = yield* loggableFoods
    const cursors = yield* Cursors
    const achievements = yield* Achievements
    const transactions = yield* Transactions
    const facts = yield* Effect.context<Achievements | Transactions>()

    /** The range of a page and where in it to go on: the cursor's, so that midnight between two pages changes nothing. */
    const pageOf = Effect.fnUntraced(function* (
      today: ActivityDay,
      binding: ReadonlyArray<string | undefined>,
      given: { readonly from?: ActivityDay; readonly to?: ActivityDay; readonly cursor?: string }
    ) {
      const { from = today, to = today } = given
      if (given.cursor === undefined) return { from, to, after: Option.none<Position>() }
      const position = yield* Effect.mapError(cursors.open(binding, given.cursor), ({ details }) =>
        ValidationFailed.of(...rangeFaults(from, to), ...details.fields)
      )
      const [first, last, date, createdAt, id] = yield* Effect.orDie(decodePosition(position))
      return { from: first, to: last, after: Option.some({ date, createdAt: DateTime.unsafeMake(createdAt), id }) }
    })

    return {
      list_food_entries: Effect.fnUntraced(function* ({ limit = DEFAULT_LIMIT, ...given }, { user, today }) {
        const binding = [user.id, "list_food_entries", given.from, given.to]
        const { from, to, after } = yield* pageOf(today, binding, given)
        const found = yield* store.page(user.id, { from, to }, after, limit + 1)
        const entries = found.slice(0, limit)
        const last = found.length > limit ? entries.at(-1) : undefined
        return {
          entries: entries.map(show),
          from,
          to,
          timezone: user.timezone,
          hasMore: last !== undefined,
          nextCursor:
            last === undefined
              ? null
              : cursors.seal(binding, [from, to, last.date, String(last.createdAt.epochMillis), last.id])
        }
      }),

      log_food_entry: Effect.fnUntraced(function* (input, caller) {
        const { user, today } = caller
        const [named] = namedFoods(input)
        if (named === undefined) return yield* Effect.dieMessage("A food entry without a food got through")
        const { field, kind } = named
        const { servings, mealType, date = today } = input
        const log = Effect.gen(function* () {
          const food = yield* foods.find(user.id, kind, named.id)
          if (Option.isNone(food)) {
            return yield* new NotFound({
              message: `There is no food with ${field} ${named.id}. search_foods finds foods: an id of kind food goes into foodId, custom_food into customFoodId, saved_meal into savedMealId.`
            })
          }
          const { id, name, brandName, perServing } = food.value
          const entry = {
            id: yield* newItemId("entry"),
            date,
            mealType,
            servings,
            food: { id, kind, name, brandName },
            perServing,
            createdAt: DateTime.unsafeMake(caller.now)
          }
          const output = { entry: show(entry), date, timezone: user.timezone }
          yield* achievements.add(user.id, store.adding(user.id, entry), {
            today,
            days: [date],
            replaces: false,
            answer: answerOf(caller, output)
          })
          return output
        })
        // A food of the user's own must not be deleted between the look at it and the entry that refers to it.
        return yield* kind === "food" ? log : transactions.change(user.id, log)
      }),

      update_food_entry: Effect.fnUntraced(function* ({ id, ...changes }, { user, today }) {
        const update = Effect.gen(function* () {
          const updated = yield* store.update(user.id, id, changes)
          if (Option.isNone(updated)) return yield* noEntry(id)
          const { entry, dateBefore } = updated.value
          return { result: entry, days: [...new Set([dateBefore, entry.date])] }
        })
        const entry = yield* changeFacts(user.id, today, update).pipe(Effect.provide(facts))
        return { entry: show(entry), date: entry.date, timezone: user.timezone }
      }),

      delete_food_entry: Effect.fnUntraced(function* ({ id }, { user, today }) {
        const remove = Effect.gen(function* () {
          const date = yield* store.delete(user.id, id)
          if (Option.isNone(date)) return yield* noEntry(id)
          return { result: date.value, days: [date.value] }
        })
        const date = yield* changeFacts(user.id, today, remove).pipe(Effect.provide(facts))
        return { id, date, timezone: user.timezone }
      })
    }
  })
)
