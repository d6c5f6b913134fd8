import { Effect, Option, Schema } from "effect"
import { AccountStore } from "../../features/accounts/store.ts"
import { LEAST_SERVINGS, MealServings, MOST_SERVINGS } from "../../features/saved-meals/model.ts"
import { deleteMeal, saveMeal } from "../../features/saved-meals/save-meal.ts"
import { SavedMealStore } from "../../features/saved-meals/store.ts"
import { ItemId } from "../../values/item-id.ts"
import { positiveText } from "../../values/positive.ts"
import { trimmed } from "../../values/text.ts"
import { reading, stores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { invalid, userOption } from "./options.ts"
import { columns, json, print } from "./output.ts"
import { command, group } from "./usage/command.ts"
import { argument, meaning, option, optional, otherwise, placeholder, read, repeated } from "./usage/parameters.ts"

const text = (name: string, bounds: { readonly min: number; readonly max: number }) =>
  option(name).pipe(
    read((given) =>
      Effect.mapError(Schema.decode(trimmed(bounds))(given), () =>
        invalid(`--${name} must be ${bounds.min} to ${bounds.max} characters long`)
      )
    )
  )

const Servings = positiveText(MOST_SERVINGS)
const servingsOf = Schema.decodeOption(Servings)
const mealServingsOf = Schema.decode(Schema.compose(Servings, MealServings))

const itemOf = (text: string) => {
  const end = text.lastIndexOf(":")
  return Option.all({
    foodId: Schema.decodeOption(ItemId)(text.slice(0, Math.max(end, 0))),
    servings: servingsOf(text.slice(end + 1))
  })
}

const items = option("item").pipe(
  placeholder("FOOD_ID:SERVINGS"),
  meaning("A catalogue food or one of the user's custom foods, and how many of its servings."),
  repeated,
  read((given) =>
    Effect.forEach(given, (text) =>
      Effect.mapError(itemOf(text), () =>
        invalid(
          `--item must be FOOD_ID:SERVINGS, servings more than 0 and at most ${MOST_SERVINGS}, such as food_sr28_01123:2; received ${text}`
        )
      )
    )
  )
)

const save = command(
  { name: "save", meaning: "Save a meal of foods for a user, to be logged as one entry." },
  {
    user: userOption,
    name: text("name", { min: 1, max: 200 }).pipe(placeholder("NAME"), meaning("The meal's name.")),
    items,
    description: text("description", { min: 0, max: 10_000 }).pipe(
      placeholder("TEXT"),
      meaning("Description or recipe. Default: none."),
      optional
    ),
    servings: option("servings").pipe(
      placeholder("N"),
      meaning(`How many servings the items together make, from ${LEAST_SERVINGS} to ${MOST_SERVINGS}. Default: 1.`),
      otherwise("1"),
      read((text) =>
        Effect.mapError(mealServingsOf(text), () =>
          invalid(`--servings must be a number from ${LEAST_SERVINGS} to ${MOST_SERVINGS}; received ${text}`)
        )
      )
    ),
    json
  },
  ({ user, name, items, description, servings, json }) =>
    Effect.gen(function* () {
      const { id: userId } = yield* Effect.flatMap(knownUser(user), (yield* AccountStore).findUser)
      const savedMealId = yield* saveMeal(userId, {
        name,
        description: Option.getOrUndefined(description) || null,
        servings,
        items
      })
      yield* print(json, { savedMealId }, [`Saved meal ${savedMealId}`])
    }).pipe(Effect.provide(stores))
)

const list = command(
  { name: "list", meaning: "List a user's saved meals with their items." },
  { user: userOption, json },
  ({ user, json }) =>
    Effect.gen(function* () {
      const { id: userId } = yield* Effect.flatMap(knownUser(user), (yield* AccountStore).findUser)
      const meals = (yield* (yield* SavedMealStore).list(userId)).map(({ id, name, description, servings, items }) => ({
        savedMealId: id,
        name,
        description,
        servings,
        items: items.map(({ foodId, name, servings }) => ({ foodId, name, servings }))
      }))
      yield* print(
        json,
        { meals },
        columns(
          ["MEAL", "NAME", "SERVINGS", "ITEMS"],
          meals.map(({ savedMealId, name, servings, items }) => [
            savedMealId,
            name,
            String(servings),
            items.map(({ foodId, name, servings }) => `${servings} × ${name ?? `${foodId} (deleted)`}`).join("; ")
          ])
        )
      )
    }).pipe(reading)
)

const remove = command(
  { name: "delete", meaning: "Delete a saved meal. Diary entries keep their copies." },
  {
    id: argument("MEAL_ID").pipe(meaning("The meal's id, which meal list shows.")),
    user: userOption,
    json
  },
  ({ id, user, json }) =>
    Effect.gen(function* () {
      const { id: userId } = yield* Effect.flatMap(knownUser(user), (yield* AccountStore).findUser)
      yield* deleteMeal(userId, id)
      yield* print(json, { savedMealId: id, deleted: true }, [`Deleted meal ${id}`])
    }).pipe(Effect.provide(stores))
)

export const meal = group({ name: "meal", meaning: "Save, list and delete a user's meals." }, [save, list, remove])
