import { BodyMetricsApi } from "./definition.ts"
import { implementation } from "./operations.ts"
import * as Memory from "./store.memory.ts"
import * as Sql from "./store.sql.ts"

export const bodyMetrics = { api: BodyMetricsApi, implementation, sql: Sql.layer, memory: Memory.layer }
