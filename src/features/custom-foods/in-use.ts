import { Schema } from "effect"
import { Conflict, wire } from "../../contract/errors.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { Count } from "../../values/number.ts"

/** Most diary entries listed in an error; further ones are only counted. */
export const MOST_NAMED = 5

/** The error for a custom food that cannot be deleted or replaced because diary entries or saved meals use it. */
export class CustomFoodInUse extends Conflict.extend<CustomFoodInUse>("custom_food_in_use")({
  details: Schema.Struct({
    foodEntries: Count.annotations({ description: "Diary entries that use it." }),
    savedMeals: Count.annotations({ description: "Saved meals that use it." }),
    entries: Schema.Array(
      Schema.Struct({
        id: Schema.String.annotations({ description: "Id of the entry." }),
        date: ActivityDay.annotations({ description: "Its Activity Day." })
      })
    ).annotations({ description: `The latest of these diary entries, at most ${MOST_NAMED}.` })
  })
}) {
  static readonly _tag = "conflict"
  static readonly wire = wire(
    CustomFoodInUse,
    "Diary entries or saved meals use the custom food; details names some of them."
  )
}
