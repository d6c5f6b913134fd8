import { Context, type Effect, type Option } from "effect"
import type { UserId } from "../../../../values/ids.ts"
import type { Named, Routine, RoutineSummary } from "./model.ts"

/** A user's routines, in an order that the user sets. */
export class RoutineStore extends Context.Tag("RoutineStore")<
  RoutineStore,
  {
    /** All routines without their sets, in the user's order. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<Named<RoutineSummary>>>
    readonly find: (userId: UserId, id: string) => Effect.Effect<Option.Option<Named<Routine>>>
    readonly add: (userId: UserId, routine: Routine) => Effect.Effect<void>
    /** Replaces the name and exercises of the routine with this id. */
    readonly change: (userId: UserId, routine: Pick<Routine, "id" | "name" | "exercises">) => Effect.Effect<void>
    /** Puts all of the user's routines into the order of these ids. */
    readonly arrange: (userId: UserId, ids: ReadonlyArray<string>) => Effect.Effect<void>
    readonly remove: (userId: UserId, id: string) => Effect.Effect<void>
    /** How many routines have this exercise. */
    readonly countWith: (userId: UserId, exerciseId: string) => Effect.Effect<number>
  }
>() {}
