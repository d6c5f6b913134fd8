import { Layer } from "effect"
import * as ClientsMemory from "./clients.memory.ts"
import * as ClientsSql from "./clients.sql.ts"
import * as GrantsMemory from "./grants.memory.ts"
import * as GrantsSql from "./grants.sql.ts"
import * as RequestsMemory from "./requests.memory.ts"
import * as RequestsSql from "./requests.sql.ts"

export const connectedApps = {
  sql: Layer.mergeAll(ClientsSql.layer, GrantsSql.layer, RequestsSql.layer),
  memory: Layer.mergeAll(ClientsMemory.layer, GrantsMemory.layer, RequestsMemory.layer)
}
