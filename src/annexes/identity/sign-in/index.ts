import { Layer } from "effect"
import * as PasskeysMemory from "./passkey-store.memory.ts"
import * as PasskeysSql from "./passkey-store.sql.ts"
import * as Memory from "./store.memory.ts"
import * as Sql from "./store.sql.ts"

export const signIn = {
  sql: Layer.merge(Sql.layer, PasskeysSql.layer),
  memory: Layer.merge(Memory.layer, PasskeysMemory.layer)
}
