/** A home server: the embedded database, on one core and with 1 GB of memory. Run by `bun run bench:scaling home`. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { cpuSeconds, highestMegabytes, residentMegabytes } from "./cpu.ts"
import { benchUser } from "./data/people.ts"
import { loadUsers } from "./data/users.ts"
import { percentile, startGenerator } from "./load/generator.ts"
import { median, type Timing } from "./measure.ts"
import { limitMemory, type MemoryLimit } from "./memory-limit.ts"
import { mixedRequests, operations } from "./operations.ts"
import { runFettle, type Server, startEmbedded } from "./servers.ts"

const ONE_GIGABYTE = 1024 ** 3
const USERS = 10
const STARTS = 3
/** Requests a second from a household of ten who are all active at once. */
const RATE = 20
const PAGE_LOADS = 20
const PAGES = ["/app", "/app/trends", "/app/diary", "/app/workouts", "/app/goals"]

type Print = (line: string) => void

const fill = async (folder: string): Promise<void> => {
  const client = new pg.Client({ host: folder, user: "postgres", database: "postgres" })
  await client.connect()
  await client.query("SET session_replication_role = replica")
  await loadUsers(client, { users: USERS, years: 1 }, new Date().toISOString().slice(0, 10), () => {})
  await client.query("SET session_replication_role = DEFAULT")
  await client.end()
}

/** A start, until the service answers: its time and CPU time in seconds, and its peak memory in megabytes. */
interface Start {
  readonly seconds: number
  readonly cpu: number
  readonly highest: number
}

const started = async (
  folder: string,
  limit: MemoryLimit | undefined
): Promise<Start & { readonly server: Server }> => {
  const begin = performance.now()
  const server = await startEmbedded(folder, { pinned: true, ...(limit && { within: limit.within }) })
  const seconds = (performance.now() - begin) / 1000
  const figures = { seconds, cpu: cpuSeconds(server), highest: highestMegabytes(server) }
  return { server, ...figures }
}

/** The cookie of somebody who opens a login link. */
const signIn = async (folder: string, { port }: Server): Promise<string> => {
  const settings = { DATA_DIR: folder, PORT: String(port) }
  const answer = await runFettle(settings, "login-link", "--user", benchUser(0).userId, "--json")
  const link = new URL(JSON.parse(answer).url).searchParams.get("link") ?? ""
  const origin = `http://localhost:${port}`
  const response = await fetch(`${origin}/app/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ link }).toString()
  })
  return response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""
}

const measurePages = async (folder: string, server: Server, print: Print): Promise<void> => {
  const cookie = await signIn(folder, server)
  for (const path of PAGES) {
    const times: Array<number> = []
    for (let load = 0; load < PAGE_LOADS; load++) {
      const begin = performance.now()
      const response = await fetch(`http://localhost:${server.port}${path}`, {
        headers: { cookie },
        redirect: "manual"
      })
      await response.text()
      if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
      times.push(performance.now() - begin)
    }
    const [first = 0, ...later] = times
    print(
      `${path}: first ${first.toFixed(0)} ms, then ${median(later).toFixed(1)} ms (slowest ${Math.max(...later).toFixed(0)})`
    )
  }
}

const measureUsers = async (server: Server, { roundSeconds, rounds }: Timing, print: Print): Promise<void> => {
  const generator = startGenerator(true)
  try {
    const job = { port: server.port, requests: mixedRequests(operations, server.port, USERS), connections: USERS }
    await generator.run({ ...job, seconds: 0, least: 1000 })
    const seconds = rounds * roundSeconds * 4
    const most = await generator.run({ ...job, seconds })
    const steady = await generator.run({ ...job, seconds, rate: RATE })
    for (const [title, { answers, failures, latencies, seconds }] of [
      [`${USERS} users at once, each sending when it has its answer`, most],
      [`${RATE} requests a second`, steady]
    ] as const)
      print(
        `${title}: ${Math.round(answers / seconds)}/s, p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms, ${failures} failed`
      )
  } finally {
    await generator.stop()
  }
}

const startLine = (title: string, { seconds, cpu, highest }: Start) =>
  `${title}: ${seconds.toFixed(2)} s (${cpu.toFixed(2)} s of CPU), at most ${Math.round(highest)} MB`

export const home = async (timing: Timing, print: Print): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-home-"))
  const limit = limitMemory(ONE_GIGABYTE)
  print(limit === undefined ? "one core; memory is not limited, as this user may not" : "one core and 1 GB of memory")
  let running: Server | undefined
  try {
    const first = await started(folder, limit)
    running = first.server
    print(startLine("first start", first))
    await fill(folder)
    const later: Array<Start> = []
    for (let start = 0; start < STARTS; start++) {
      await running.stop()
      const next = await started(folder, limit)
      running = next.server
      later.push(next)
    }
    const figure = (of: (start: Start) => number) => median(later.map(of))
    const medians = {
      seconds: figure((start) => start.seconds),
      cpu: figure((start) => start.cpu),
      highest: figure((start) => start.highest)
    }
    print(startLine(`a later start, with ${USERS} users of a year each`, medians))
    print(`idle: ${Math.round(residentMegabytes(running))} MB`)
    await measurePages(folder, running, print)
    await measureUsers(running, timing, print)
    print(
      `memory after that: ${Math.round(residentMegabytes(running))} MB, at most ${Math.round(highestMegabytes(running))} MB`
    )
    if (limit !== undefined) print(`the limit was reached ${limit.reached()} times`)
  } finally {
    await running?.stop()
    limit?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
