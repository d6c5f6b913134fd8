import { Context, type Effect } from "effect"
import type { UserId } from "../../values/ids.ts"
import type { OwnExercise } from "./own.ts"

/** The exercises of users' own. The catalogue is part of the program. */
export class OwnExercises extends Context.Tag("OwnExercises")<
  OwnExercises,
  {
    /** All of a user's, oldest first. */
    readonly all: (userId: UserId) => Effect.Effect<ReadonlyArray<OwnExercise>>
    /** Those of a user with these ids, in no particular order. Unknown ids, and other users', are left out. */
    readonly find: (userId: UserId, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<OwnExercise>>
    /** Adds an exercise, unless the user has one of that name but for case. Returns the id of the one there is then. */
    readonly add: (userId: UserId, exercise: OwnExercise) => Effect.Effect<string>
    /** Changes the exercise with the same id, but for when it was made. No other one of the user may have its name. */
    readonly replace: (userId: UserId, exercise: Omit<OwnExercise, "createdAt">) => Effect.Effect<void>
  }
>() {}
