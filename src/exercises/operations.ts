import { Effect } from "effect"
import { implement } from "../caller/handlers.ts"
import { ExercisesApi } from "./definition.ts"
import { exercises } from "./exercises.ts"
import { show } from "./model.ts"
import { searchExercises } from "./search.ts"

const DEFAULT_LIMIT = 20

export const implementation = implement(
  ExercisesApi,
  Effect.succeed({
    search_exercises: ({ query, category, limit = DEFAULT_LIMIT }) =>
      Effect.sync(() => ({
        exercises: searchExercises(exercises, { query: query?.trim() || undefined, category, limit }).map(show)
      }))
  })
)
