import { Effect, Layer } from "effect"
import { entriesOf, readingsOf } from "../../../../facts/tables.memory.ts"
import { diaryEntries } from "../../../../features/diary/store.memory.ts"
import { ownExercisesOf } from "../../../../features/exercises/store.memory.ts"
import { workoutsOf } from "../../../../features/workouts/store.memory.ts"
import { MemoryDatabase } from "../../../../platform/database/memory.ts"
import { routinesOf } from "../routines/store.memory.ts"
import { LatelyStore, MOST_WORKOUTS } from "./store.ts"

export const layer = Layer.effect(
  LatelyStore,
  Effect.map(MemoryDatabase, (memory) =>
    LatelyStore.of({
      find: (userId, { from, weightsFrom, to }) =>
        Effect.sync(() => {
          const isIn = ({ date }: { readonly date: string }) => from <= date && date <= to
          const idsOf = (exercises: ReadonlyArray<{ readonly exerciseId: string }>) =>
            exercises.map(({ exerciseId }) => exerciseId)
          const workouts = workoutsOf(memory, userId)
            .filter(isIn)
            .slice(-MOST_WORKOUTS)
            .map(({ id, name, date, durationSeconds, exercises }) => ({
              id,
              name,
              date,
              durationSeconds,
              exerciseIds: idsOf(exercises)
            }))
          const routines = routinesOf(memory, userId).map(({ id, name, exercises }) => ({
            id,
            name,
            exerciseIds: idsOf(exercises)
          }))
          const used = new Set([...workouts, ...routines].flatMap(({ exerciseIds }) => exerciseIds))
          const own = ownExercisesOf(memory, userId).filter(({ id }) => used.has(id))
          const eaten = entriesOf(memory, diaryEntries, userId).filter(isIn)
          return {
            workouts,
            routines,
            ownNames: Object.fromEntries(own.map(({ id, name }) => [id, name])),
            weights: readingsOf(memory, userId, "weight").filter(({ date }) => weightsFrom <= date && date <= to),
            food: [...Map.groupBy(eaten, ({ date }) => date)].map(([date, entries]) => ({
              date,
              calories: entries.reduce((sum, { perServing, servings }) => sum + perServing.calories * servings, 0)
            }))
          }
        })
    })
  )
)
