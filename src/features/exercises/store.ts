import { Context, type Effect } from "effect"
import type { UserId } from "../../values/ids.ts"
import type { OwnExercise } from "./own.ts"
import type { OwnIndex } from "./own-index.ts"

/** Users' own exercises. The catalogue is part of the program. */
export class OwnExercises extends Context.Tag("OwnExercises")<
  OwnExercises,
  {
    /** All of a user's exercises, oldest first. */
    readonly all: (userId: UserId) => Effect.Effect<ReadonlyArray<OwnExercise>>
    /** The index of all of a user's exercises, which is built once for as long as they stay the same. */
    readonly index: (userId: UserId) => Effect.Effect<OwnIndex>
    /** A user's exercises with these ids, in no particular order. Unknown ids and those of other users are left out. */
    readonly find: (userId: UserId, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<OwnExercise>>
    /**
     * Adds an exercise, unless the user has one of that name, ignoring case. Returns the id of the new or existing one.
     */
    readonly add: (userId: UserId, exercise: OwnExercise) => Effect.Effect<string>
    /**
     * Replaces the exercise with the same id, keeping its creation time. No other exercise of the user may have its
     * name.
     */
    readonly replace: (userId: UserId, exercise: Omit<OwnExercise, "createdAt">) => Effect.Effect<void>
  }
>() {}
