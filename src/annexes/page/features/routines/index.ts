import { RoutinesApi } from "./definition.ts"
import { implementation } from "./operations.ts"
import * as Memory from "./store.memory.ts"
import * as Sql from "./store.sql.ts"

export const routines = { api: RoutinesApi, implementation, sql: Sql.layer, memory: Memory.layer }
