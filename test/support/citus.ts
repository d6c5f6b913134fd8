import { Effect } from "effect"
import { LOCK_MILLIS } from "../../src/platform/database/session.ts"
import { databaseLike, onServer, urlOf } from "./databases.ts"

/** A database on the coordinator of a Citus cluster that has the extension and knows the other nodes. */
const CITUS_URL = process.env.CITUS_URL

/** Few, because every test creates and drops the shards of all tables. */
const SHARDS = 4

const nodesOf = async (coordinator: string): Promise<ReadonlyArray<string>> => {
  const workers = await onServer(
    coordinator,
    "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid > 0 AND noderole = 'primary' AND isactive ORDER BY nodeid"
  )
  if (workers.length === 0) throw new Error("CITUS_URL: the coordinator knows no workers")
  return [
    coordinator,
    ...workers.map(({ nodename, nodeport }) => {
      const url = new URL(coordinator)
      url.hostname = String(nodename)
      url.port = String(nodeport)
      return url.href
    })
  ]
}

/** The servers of the cluster at CITUS_URL, the coordinator first; empty without a cluster. */
export const citusNodes = CITUS_URL === undefined ? [] : await nodesOf(CITUS_URL)

const onEach = (database: string, statement: string) =>
  Promise.all(citusNodes.map((node) => onServer(urlOf(node, database), statement)))

/** A separate empty database on every node, without the extension; returns its name. */
export const emptyDatabases = databaseLike(citusNodes, Effect.succeed("template1"))

/** Joins the databases of this name into one cluster. */
export const asCluster = async (name: string): Promise<void> => {
  const [coordinator = "", ...workers] = citusNodes.map((node) => urlOf(node, name))
  await onEach(name, "CREATE EXTENSION citus")
  await onEach(name, `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`)
  const place = (url: string) => `'${new URL(url).hostname}', ${new URL(url).port || 5432}`
  await onServer(coordinator, `SELECT citus_set_coordinator_host(${place(coordinator)})`)
  for (const worker of workers) await onServer(coordinator, `SELECT citus_add_node(${place(worker)})`)
}

/** A separate empty database on every node, joined into one cluster; returns its name. */
export const citusDatabase = Effect.tap(emptyDatabases, (name) => Effect.promise(() => asCluster(name)))

/** Ends the extension's own connections to a database, so that it can be copied. */
export const closeForCopies = (database: string) =>
  Effect.promise(async () => {
    for (const node of citusNodes) {
      await onServer(node, `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
      await onServer(node, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
    }
  })

/** The URL of the database on one node: the coordinator is 0, and workers follow. */
export const citusUrl = (name: string, node: number): string => urlOf(citusNodes[node] ?? "", name)

/** A copy of a database on every node. Settings of a database are not copied with it. */
export const copyOfCitus = (template: Effect.Effect<string>) =>
  Effect.tap(databaseLike(citusNodes, template), (name) =>
    Effect.promise(() => onServer(citusUrl(name, 0), `ALTER DATABASE ${name} SET lock_timeout = ${LOCK_MILLIS}`))
  )
