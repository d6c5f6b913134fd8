import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { said } from "../../contract/broken-rule.ts"
import { optional, present } from "../../contract/fields.ts"
import { operation } from "../../contract/operation.ts"
import type { Rule } from "../../contract/rule.ts"
import { must } from "../../values/must.ts"
import { integer } from "../../values/number.ts"
import { codePoints, Text } from "../../values/text.ts"
import { Category, ShownExercise } from "./model.ts"

const MOST_CHARACTERS = 200

const Words = Text.pipe(
  Schema.filter((text) => codePoints(text) <= MOST_CHARACTERS, {
    ...must({ be: "text", min: 0, max: MOST_CHARACTERS }),
    jsonSchema: { maxLength: MOST_CHARACTERS }
  })
)

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === "string" && value.trim() === "")

const oneIsGiven: Rule = ({ query, category }) => {
  if (!isBlank(query) || category !== undefined) return []
  return ["query", "category"].map((field) => said(field, "give a query, a category or both"))
}

export const searchExercises = operation({
  name: "search_exercises",
  method: "GET",
  path: "/exercises",
  title: "Search exercises",
  description:
    "Finds exercises, the user's own too, by words, category or both: closest names first, a category alone by popularity. Equipment and muscles are words too. log_workout and list_workouts also take an exact name.",
  access: "read",
  input: Schema.Struct({
    query: optional(
      Words.annotations({ description: "Words of the name, in any order: incline press. Required without category." })
    ),
    category: optional(Category.annotations({ description: "Its kind." })),
    limit: optional(integer({ min: 1, max: 50 }).annotations({ description: "1 to 50. Default: 20." }))
  }),
  rule: oneIsGiven,
  output: Schema.Struct({
    exercises: Schema.Array(ShownExercise).annotations({ description: "Best match first." }),
    searchedFor: present(
      Schema.String.annotations({
        description: "Words searched, if not the query's, or to try."
      })
    ),
    leftOut: present(Schema.Array(Schema.String).annotations({ description: "Words of the query that nothing had." }))
  }),
  example: {
    input: { query: "incline dumbbell press", limit: 1 },
    output: {
      exercises: [
        {
          id: "exr_incline_dumbbell_press",
          name: "Incline Dumbbell Press",
          category: "strength",
          trackingType: "weight_reps",
          muscleGroups: ["chest", "shoulders", "triceps"],
          equipment: "dumbbell",
          kcalPerHour: 266
        }
      ]
    }
  }
})

export class ExercisesApi extends HttpApiGroup.make("exercises", { topLevel: true })
  .add(searchExercises)
  .annotate(OpenApi.Title, "Exercises")
  .annotate(
    OpenApi.Description,
    "The catalogue of exercises, the same for everybody, and the user's own, which imports make."
  ) {}
