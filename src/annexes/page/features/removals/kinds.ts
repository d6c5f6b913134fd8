import { Effect, Option, Schema } from "effect"
import { Conflict, type LimitExceeded, NotFound } from "../../../../contract/errors.ts"
import { present } from "../../../../contract/fields.ts"
import type { CustomFoodInUse } from "../../../../features/custom-foods/in-use.ts"
import { cannotDelete, noRoom } from "../../../../features/custom-foods/refusals.ts"
import { CustomFoodStore } from "../../../../features/custom-foods/store.ts"
import { Category, TRACKING_TYPES } from "../../../../features/exercises/model.ts"
import { isOwnExerciseId, MOST_OWN } from "../../../../features/exercises/own.ts"
import { OwnExercises } from "../../../../features/exercises/store.ts"
import { Recipe } from "../../../../features/foods/recipe.ts"
import { SavedMealStore } from "../../../../features/saved-meals/store.ts"
import { WorkoutStore } from "../../../../features/workouts/store.ts"
import type { ActivityDay } from "../../../../values/activity-day.ts"
import { Barcode } from "../../../../values/barcode.ts"
import type { UserId } from "../../../../values/ids.ts"
import { ImportStore } from "../../../imports/ledger/store.ts"
import { SOURCES } from "../../../imports/sources.ts"
import type { RemovableKind, Removed } from "./definition.ts"

/** Who deletes something, or brings it back. */
export interface Removing {
  readonly userId: UserId
  readonly today: ActivityDay
  /** In epoch milliseconds. */
  readonly now: number
  /** Most custom foods that the user may have. */
  readonly mostFoods: number
}

/** How one kind of item is deleted and brought back. Both run in a transaction. */
interface Kind {
  /** Deletes an item, and returns what brings it back; none if there is no such item. */
  readonly take: (
    by: Removing,
    id: string
  ) => Effect.Effect<Option.Option<Omit<Removed, "id">>, Conflict | CustomFoodInUse>
  /** Brings an item back as it was. Does nothing if it is there. */
  readonly putBack: (
    by: Removing,
    id: string,
    stored: string
  ) => Effect.Effect<void, NotFound | Conflict | LimitExceeded>
}

/** An item as text, and back. */
const textOf = <A, I>(schema: Schema.Schema<A, I>) => {
  const text = Schema.parseJson(schema)
  return { encode: Schema.encodeSync(text), decode: Schema.decodeSync(text) }
}

const Measured = { servingSize: Schema.Number, servingUnit: Schema.String, servingText: Schema.String }
const IfKnown = present(Schema.NullOr(Schema.Number))
const Nutrients = {
  calories: Schema.Number,
  protein: Schema.Number,
  carbs: Schema.Number,
  fat: Schema.Number,
  alcohol: Schema.Number,
  fiber: IfKnown,
  sugars: IfKnown,
  saturatedFat: IfKnown,
  sodium: IfKnown
}

const food = textOf(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    brandName: Schema.NullOr(Schema.String),
    ...Measured,
    ...Nutrients,
    recipe: Schema.NullOr(Recipe),
    barcode: present(Schema.NullOr(Barcode)),
    createdAt: Schema.DateTimeUtc
  })
)

const meal = textOf(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    description: Schema.NullOr(Schema.String),
    servings: Schema.Number,
    items: Schema.Array(
      Schema.Struct({
        foodKind: Schema.Literal("food", "custom_food"),
        foodId: Schema.String,
        servings: Schema.Number
      })
    ),
    createdAt: Schema.DateTimeUtc
  })
)

/** An own exercise, with the names in apps that the person has assigned to it. */
const exercise = textOf(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    category: Category,
    trackingType: Schema.Literal(...TRACKING_TYPES),
    createdAt: Schema.DateTimeUtc,
    choices: Schema.Array(Schema.Struct({ source: Schema.Literal(...SOURCES), name: Schema.String }))
  })
)

const inUse = (name: string) =>
  new Conflict({
    message: `Workouts or routines use ${name}, so it is kept. Once none of them uses it, it can be deleted.`
  })
const nameTaken = new Conflict({
  message: "You have made another exercise of this name since, so this one was not brought back."
})
const tooMany = new Conflict({ message: "You have as many exercises of your own as you may have. Delete one first." })
const withoutExercise = new NotFound({
  message: "An exercise of this workout has been deleted since, so the workout was not brought back."
})

const customFoods = Effect.map(
  CustomFoodStore,
  (store): Kind => ({
    take: ({ userId }, id) =>
      Effect.gen(function* () {
        const found = yield* store.find(userId, id)
        if (Option.isNone(found)) return Option.none()
        const name = yield* store
          .delete(userId, id)
          .pipe(
            Effect.map(Option.some),
            Effect.catchTags({ NoSuchFood: () => Effect.succeedNone, FoodInUse: cannotDelete })
          )
        return Option.map(name, (name) => ({ name, stored: food.encode(found.value) }))
      }),
    putBack: ({ userId, now, mostFoods }, id, stored) =>
      Effect.gen(function* () {
        if (Option.isSome(yield* store.find(userId, id))) return
        const answer = { output: undefined, key: undefined, at: now }
        yield* store
          .add(userId, food.decode(stored), mostFoods, answer)
          .pipe(Effect.catchTags({ TooManyFoods: ({ held }) => noRoom(mostFoods, held), KeyTaken: Effect.die }))
      })
  })
)

const savedMeals = Effect.map(
  SavedMealStore,
  (store): Kind => ({
    take: ({ userId }, id) =>
      Effect.gen(function* () {
        const found = yield* store.find(userId, id)
        if (Option.isNone(found) || !(yield* store.remove(userId, id))) return Option.none()
        return Option.some({ name: found.value.name, stored: meal.encode(found.value) })
      }),
    putBack: ({ userId }, id, stored) =>
      Effect.gen(function* () {
        if (Option.isNone(yield* store.find(userId, id))) yield* store.add(userId, meal.decode(stored))
      })
  })
)

const exercises = Effect.gen(function* () {
  const own = yield* OwnExercises
  const imports = yield* ImportStore

  /** The names in apps that the person has assigned to an exercise. */
  const choicesOf = (userId: UserId, id: string) =>
    Effect.map(
      Effect.forEach(SOURCES, (source) => Effect.map(imports.choices(userId, source), (all) => ({ source, all }))),
      (found) =>
        found.flatMap(({ source, all }) =>
          [...all].flatMap(([name, exerciseId]) => (exerciseId === id ? [{ source, name }] : []))
        )
    )

  const kind: Kind = {
    take: ({ userId }, id) =>
      Effect.gen(function* () {
        const [found] = yield* own.find(userId, [id])
        if (found === undefined) return Option.none()
        const choices = yield* choicesOf(userId, id)
        if (!(yield* imports.removeExercise(userId, id))) return yield* inUse(found.name)
        return Option.some({ name: found.name, stored: exercise.encode({ ...found, choices }) })
      }),
    putBack: ({ userId }, id, stored) =>
      Effect.gen(function* () {
        const { choices, ...held } = exercise.decode(stored)
        const all = yield* own.all(userId)
        if (all.some((each) => each.id === id)) return
        if (all.length >= MOST_OWN) return yield* tooMany
        if ((yield* own.add(userId, held)) !== id) return yield* nameTaken
        for (const { source, name } of choices) {
          // Those of imports count again by themselves.
          const now = yield* imports.choices(userId, source)
          if (now.get(name) !== id) yield* imports.choose(userId, source, new Map([[name, id]]))
        }
      })
  }
  return kind
})

const workouts = Effect.gen(function* () {
  const store = yield* WorkoutStore
  const own = yield* OwnExercises
  const kind: Kind = {
    take: ({ userId, today }, id) => store.take(userId, today, id),
    putBack: ({ userId, today }, id, stored) =>
      Effect.gen(function* () {
        yield* store.putBack(userId, today, id, stored)
        const found = yield* store.find(userId, id)
        const all = Option.match(found, { onNone: () => [], onSome: ({ exercises }) => exercises })
        const ids = [...new Set(all.map(({ exerciseId }) => exerciseId).filter(isOwnExerciseId))]
        if ((yield* own.find(userId, ids)).length < ids.length) return yield* withoutExercise
      })
  }
  return kind
})

/** How each kind of item is deleted and brought back. */
export const removableKinds = Effect.all({
  workout: workouts,
  custom_food: customFoods,
  saved_meal: savedMeals,
  exercise: exercises
}) satisfies Effect.Effect<Readonly<Record<RemovableKind, Kind>>, never, unknown>
