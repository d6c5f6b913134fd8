import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../test/support/process.ts"

const ROOT = join(import.meta.dir, "..")
const START_MILLIS = 60_000

export type ServerName = "fettle" | "fastify" | "bun" | "mcp-sdk"

/** A server under test, in a process of its own. */
export interface Server {
  readonly name: ServerName
  readonly port: number
  readonly pid: number
  /** Name of its database. */
  readonly database: string
  readonly stop: () => Promise<void>
}

const children = new Set<Bun.Subprocess>()
const outdir = join(ROOT, "node_modules", ".cache", `fettle-bench-${process.pid}`)

// Whoever stops a run stops its servers.
process.on("exit", () => {
  for (const child of children) child.kill()
  rmSync(outdir, { recursive: true, force: true })
})
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1))

/** Limits that no load reaches; the buckets are taken from all the same. */
const PLENTY = Object.fromEntries(
  ["READS_PER_MINUTE", "READS_BURST", "WRITES_PER_MINUTE", "WRITES_BURST", "WRITES_PER_DAY"].map((name) => [
    name,
    "1000000000"
  ])
)

/** Node.js reads no TypeScript: the peer is written as JavaScript beside the packages that it imports. */
const forNode = async (entry: string): Promise<string> => {
  // Files that come with the service are looked for two folders above the code.
  const code = join(outdir, "bench", "peers")
  const tables = join(outdir, "src", "foods")
  for (const folder of [code, tables]) mkdirSync(folder, { recursive: true })
  const { success, logs } = await Bun.build({
    entrypoints: [entry],
    outdir: code,
    target: "node",
    packages: "external",
    naming: "[name].mjs"
  })
  if (!success) throw new AggregateError(logs, `${entry} cannot be built`)
  for (const table of ["food-words.tsv", "everyday-foods.tsv"])
    cpSync(join(ROOT, "src/foods", table), join(tables, table))
  return join(code, "fastify.mjs")
}

const commandOf = async (name: ServerName): Promise<ReadonlyArray<string>> => {
  switch (name) {
    case "fettle":
      return [process.execPath, join(ROOT, "src/main.ts"), "serve"]
    case "fastify": {
      const node = Bun.which("node")
      if (node === null) throw new Error("The Fastify peer needs Node.js 20 or newer in the PATH")
      return [node, await forNode(join(ROOT, "bench/peers/fastify.ts"))]
    }
    case "bun":
    case "mcp-sdk":
      return [process.execPath, join(ROOT, `bench/peers/${name}.ts`)]
  }
}

const isAnswering = async (port: number): Promise<boolean> => {
  try {
    await fetch(`http://127.0.0.1:${port}/v1/me`)
    return true
  } catch {
    return false
  }
}

export const startServer = async (
  name: ServerName,
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  args: ReadonlyArray<string> = []
): Promise<Server> => {
  const port = await freePort()
  const child = Bun.spawn([...(await commandOf(name)), ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      DATABASE_URL: databaseUrl,
      PORT: port,
      ...PLENTY,
      ...settings
    },
    stdout: "ignore",
    stderr: "inherit"
  })
  children.add(child)
  const deadline = Date.now() + START_MILLIS
  while (!(await isAnswering(Number(port)))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with exit code ${child.exitCode}`)
    if (Date.now() > deadline) throw new Error(`${name} does not answer`)
    await Bun.sleep(10)
  }
  return {
    name,
    port: Number(port),
    pid: child.pid,
    database: new URL(databaseUrl).pathname.slice(1),
    stop: async () => {
      child.kill()
      await child.exited
      children.delete(child)
    }
  }
}

/** Clock ticks in a second, as /proc counts them: 100 on every Linux that there is. */
const TICKS_PER_SECOND = 100

/** Fields 14 and 15, counted behind the name, which may hold spaces: user and system time of all threads. */
const cpuSecondsOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** A process and all that it has started and that lives. */
const family = (pid: number): ReadonlyArray<number> => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)
  return [pid, ...children.flatMap((child) => family(Number(child)))]
}

/** Seconds of CPU that a server has used, its worker processes included. */
export const cpuSeconds = ({ pid }: Pick<Server, "pid">): number =>
  family(pid).reduce((sum, each) => sum + cpuSecondsOf(each), 0)

const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

/** Megabytes of memory that a server holds, its worker processes included. */
export const residentMegabytes = ({ pid }: Pick<Server, "pid">): number =>
  family(pid).reduce((sum, each) => sum + residentOf(each), 0)

/**
 * Seconds of CPU that the backends of a database have used, by process: only where PostgreSQL runs on this machine and its
 * processes are named as usual.
 */
export const backendSeconds = (database: string): ReadonlyMap<number, number> => {
  const seconds = new Map<number, number>()
  if (!existsSync("/proc/self/stat")) return seconds
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, "utf8")
      if (/^postgres: (?!autovacuum)/.test(command) && command.includes(` ${database} `))
        seconds.set(pid, cpuSecondsOf(pid))
    } catch {
      // It ended between the listing and the look.
    }
  }
  return seconds
}

export const sumSince = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number => {
  let sum = 0
  for (const [pid, seconds] of after) sum += seconds - (before.get(pid) ?? 0)
  return sum
}
