import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * The nodes of a Citus cluster that do not answer, as host:port; empty on a single server. A coordinator still answers
 * while a node is down, and refuses only what concerns the users on that node.
 */
export const deadNodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [cluster] = yield* sql<{
    readonly found: boolean
  }>`SELECT to_regproc('run_command_on_workers') IS NOT NULL AS found`
  if (cluster?.found !== true) return []
  const rows = yield* sql<{ readonly node: string }>`
    SELECT nodename || ':' || nodeport AS node FROM run_command_on_workers('SELECT 1') WHERE NOT success ORDER BY 1`
  return rows.map(({ node }) => node)
})
