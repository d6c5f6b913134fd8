import { Layer } from "effect"
import * as UsesMemory from "./custom-food-uses.memory.ts"
import * as UsesSql from "./custom-food-uses.sql.ts"
import { DiaryApi } from "./definition.ts"
import { implementation } from "./operations.ts"
import * as Memory from "./store.memory.ts"
import * as Sql from "./store.sql.ts"

export const diary = {
  api: DiaryApi,
  implementation,
  sql: Layer.merge(Sql.layer, UsesSql.layer),
  memory: Layer.merge(Memory.layer, UsesMemory.layer)
}
