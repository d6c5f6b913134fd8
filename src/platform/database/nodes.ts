import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Longest wait for a connection to a node, in milliseconds. A request's statement would be cancelled after two seconds. */
const NODE_CONNECTION_MILLIS = 1000

/**
 * The nodes of a Citus cluster that do not answer within a second, as host:port; empty on a single server. The other
 * nodes still answer while one is down, and refuse only what needs that node.
 */
export const deadNodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [cluster] = yield* sql<{
    readonly found: boolean
  }>`SELECT to_regproc('run_command_on_all_nodes') IS NOT NULL AS found`
  if (cluster?.found !== true) return []
  const rows = yield* sql.withTransaction(
    Effect.zipRight(
      sql`SELECT set_config('citus.node_connection_timeout', ${String(NODE_CONNECTION_MILLIS)}, true)`,
      sql<{ readonly node: string }>`
        SELECT nodename || ':' || nodeport AS node
        FROM run_command_on_all_nodes('SELECT 1') JOIN pg_dist_node USING (nodeid) WHERE NOT success ORDER BY 1`
    )
  )
  return rows.map(({ node }) => node)
})
