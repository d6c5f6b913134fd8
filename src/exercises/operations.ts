import { Effect } from "effect"
import { implement } from "../caller/handlers.ts"
import { ExercisesApi } from "./definition.ts"
import { searchExercises } from "./exercises.ts"
import { show } from "./model.ts"

const DEFAULT_LIMIT = 20

export const implementation = implement(
  ExercisesApi,
  Effect.succeed({
    search_exercises: ({ query, category, limit = DEFAULT_LIMIT }) =>
      Effect.sync(() => {
        const { exercises, ...rest } = searchExercises({ query: query?.trim() || undefined, category, limit })
        return { exercises: exercises.map(show), ...rest }
      })
  })
)
