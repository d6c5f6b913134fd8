import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../support/process.ts"

const INSTALLED = "/usr/lib/postgresql"
/** PostgreSQL refuses to run as root; then it runs as this user. */
const OTHER_USER = "postgres"

/** The folder of PostgreSQL's own programs. */
const findPrograms = (): string | undefined => {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : []
  const named =
    Bun.which("pg_config") === null ? [] : [Bun.spawnSync(["pg_config", "--bindir"]).stdout.toString().trim()]
  return [...named, ...versions.map((version) => join(INSTALLED, version, "bin"))].find((folder) =>
    existsSync(join(folder, "initdb"))
  )
}

/** The user that runs them; undefined if there is none. */
const findOwner = (): { readonly uid?: number; readonly gid?: number } | undefined => {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] =
    new RegExp(`^${OTHER_USER}:[^:]*:(\\d+):(\\d+)`, "m").exec(readFileSync("/etc/passwd", "utf8")) ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

const programs = findPrograms()
const owner = findOwner()

/** Whether PostgreSQL's programs are installed and may run, to make a separate cluster. */
export const canMakeCluster = programs !== undefined && owner !== undefined

const run = async (program: string, ...args: ReadonlyArray<string>): Promise<void> => {
  // Its output does not go to a pipe, which the server that it starts would keep open.
  const child = Bun.spawn([join(programs ?? "", program), ...args], {
    ...owner,
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
    stdout: "ignore",
    stderr: "ignore"
  })
  if ((await child.exited) !== 0) throw new Error(`${program} ${args.join(" ")} failed`)
}

const giveAway = (path: string): void => {
  if (owner?.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
}

/** A folder for clusters that PostgreSQL's user may write to. */
const ownFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-cluster-"))
  giveAway(folder)
  return folder
}

/** Makes the cluster in `data` start as a standby. */
const makeStandby = (data: string): void => {
  const signal = join(data, "standby.signal")
  writeFileSync(signal, "")
  giveAway(signal)
}

/** The server of the cluster in `data`, with further settings as command-line options. */
const serverOn = (folder: string, data: string, port: string) => {
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  return {
    start: (more = "") => run("pg_ctl", "start", "-w", "-D", data, "-l", `${data}.log`, "-o", `${options} ${more}`),
    stop: (mode: "fast" | "immediate") => run("pg_ctl", "stop", "-w", "-m", mode, "-D", data)
  }
}

/** A separate PostgreSQL cluster, which the test may stop and start; removed when disposed of. */
export const startCluster = async () => {
  const folder = ownFolder()
  const data = join(folder, "data")
  const port = await freePort()
  const server = serverOn(folder, data, port)
  /** Stops it as a crash would: connections break, and it recovers at the next start. */
  const stop = () => server.stop("immediate")
  await run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8")
  await server.start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Two clusters, a primary and its standby, which switch roles at `switchOver`; removed when disposed of. */
export const startPair = async () => {
  const folder = ownFolder()
  const ports = [await freePort(), await freePort()] as const
  const servers = ports.map((port, index) => {
    const data = join(folder, `data${index}`)
    const following = `-c primary_conninfo='host=127.0.0.1 port=${ports[1 - index]} user=postgres'`
    return { data, following, ...serverOn(folder, data, port) }
  })
  const [first, second] = servers
  if (first === undefined || second === undefined) throw new Error("unreachable")
  await run("initdb", "-D", first.data, "-U", "postgres", "-A", "trust", "-E", "UTF8")
  await first.start()
  await run("pg_basebackup", "-h", "127.0.0.1", "-p", ports[0], "-U", "postgres", "-D", second.data, "-X", "stream")
  makeStandby(second.data)
  await second.start(second.following)
  let [primary, standby] = [first, second]
  return {
    url: `postgres://postgres@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/postgres?target_session_attrs=read-write`,
    /** Stops the primary once its standby has everything, and promotes the standby. */
    switchOver: async () => {
      await primary.stop("fast")
      await run("pg_ctl", "promote", "-w", "-D", standby.data)
    },
    /** Starts the former primary as the standby of the new one. */
    rejoin: async () => {
      makeStandby(primary.data)
      await primary.start(primary.following)
      ;[primary, standby] = [standby, primary]
    },
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await server.stop("immediate").catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
