import { DateTime, Effect, Option } from "effect"
import { answerOf, IdempotencyStore } from "../call/idempotency.ts"
import type { Caller } from "../caller/caller.ts"
import { Conflict, LimitExceeded, NotFound } from "../contract/errors.ts"
import { implement } from "../contract/operation.ts"
import { Transactions } from "../database/transactions.ts"
import type { UserId } from "../values/ids.ts"
import { newItemId } from "../values/item-id.ts"
import { CustomFoodsApi } from "./definition.ts"
import { type CustomFood, caloriesOf, isWeighed, show } from "./model.ts"
import { CustomFoodStore } from "./store.ts"
import { CustomFoodUses, type Uses } from "./uses.ts"

/** An empty text says the same as none. */
const orNone = (text: string | undefined): string | null => text || null

const count = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`
const told = ({ foodEntries, savedMeals }: Uses) =>
  [
    ...(foodEntries > 0 ? [count(foodEntries, "diary entry", "diary entries")] : []),
    ...(savedMeals > 0 ? [count(savedMeals, "saved meal", "saved meals")] : [])
  ].join(" and ")

const isUsed = ({ foodEntries, savedMeals }: Uses) => foodEntries > 0 || savedMeals > 0

export const customFoods = implement(
  CustomFoodsApi,
  Effect.gen(function* () {
    const store = yield* CustomFoodStore
    const foodUses = yield* CustomFoodUses
    const transactions = yield* Transactions
    const keys = yield* IdempotencyStore

    const keepAnswer = (caller: Caller, output: unknown) => {
      const answer = answerOf(caller, output)
      return answer === undefined ? Effect.void : keys.keep(caller.user.id, answer)
    }

    const stored = (userId: UserId, id: string) =>
      Effect.flatMap(
        store.find(userId, id),
        Option.match({
          onNone: () =>
            new NotFound({
              message: `There is no custom food ${id}. search_foods with kind custom_food lists the user's own foods.`
            }),
          onSome: Effect.succeed
        })
      )

    /** The food that is to be replaced; fails where replacing it would change what uses of it mean. */
    const replaceable = Effect.fnUntraced(function* (userId: UserId, id: string) {
      const food = yield* stored(userId, id)
      if (isWeighed(food.servingUnit)) return food
      const uses = yield* foodUses.count(userId, id)
      if (!isUsed(uses)) return food
      return yield* new Conflict({
        message: `${food.name} is counted by ${food.servingUnit} and used by ${told(uses)}, which would change with it. Create a new custom food instead.`,
        details: uses
      })
    })

    const checkRoom = Effect.fnUntraced(function* (userId: UserId, limit: number) {
      const current = yield* store.count(userId)
      if (current < limit) return
      return yield* new LimitExceeded({
        message: `The user holds ${current} custom foods and may hold ${limit}. Delete one with delete_custom_food, or replace one by passing its id.`,
        details: { limit, current }
      })
    })

    return {
      save_custom_food: Effect.fnUntraced(function* (input, caller) {
        const { user, limits, now } = caller
        const macros = { protein: input.protein, carbs: input.carbs, fat: input.fat, alcohol: input.alcohol ?? 0 }
        const given = {
          name: input.name,
          brandName: orNone(input.brandName),
          ...macros,
          calories: caloriesOf(macros),
          servingSize: input.servingSize,
          servingUnit: input.servingSizeUnit,
          servingText: orNone(input.servingSizeText) ?? "1 serving"
        }
        const save = Effect.gen(function* () {
          if (input.id === undefined) {
            yield* checkRoom(user.id, limits.customFoods)
            return { ...given, id: yield* newItemId("cfood"), createdAt: DateTime.unsafeMake(now) }
          }
          const { id, createdAt } = yield* replaceable(user.id, input.id)
          return { ...given, id, createdAt }
        }).pipe(
          Effect.tap((food: CustomFood) => store.save(user.id, food)),
          Effect.map((food) => ({ created: input.id === undefined, customFood: show(food) })),
          Effect.tap((output) => keepAnswer(caller, output))
        )
        return yield* transactions.change(user.id, save)
      }),

      delete_custom_food: Effect.fnUntraced(function* ({ id }, { user }) {
        const remove = Effect.gen(function* () {
          const food = yield* stored(user.id, id)
          const uses = yield* foodUses.count(user.id, id)
          if (isUsed(uses)) {
            return yield* new Conflict({
              message: `${food.name} is still used by ${told(uses)}. Delete those first, or keep the food; save_custom_food with its id corrects it.`,
              details: uses
            })
          }
          yield* store.delete(user.id, id)
        })
        yield* transactions.change(user.id, remove)
        return { id, deleted: true as const }
      })
    }
  })
)
