import { Args, Command, HelpDoc, Options, ValidationError } from "@effect/cli"
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
import { userOption } from "./options.ts"
import { columns, json, print } from "./output.ts"

const invalid = (message: string) => ValidationError.invalidValue(HelpDoc.p(message))

const text = (option: string, bounds: { readonly min: number; readonly max: number }) =>
  Options.text(option).pipe(
    Options.mapEffect((given) =>
      Effect.mapError(Schema.decode(trimmed(bounds))(given), () =>
        invalid(`--${option} must be ${bounds.min} to ${bounds.max} characters long`)
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

const items = Options.text("item").pipe(
  Options.withPseudoName("FOOD_ID:SERVINGS"),
  Options.withDescription("A catalogue food or one of the user's custom foods, and how many of its servings."),
  Options.atLeast(1),
  Options.mapEffect((given) =>
    Effect.forEach(given, (text) =>
      Effect.mapError(itemOf(text), () =>
        invalid(
          `--item must be FOOD_ID:SERVINGS, servings more than 0 and at most ${MOST_SERVINGS}, such as food_sr28_01123:2; received ${text}`
        )
      )
    )
  )
)

const save = Command.make(
  "save",
  {
    user: userOption,
    name: text("name", { min: 1, max: 200 }).pipe(
      Options.withPseudoName("NAME"),
      Options.withDescription("The meal's name.")
    ),
    items,
    description: text("description", { min: 0, max: 10_000 }).pipe(
      Options.withPseudoName("TEXT"),
      Options.withDescription("Description or recipe. Default: none."),
      Options.optional
    ),
    servings: Options.text("servings").pipe(
      Options.withPseudoName("N"),
      Options.withDescription(
        `How many servings the items together make, from ${LEAST_SERVINGS} to ${MOST_SERVINGS}. Default: 1.`
      ),
      Options.withDefault("1"),
      Options.mapEffect((text) =>
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
).pipe(Command.withDescription("Save a meal of foods for a user, to be logged as one entry."))

const list = Command.make("list", { user: userOption, json }, ({ user, json }) =>
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
).pipe(Command.withDescription("List a user's saved meals with their items."))

const remove = Command.make(
  "delete",
  {
    id: Args.text({ name: "MEAL_ID" }).pipe(Args.withDescription("The meal's id, which meal list shows.")),
    user: userOption,
    json
  },
  ({ id, user, json }) =>
    Effect.gen(function* () {
      const { id: userId } = yield* Effect.flatMap(knownUser(user), (yield* AccountStore).findUser)
      yield* deleteMeal(userId, id)
      yield* print(json, { savedMealId: id, deleted: true }, [`Deleted meal ${id}`])
    }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("Delete a saved meal. Diary entries keep their copies."))

export const meal = Command.make("meal").pipe(
  Command.withDescription("Save, list and delete a user's meals."),
  Command.withSubcommands([save, list, remove])
)
