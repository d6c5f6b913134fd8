import * as Memory from "./store.memory.ts"
import * as Sql from "./store.sql.ts"

export const openId = { sql: Sql.layer, memory: Memory.layer }
