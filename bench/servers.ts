import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../test/support/process.ts"
import { onCore, SERVICE_CORE } from "./cores.ts"

const ROOT = join(import.meta.dir, "..")
const START_MILLIS = 180_000

/** The service and its lean peers. */
export type ServerName = "fettle" | `lean/${"fastify" | "elysia" | "limit" | "mcp"}`

/** A server under test, in a process of its own. */
export interface Server {
  readonly name: ServerName
  readonly port: number
  readonly pid: number
  /** The name of its database. */
  readonly database: string
  readonly stop: () => Promise<void>
}

const children = new Set<Bun.Subprocess>()
const outdir = join(ROOT, "node_modules", ".cache", `fettle-bench-${process.pid}`)

// Stopping a run stops its servers.
process.on("exit", () => {
  for (const child of children) child.kill()
  rmSync(outdir, { recursive: true, force: true })
})
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1))

/** Limits that no load reaches; calls are still taken from the buckets. */
const PLENTY = Object.fromEntries(
  ["READS_PER_MINUTE", "READS_BURST", "WRITES_PER_MINUTE", "WRITES_BURST", "WRITES_PER_DAY"].map((name) => [
    name,
    "1000000000"
  ])
)

/** Node.js reads no TypeScript, so the peer is compiled to JavaScript next to the packages that it imports. */
const forNode = async (name: ServerName): Promise<string> => {
  const code = join(outdir, name.replace("/", "-"))
  mkdirSync(code, { recursive: true })
  const { success, logs } = await Bun.build({
    entrypoints: [join(ROOT, "bench", `${name}.ts`)],
    outdir: code,
    target: "node",
    packages: "external",
    naming: "server.mjs"
  })
  if (!success) throw new AggregateError(logs, `${name} cannot be built`)
  return join(code, "server.mjs")
}

/** The real Node.js: `bun run` puts a `node` into the PATH that is Bun. */
const findNode = (): string => {
  const path = (process.env.PATH ?? "").split(":").filter((folder) => !folder.includes("/bun-node-"))
  const node = Bun.which("node", { PATH: path.join(":") })
  if (node === null) throw new Error("The Fastify peer needs Node.js 20 or newer in the PATH")
  return node
}

const ON_NODE: ReadonlySet<ServerName> = new Set<ServerName>(["lean/fastify", "lean/mcp"])

/** The file that `bun start` runs. */
const bundled = async (): Promise<string> =>
  (await new Response(Bun.spawn([process.execPath, join(ROOT, "scripts/bundle.js")]).stdout).text()).trim()

const commandOf = async (name: ServerName): Promise<ReadonlyArray<string>> => {
  if (name === "fettle") return [process.execPath, await bundled(), "serve"]
  return ON_NODE.has(name) ? [findNode(), await forNode(name)] : [process.execPath, join(ROOT, "bench", `${name}.ts`)]
}

const isAnswering = async (port: number): Promise<boolean> => {
  try {
    await fetch(`http://127.0.0.1:${port}/v1/me`)
    return true
  } catch {
    return false
  }
}

export interface StartOptions {
  readonly args?: ReadonlyArray<string>
  /** Whether it must use the service's single core. */
  readonly pinned?: boolean
  /** Runs a command in a confined place. */
  readonly within?: (command: ReadonlyArray<string>) => ReadonlyArray<string>
}

export const startServer = (name: ServerName, databaseUrl: string, options?: StartOptions): Promise<Server> =>
  start(name, { DATABASE_URL: databaseUrl }, new URL(databaseUrl).pathname.slice(1), options)

/** Starts the service on the embedded database in a folder. */
export const startEmbedded = (folder: string, options?: StartOptions): Promise<Server> =>
  start("fettle", { DATA_DIR: folder }, "postgres", options)

const start = async (
  name: ServerName,
  place: Readonly<Record<string, string>>,
  database: string,
  { args = [], pinned = false, within = (command) => command }: StartOptions = {}
): Promise<Server> => {
  const port = await freePort()
  const command = within(onCore(pinned ? SERVICE_CORE : undefined, [...(await commandOf(name)), ...args]))
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      ...place,
      PORT: port,
      ...PLENTY
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
    database,
    stop: async () => {
      child.kill()
      await child.exited
      children.delete(child)
    }
  }
}

/** Runs a command of the service to its end, and returns what it printed. */
export const runFettle = async (
  settings: Readonly<Record<string, string>>,
  ...args: ReadonlyArray<string>
): Promise<string> => {
  const child = Bun.spawn([process.execPath, await bundled(), ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...settings },
    stdout: "pipe",
    stderr: "inherit"
  })
  const printed = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`fettle ${args.join(" ")} failed`)
  return printed
}
