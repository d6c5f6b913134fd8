import { DateTime, Effect, Option } from "effect"
import { said } from "../../contract/broken-rule.ts"
import { NotFound, ValidationFailed } from "../../contract/errors.ts"
import { answerOf } from "../../contract/handler/answer.ts"
import type { Caller } from "../../contract/handler/caller.ts"
import { NOTHING_DUE } from "../../contract/handler/charge.ts"
import type { IdempotencyStore } from "../../facts/idempotency-store.ts"
import type { Transactions } from "../../platform/database/transactions.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { MOST_SERVINGS } from "../foods/recipe.ts"
import { type DiaryEntry, entryIds, type MealType, type SameAs, show } from "./model.ts"
import type { DiaryStore } from "./store.ts"

/** Most entries of a meal that one call logs again. */
export const MOST_AGAIN = 100

/** More than the entries of any day. */
const WHOLE_DAY = 1_000_000

interface Stores {
  readonly diary: DiaryStore["Type"]
  readonly keys: IdempotencyStore["Type"]
  readonly transactions: Transactions["Type"]
}

/** What copies of entries differ in. */
type Placed = Pick<DiaryEntry, "date"> & Partial<Pick<DiaryEntry, "mealType">>

/** New entries like these, with the same foods and values; `servings` is a factor. */
export const copiesOf = (entries: ReadonlyArray<DiaryEntry>, now: number, placed: Placed, servings = 1) =>
  Effect.forEach(entries, (entry) =>
    Effect.map(
      entryIds.make,
      (id): DiaryEntry => ({
        ...entry,
        ...placed,
        id,
        servings: timesServings(entry.servings, servings),
        ...(entry.said === undefined
          ? {}
          : { said: { ...entry.said, value: timesServings(entry.said.value, servings) } }),
        createdAt: DateTime.unsafeMake(now)
      })
    )
  )

/** A product without the error of binary fractions: 0.1 times 3 is 0.3. */
const timesServings = (servings: number, factor: number): number =>
  factor === 1 ? servings : Number((servings * factor).toPrecision(15))

/**
 * Adds copies of entries. Their foods need not exist any more. Runs several statements, so call it in a transaction.
 * `at` is in epoch milliseconds.
 */
export const addCopies = (
  diary: DiaryStore["Type"],
  userId: UserId,
  today: ActivityDay,
  at: number,
  copies: ReadonlyArray<DiaryEntry>
) => {
  const answer = { output: undefined, key: undefined, at }
  return Effect.forEach(
    copies,
    (copy) => Effect.orDie(diary.add(NOTHING_DUE, userId, today, copy, answer, { isQuick: true })),
    { discard: true }
  )
}

const notFound = ({ date, mealType }: typeof SameAs.Type) =>
  new NotFound({
    message: `There is no ${mealType} on ${date}. list_food_entries shows the entries of a range of days.`,
    people: `There is no ${mealType} on ${date}.`
  })

const tooMany = (entries: number) =>
  ValidationFailed.of(
    said("sameAs", `names a meal of ${entries} entries, and at most ${MOST_AGAIN} are logged again at once`)
  )

/** The fault of servings that, times those of an entry, are none that an entry can have. */
const servingsFault = (copies: ReadonlyArray<DiaryEntry>, factor: number) => {
  const wrong = copies.find(({ servings }) => !(servings > 0 && servings <= MOST_SERVINGS))
  return wrong === undefined
    ? Effect.void
    : ValidationFailed.of(
        said(
          "servings",
          `must leave each entry above 0 and at most ${MOST_SERVINGS} servings; times ${factor}, ${wrong.food.name} has ${wrong.servings}`
        )
      )
}

/**
 * Logs a meal of a day again: all its entries, with the foods and values that they have, their servings multiplied.
 * Fails with NotFound if it has none. All are added, or none.
 */
export const logAgain =
  ({ diary, keys, transactions }: Stores) =>
  (
    caller: Caller,
    sameAs: typeof SameAs.Type,
    { servings, date, mealType }: { readonly servings: number; readonly date: ActivityDay; readonly mealType: MealType }
  ) => {
    const { user, today, now } = caller
    const logging = Effect.gen(function* () {
      const day = { from: sameAs.date, to: sameAs.date }
      const { value } = yield* diary.page(NOTHING_DUE, user.id, day, Option.none(), WHOLE_DAY)
      const entries = value.filter((entry) => entry.mealType === sameAs.mealType)
      if (entries.length > MOST_AGAIN) return yield* tooMany(entries.length)
      const copies = yield* copiesOf(entries, now, { date, mealType }, servings)
      yield* servingsFault(copies, servings)
      const [entry, ...others] = copies.map(show)
      if (entry === undefined) return yield* notFound(sameAs)
      yield* addCopies(diary, user.id, today, now, copies)
      const output = { entry, date, timezone: user.timezone, entries: [entry, ...others] }
      return yield* keys.keep(user.id, answerOf(caller, output))
    })
    return transactions.change(user.id, logging)
  }
