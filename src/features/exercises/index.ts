import { ExercisesApi } from "./definition.ts"
import { implementation } from "./operations.ts"
import * as Memory from "./store.memory.ts"
import * as Sql from "./store.sql.ts"

/** The catalogue is part of the program; the stores hold the users' own exercises. */
export const exercises = { api: ExercisesApi, implementation, sql: Sql.layer, memory: Memory.layer }
