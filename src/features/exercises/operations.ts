import { Effect } from "effect"
import { implement } from "../../contract/handler/handlers.ts"
import { ExercisesApi } from "./definition.ts"
import { show } from "./model.ts"
import { searchWithOwn } from "./search-own.ts"
import { OwnExercises } from "./store.ts"

const DEFAULT_LIMIT = 20

export const implementation = implement(
  ExercisesApi,
  Effect.map(OwnExercises, (ownExercises) => ({
    search_exercises: Effect.fnUntraced(function* ({ query, category, limit = DEFAULT_LIMIT }, { user }) {
      const own = yield* ownExercises.index(user.id)
      const { exercises, ...rest } = searchWithOwn(own, { query: query?.trim() || undefined, category, limit })
      return { exercises: exercises.map(show), ...rest }
    })
  }))
)
