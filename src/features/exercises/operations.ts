import { Effect, Option } from "effect"
import { charging, implement } from "../../contract/handler/handlers.ts"
import { BodyMetricStore } from "../body-metrics/store.ts"
import { ExercisesApi } from "./definition.ts"
import { kcalPerHour } from "./energy.ts"
import type { Exercise } from "./exercises.ts"
import { show } from "./model.ts"
import { searchWithOwn } from "./search-own.ts"
import { OwnExercises } from "./store.ts"

const DEFAULT_LIMIT = 20

const energyOf = (exercise: Exercise, bodyWeightKg: number | undefined) =>
  bodyWeightKg === undefined ? {} : { kcalPerHour: kcalPerHour(exercise, bodyWeightKg) }

export const implementation = implement(
  ExercisesApi,
  Effect.gen(function* () {
    const ownExercises = yield* OwnExercises
    const readings = yield* BodyMetricStore
    return {
      search_exercises: charging(
        Effect.fnUntraced(function* ({ query, category, limit = DEFAULT_LIMIT }, { user, today }, charge) {
          const weight = yield* readings.weightAround(charge, user.id, today)
          const own = yield* ownExercises.index(user.id)
          const { exercises, ...rest } = searchWithOwn(own, { query: query?.trim() || undefined, category, limit })
          const bodyWeightKg = Option.getOrUndefined(weight.value)
          return weight.with({
            exercises: exercises.map((exercise) => ({ ...show(exercise), ...energyOf(exercise, bodyWeightKg) })),
            ...rest
          })
        })
      )
    }
  })
)
