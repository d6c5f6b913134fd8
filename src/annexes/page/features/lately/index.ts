import * as Memory from "./store.memory.ts"
import * as Sql from "./store.sql.ts"

export const lately = { sql: Sql.layer, memory: Memory.layer }
