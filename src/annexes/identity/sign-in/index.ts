import { Layer } from "effect"
import * as NewcomersMemory from "./newcomers.memory.ts"
import * as NewcomersSql from "./newcomers.sql.ts"
import * as PasskeysMemory from "./passkey-store.memory.ts"
import * as PasskeysSql from "./passkey-store.sql.ts"
import * as Memory from "./store.memory.ts"
import * as Sql from "./store.sql.ts"

export const signIn = {
  sql: Layer.mergeAll(Sql.layer, PasskeysSql.layer, NewcomersSql.layer),
  memory: Layer.mergeAll(Memory.layer, PasskeysMemory.layer, NewcomersMemory.layer)
}
