import { Data, DateTime, Effect, HashMap, Layer, Order } from "effect"
import { MemoryDatabase, table } from "../../platform/database/memory.ts"
import type { UserId } from "../../values/ids.ts"
import { oncePer } from "../../values/once.ts"
import { nameKey, type OwnExercise } from "./own.ts"
import { keptIndexes, type OwnIndex, ownIndexOf } from "./own-index.ts"
import { OwnExercises } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly exerciseId: string
}

export const ownExercises = table<Key, OwnExercise>("own_exercises", ({ userId }) => userId)

const ownExerciseKey = (userId: UserId, exerciseId: string): Key => Data.struct({ userId, exerciseId })

const byAge = Order.combine(
  Order.mapInput(DateTime.Order, ({ createdAt }: OwnExercise) => createdAt),
  Order.mapInput(Order.string, ({ id }: OwnExercise) => id)
)

const keyOf = oncePer(({ name }: OwnExercise) => nameKey(name))

const heldBy = (memory: MemoryDatabase["Type"], userId: UserId): Array<OwnExercise> =>
  memory.rowsOf(ownExercises, userId).map(([, exercise]) => exercise)

/** A user's own exercises, oldest first. */
export const ownExercisesOf = (memory: MemoryDatabase["Type"], userId: UserId): ReadonlyArray<OwnExercise> =>
  heldBy(memory, userId).sort(byAge)

export const layer = Layer.effect(
  OwnExercises,
  Effect.map(MemoryDatabase, (memory) => {
    const all = (userId: UserId) => Effect.sync(() => ownExercisesOf(memory, userId))
    const kept = keptIndexes()
    const index = (userId: UserId): OwnIndex => {
      const held = ownExercisesOf(memory, userId)
      const version = JSON.stringify(
        held.map(({ id, name, category, trackingType }) => [id, name, category, trackingType])
      )
      const known = kept.get(userId)
      if (known?.version === version) return known.value
      const made = ownIndexOf(held)
      kept.put(userId, version, made, held.length)
      return made
    }
    return OwnExercises.of({
      all,
      index: (userId) => Effect.sync(() => index(userId)),
      find: (userId, ids) => Effect.map(all(userId), (held) => held.filter(({ id }) => ids.includes(id))),
      add: (userId, exercise) =>
        Effect.sync(() => {
          const key = nameKey(exercise.name)
          const held = heldBy(memory, userId).find((each) => keyOf(each) === key)
          if (held !== undefined) return held.id
          memory.update(ownExercises, (rows) => HashMap.set(rows, ownExerciseKey(userId, exercise.id), exercise))
          return exercise.id
        }),
      replace: (userId, changed) =>
        Effect.sync(() =>
          memory.update(
            ownExercises,
            HashMap.modify(ownExerciseKey(userId, changed.id), (held) => ({ ...held, ...changed }))
          )
        )
    })
  })
)
