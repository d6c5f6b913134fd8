import { Layer } from "effect"
import { ExercisesApi } from "./definition.ts"
import { implementation } from "./operations.ts"

/** The catalogue is part of the program, so there is no store. */
export const exercises = { api: ExercisesApi, implementation, sql: Layer.empty, memory: Layer.empty }
