import { Effect, Option, Schema } from "effect"
import { NotFound } from "../../../../contract/errors.ts"
import { answerOf } from "../../../../contract/handler/answer.ts"
import { NOTHING_DUE } from "../../../../contract/handler/charge.ts"
import { type Handlers, implement } from "../../../../contract/handler/handlers.ts"
import { IdempotencyStore, outputKept } from "../../../../facts/idempotency-store.ts"
import { CustomFoodStore } from "../../../../features/custom-foods/store.ts"
import { addCopies, copiesOf } from "../../../../features/diary/again.ts"
import { DiaryEntry, type MealType, show } from "../../../../features/diary/model.ts"
import { DiaryStore } from "../../../../features/diary/store.ts"
import { Transactions } from "../../../../platform/database/transactions.ts"
import { ActivityDay } from "../../../../values/activity-day.ts"
import type { UserId } from "../../../../values/ids.ts"
import { EatingApi } from "./definition.ts"

const DEFAULT_LIKELY = 10

/** Most entries of a day that are copied, moved or deleted together. */
const MOST_ENTRIES = 500

const nothing = new NotFound({ message: "There is nothing left here: it has since been deleted or moved." })
const tooLate = new NotFound({
  message: "This can no longer be brought back: it was deleted more than a day ago. Log it again."
})

const tooLateToUndo = new NotFound({
  message: "This can no longer be undone: it was done more than a day ago."
})

interface Stores {
  readonly diary: DiaryStore["Type"]
  readonly keys: IdempotencyStore["Type"]
  readonly transactions: Transactions["Type"]
}

type Handler<Name extends keyof Handlers<typeof EatingApi>> = Handlers<typeof EatingApi>[Name]

const encodeEntries = Schema.encodeSync(Schema.Array(DiaryEntry))

/** The entries of a day. */
const onDay = ({ diary }: Stores, userId: UserId, date: ActivityDay) =>
  Effect.map(
    diary.page(NOTHING_DUE, userId, { from: date, to: date }, Option.none(), MOST_ENTRIES),
    ({ value }) => value
  )

/** The selected entries of a day. Fails if there are none. */
const entriesOf = Effect.fnUntraced(function* (
  stores: Stores,
  userId: UserId,
  { date, mealType, id }: { readonly date: ActivityDay; readonly mealType?: MealType; readonly id?: string }
) {
  const entries = (yield* onDay(stores, userId, date)).filter(
    (entry) => (mealType === undefined || entry.mealType === mealType) && (id === undefined || entry.id === id)
  )
  return entries.length === 0 ? yield* nothing : entries
})

const copy = (stores: Stores): Handler<"copy_food_entries"> =>
  Effect.fnUntraced(function* ({ toDate, toMealType, ...which }, caller) {
    const { user, today, now } = caller
    const copying = Effect.gen(function* () {
      const entries = yield* entriesOf(stores, user.id, which)
      const placed = { date: toDate, ...(toMealType === undefined ? {} : { mealType: toMealType }) }
      const copies = yield* copiesOf(entries, now, placed)
      yield* addCopies(stores.diary, user.id, today, now, copies)
      const output = { date: toDate, entries: copies.length, copies: encodeEntries(copies) }
      return yield* stores.keys.keep(user.id, answerOf(caller, output))
    })
    return yield* stores.transactions.change(user.id, copying)
  })

const move = (stores: Stores): Handler<"move_food_entries"> =>
  Effect.fnUntraced(function* ({ toDate, toMealType, ...which }, caller) {
    const { user, today } = caller
    const changes = { date: toDate, ...(toMealType === undefined ? {} : { mealType: toMealType }) }
    const moving = Effect.gen(function* () {
      const entries = yield* entriesOf(stores, user.id, which)
      yield* Effect.forEach(entries, ({ id }) => stores.diary.update(user.id, today, id, changes), { discard: true })
      const output = { date: toDate, entries: entries.length, moved: encodeEntries(entries) }
      return yield* stores.keys.keep(user.id, answerOf(caller, output))
    })
    return yield* stores.transactions.change(user.id, moving)
  })

/** What was done within a day. Fails if it was not, or if that is longer ago. */
const ofLastDay = <A>(kept: Effect.Effect<Option.Option<A>>): Effect.Effect<A, NotFound> =>
  Effect.flatMap(kept, Option.match({ onNone: () => tooLateToUndo, onSome: Effect.succeed }))

const Copied = Schema.Struct({ date: ActivityDay, copies: Schema.Array(DiaryEntry) })
const Moved = Schema.Struct({ date: ActivityDay, moved: Schema.Array(DiaryEntry) })

const undoCopied = (stores: Stores): Handler<"undo_copied_food_entries"> =>
  Effect.fnUntraced(function* ({ copiedBy: key }, { user, today, now }) {
    const undoing = Effect.gen(function* () {
      const { date, copies } = yield* ofLastDay(
        outputKept(stores.keys, { userId: user.id, operation: "copy_food_entries", key }, now, Copied)
      )
      const there = yield* onDay(stores, user.id, date)
      const unchanged = copies.filter(({ id, mealType, servings }) =>
        there.some((entry) => entry.id === id && entry.mealType === mealType && entry.servings === servings)
      )
      yield* Effect.forEach(unchanged, ({ id }) => stores.diary.delete(user.id, today, id), { discard: true })
      return { date, entries: unchanged.length }
    })
    return yield* stores.transactions.change(user.id, undoing)
  })

const undoMoved = (stores: Stores): Handler<"undo_moved_food_entries"> =>
  Effect.fnUntraced(function* ({ movedBy: key }, { user, today, now }) {
    const undoing = Effect.gen(function* () {
      const { date, moved } = yield* ofLastDay(
        outputKept(stores.keys, { userId: user.id, operation: "move_food_entries", key }, now, Moved)
      )
      const there = new Set((yield* onDay(stores, user.id, date)).map(({ id }) => id))
      const left = moved.filter(({ id }) => there.has(id))
      yield* Effect.forEach(
        left,
        ({ id, date, mealType }) => stores.diary.update(user.id, today, id, { date, mealType }),
        { discard: true }
      )
      return { date: moved[0]?.date ?? date, entries: left.length }
    })
    return yield* stores.transactions.change(user.id, undoing)
  })

const remove = (stores: Stores): Handler<"remove_food_entries"> =>
  Effect.fnUntraced(function* ({ date, id, mealType }, caller) {
    const { user, today } = caller
    const removing = Effect.gen(function* () {
      const ids =
        date === undefined || id !== undefined
          ? [id ?? ""]
          : (yield* entriesOf(stores, user.id, mealType === undefined ? { date } : { date, mealType })).map(
              ({ id }) => id
            )
      const deleted = yield* Effect.forEach(ids, (each) => stores.diary.delete(user.id, today, each))
      const [first, ...rest] = deleted.flatMap(Option.toArray)
      if (first === undefined) return yield* nothing
      const entries = encodeEntries([first, ...rest])
      return yield* stores.keys.keep(user.id, answerOf(caller, { date: first.date, entries }))
    })
    return yield* stores.transactions.change(user.id, removing)
  })

const Removed = Schema.Struct({ entries: Schema.Array(DiaryEntry) })

const restore = (stores: Stores): Handler<"restore_food_entries"> =>
  Effect.fnUntraced(function* (input, caller) {
    const { user, today, now } = caller
    const restoring = Effect.gen(function* () {
      const scope = { userId: user.id, operation: "remove_food_entries", key: input.removedBy }
      const removed = yield* outputKept(stores.keys, scope, now, Removed)
      const entries = Option.match(removed, { onNone: () => [], onSome: ({ entries }) => entries })
      const [first] = entries
      if (first === undefined) return yield* tooLate
      // The key comes first: if the call is a duplicate, the entries already exist.
      const kept = yield* stores.keys.keep(user.id, answerOf(caller, { date: first.date, entries: entries.length }))
      yield* stores.diary.putBack(user.id, today, entries)
      return kept
    })
    return yield* stores.transactions.change(user.id, restoring)
  })

export const implementation = implement(
  EatingApi,
  Effect.gen(function* () {
    const diary = yield* DiaryStore
    const customFoods = yield* CustomFoodStore
    const stores: Stores = { diary, keys: yield* IdempotencyStore, transactions: yield* Transactions }
    return {
      get_likely_foods: Effect.fnUntraced(function* ({ date, mealType, limit = DEFAULT_LIKELY }, { user, today }) {
        const { likely, dayBefore } = yield* diary.likely(user.id, date ?? today, mealType, limit)
        return { likely: likely.map(show), dayBefore: dayBefore.map(show) }
      }),
      get_weighed_recipes: Effect.fnUntraced(function* (_, { user }) {
        const recipes = yield* customFoods.recipes(user.id)
        return {
          recipes: recipes.flatMap(({ id, recipe, servingSize }) =>
            recipe?.makesGrams === undefined && recipe?.makesMl === undefined ? [] : [{ id, servingSize }]
          )
        }
      }),
      copy_food_entries: copy(stores),
      undo_copied_food_entries: undoCopied(stores),
      move_food_entries: move(stores),
      undo_moved_food_entries: undoMoved(stores),
      remove_food_entries: remove(stores),
      restore_food_entries: restore(stores)
    }
  })
)
