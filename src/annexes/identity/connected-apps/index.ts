import { Layer } from "effect"
import * as ClientsMemory from "./clients.memory.ts"
import * as ClientsSql from "./clients.sql.ts"
import * as GrantsMemory from "./grants.memory.ts"
import * as GrantsSql from "./grants.sql.ts"

export const connectedApps = {
  sql: Layer.merge(ClientsSql.layer, GrantsSql.layer),
  memory: Layer.merge(ClientsMemory.layer, GrantsMemory.layer)
}
