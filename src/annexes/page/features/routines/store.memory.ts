import { Data, Effect, HashMap, Layer, Option, Order } from "effect"
import { ownExercisesOf } from "../../../../features/exercises/store.memory.ts"
import { type Memory, MemoryDatabase, table } from "../../../../platform/database/memory.ts"
import type { UserId } from "../../../../values/ids.ts"
import type { Routine } from "./model.ts"
import { RoutineStore } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly routineId: string
}

export const routines = table<Key, Routine>("routines", ({ userId }) => userId)

const routineKey = (userId: UserId, routineId: string): Key => Data.struct({ userId, routineId })

const inOrder = Order.combineAll([
  Order.mapInput(Order.number, ({ place }: Routine) => place),
  Order.mapInput(Order.number, ({ createdAt }: Routine) => createdAt),
  Order.mapInput(Order.string, ({ id }: Routine) => id)
])

/** A user's routines, in their order. */
export const routinesOf = (memory: Memory, userId: UserId): ReadonlyArray<Routine> =>
  memory
    .rowsOf(routines, userId)
    .map(([, routine]) => routine)
    .sort(inOrder)

const exerciseIdsOf = ({ exercises }: Routine) => exercises.map(({ exerciseId }) => exerciseId)

export const layer = Layer.effect(
  RoutineStore,
  Effect.map(MemoryDatabase, (memory) => {
    const ownNames = (userId: UserId, ids: ReadonlyArray<string>) =>
      Object.fromEntries(
        ownExercisesOf(memory, userId).flatMap(({ id, name }) => (ids.includes(id) ? [[id, name] as const] : []))
      )
    const modify = (userId: UserId, id: string, change: (routine: Routine) => Routine) =>
      Effect.sync(() => memory.update(routines, HashMap.modify(routineKey(userId, id), change)))

    return RoutineStore.of({
      list: (userId) =>
        Effect.sync(() =>
          routinesOf(memory, userId).map((routine) => {
            const exerciseIds = exerciseIdsOf(routine)
            const { id, place, name } = routine
            return { id, place, name, exerciseIds, ownNames: ownNames(userId, exerciseIds) }
          })
        ),

      find: (userId, id) =>
        Effect.sync(() =>
          Option.map(HashMap.get(memory.rows(routines), routineKey(userId, id)), (routine) => ({
            ...routine,
            ownNames: ownNames(userId, exerciseIdsOf(routine))
          }))
        ),

      add: (userId, routine) =>
        Effect.sync(() => memory.update(routines, HashMap.set(routineKey(userId, routine.id), routine))),

      change: (userId, { id, name, exercises }) => modify(userId, id, (routine) => ({ ...routine, name, exercises })),

      arrange: (userId, ids) =>
        Effect.forEach(ids, (id, index) => modify(userId, id, (routine) => ({ ...routine, place: index + 1 })), {
          discard: true
        }),

      remove: (userId, id) => Effect.sync(() => memory.update(routines, HashMap.remove(routineKey(userId, id)))),

      countWith: (userId, exerciseId) =>
        Effect.sync(
          () => routinesOf(memory, userId).filter((routine) => exerciseIdsOf(routine).includes(exerciseId)).length
        )
    })
  })
)
