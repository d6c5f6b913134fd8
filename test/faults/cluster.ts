import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
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

/** As whom they run; undefined where nobody may. */
const findOwner = (): { readonly uid?: number; readonly gid?: number } | undefined => {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] =
    new RegExp(`^${OTHER_USER}:[^:]*:(\\d+):(\\d+)`, "m").exec(readFileSync("/etc/passwd", "utf8")) ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

const programs = findPrograms()
const owner = findOwner()

/** Whether PostgreSQL's programs are here, and may be run, to make a cluster of one's own. */
export const canMakeCluster = programs !== undefined && owner !== undefined

const run = async (program: string, ...args: ReadonlyArray<string>): Promise<void> => {
  // What it prints is not kept in a pipe: the server that it starts would hold that open.
  const child = Bun.spawn([join(programs ?? "", program), ...args], {
    ...owner,
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
    stdout: "ignore",
    stderr: "ignore"
  })
  if ((await child.exited) !== 0) throw new Error(`${program} ${args.join(" ")} failed`)
}

/** A PostgreSQL cluster of the test's own, which it may stop and start; gone when disposed of. */
export const startCluster = async () => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-cluster-"))
  if (owner?.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, "data")
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  const start = () => run("pg_ctl", "start", "-w", "-D", data, "-l", join(folder, "log"), "-o", options)
  const stop = () => run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data)
  await run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8")
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    /** Stops it as a crash would: connections break, and it recovers at the next start. */
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
