import { Data, DateTime, Effect, HashMap, Layer, Option } from "effect"
import { keeping } from "../../facts/idempotency-store.memory.ts"
import { MemoryDatabase, table } from "../../platform/database/memory.ts"
import type { UserId } from "../../values/ids.ts"
import { asFood, isWeighed } from "../foods/model.ts"
import { MemoryFoods } from "../foods/store.memory.ts"
import type { CustomFood } from "./model.ts"
import { CustomFoodStore, FoodInUse, NoSuchFood, TooManyFoods } from "./store.ts"
import { CustomFoodUses } from "./uses.memory.ts"

interface Key {
  readonly userId: UserId
  readonly foodId: string
}

export const customFoods = table<Key, Omit<CustomFood, "id">>("custom_foods", ({ userId }) => userId)

export const customFoodKey = (userId: UserId, foodId: string): Key => Data.struct({ userId, foodId })

/** A user's custom foods, in no particular order. */
export const customFoodsOf = (memory: MemoryDatabase["Type"], userId: UserId): ReadonlyArray<CustomFood> =>
  memory.rowsOf(customFoods, userId).map(([key, row]) => ({ ...row, id: key.foodId }))

const byName = (one: { readonly name: string }, other: { readonly name: string }): number => {
  const [name, otherName] = [one.name.toLowerCase(), other.name.toLowerCase()]
  return name < otherName ? -1 : name > otherName ? 1 : 0
}

export const layer = Layer.effect(
  CustomFoodStore,
  Effect.gen(function* () {
    const memory = yield* MemoryDatabase
    const foodUses = yield* CustomFoodUses
    const catalogue = yield* MemoryFoods
    const find = (userId: UserId, id: string) =>
      Option.map(HashMap.get(memory.rows(customFoods), customFoodKey(userId, id)), (row) => ({ ...row, id }))

    /** The food, unless something refers to it and its unit is one of `isGuarded`. */
    const changeable = Effect.fnUntraced(function* (
      userId: UserId,
      id: string,
      isGuarded: (servingUnit: string) => boolean
    ) {
      const food = find(userId, id)
      if (Option.isNone(food)) return yield* new NoSuchFood()
      const { name, servingUnit } = food.value
      const uses = yield* foodUses.find(userId, id)
      if (isGuarded(servingUnit) && (uses.foodEntries > 0 || uses.savedMeals > 0)) {
        return yield* new FoodInUse({ name, servingUnit, uses })
      }
      return food.value
    })

    return CustomFoodStore.of({
      find: (userId, id) => Effect.sync(() => find(userId, id)),

      itemFoods: (userId, items) =>
        Effect.sync(() =>
          [...new Map(items.map((item) => [`${item.foodKind} ${item.foodId}`, item])).values()].flatMap(
            ({ foodKind, foodId }) => {
              const food =
                foodKind === "food" ? catalogue.all.get(foodId)?.food : Option.getOrUndefined(find(userId, foodId))
              return food === undefined ? [] : [asFood(foodKind, { ...food, recipe: null })]
            }
          )
        ),

      recipes: (userId) =>
        Effect.sync(() =>
          customFoodsOf(memory, userId)
            .filter(({ recipe }) => recipe !== null)
            .sort((one, other) => DateTime.Order(one.createdAt, other.createdAt) || (one.id < other.id ? -1 : 1))
        ),

      measured: (userId) =>
        Effect.sync(() =>
          customFoodsOf(memory, userId)
            .filter(({ recipe }) => recipe === null)
            .sort((one, other) => byName(one, other) || (one.id < other.id ? -1 : 1))
        ),

      add: (userId, { id, ...row }, most, answer) => {
        const add = Effect.suspend(() => {
          const held = customFoodsOf(memory, userId).length
          if (held >= most) return new TooManyFoods({ held })
          memory.update(customFoods, HashMap.set(customFoodKey(userId, id), row))
          return Effect.void
        })
        return keeping(memory, userId, answer, add)
      },

      replace: (userId, { id, ...row }, answer) => {
        const replace = Effect.map(
          changeable(userId, id, (unit) => !isWeighed(unit)),
          ({ createdAt }) => memory.update(customFoods, HashMap.set(customFoodKey(userId, id), { ...row, createdAt }))
        )
        return keeping(memory, userId, answer, replace)
      },

      delete: (userId, id) =>
        changeable(userId, id, () => true).pipe(
          Effect.map(({ name }) => {
            memory.update(customFoods, HashMap.remove(customFoodKey(userId, id)))
            return name
          }),
          memory.transaction
        )
    })
  })
)
