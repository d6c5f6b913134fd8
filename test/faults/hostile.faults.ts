import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { operations } from "../../src/api.ts"
import { rawRequest, sendRaw } from "../hostile/raw.ts"
import type { HostileRequest, Surroundings } from "../hostile/requests.ts"
import { MOST_MILLIS, type Outcome, sendSeed, sendSeeds } from "../hostile/send.ts"
import { makeTargets, together } from "../hostile/targets.ts"
import type { Call } from "../support/app.ts"
import { fettle, type ServerProcess, startServer } from "../support/process.ts"
import { filledDatabase, filledFolder, folder, hasPostgres } from "../support/stores.ts"
import { isFull } from "./form.ts"
import { UNLIMITED } from "./servers.ts"

/** HOSTILE_SEED and HOSTILE_REQUESTS repeat a failure. */
const FIRST_SEED = Number(process.env.HOSTILE_SEED ?? 1_000_000)
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? (isFull ? 200_000 : 5000))
const AT_ONCE = 8
const USERS = 4

/** One request in this many is malformed below HTTP. */
const RAW_EVERY = 20

/**
 * Memory is read after each stage of the run; how much it may grow after the first stages have warmed up the process.
 */
const STAGES = 10
const WARM = 3
const MOST_GROWTH_MEGABYTES = 150

const scope = Effect.runSync(Scope.make())
const held = <A>(resource: Effect.Effect<A, never, Scope.Scope>) => Effect.runPromise(Scope.extend(resource, scope))

let server: ServerProcess
let surroundings: Surroundings
let log: string

/** Calls of a well-behaved client, which create what hostile ones target. */
const clientOf =
  (baseUrl: string, token: string): Call =>
  async (name, input = {}) => {
    const operation = operations.find((operation) => operation.name === name)
    const isQuery = operation?.method === "GET" || operation?.method === "DELETE"
    const query = new URLSearchParams(Object.entries(input).map(([key, value]): [string, string] => [key, `${value}`]))
    const response = await fetch(`${baseUrl}${operation?.path}${isQuery ? `?${query}` : ""}`, {
      method: operation?.method ?? "GET",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(isQuery ? {} : { body: JSON.stringify(input) })
    })
    return { ok: true, output: await response.json() }
  }

const newUser = async (settings: Readonly<Record<string, string>>, plan: string): Promise<string> => {
  const user = await fettle(settings, "user", "create", "--name", "Test", "--timezone", "UTC", "--plan", plan, "--json")
  const { userId } = JSON.parse(user.stdout)
  const made = await fettle(settings, "token", "create", "--user", userId, "--json")
  return JSON.parse(made.stdout).token
}

beforeAll(async () => {
  const database = hasPostgres ? { DATABASE_URL: await held(filledDatabase) } : { DATA_DIR: await held(filledFolder) }
  const settings = { ...database, ...UNLIMITED, CUSTOM_FOODS: "1000", LOG_LEVEL: "error", LOG_FORMAT: "json" }
  log = join(await held(folder), "log")
  server = await startServer(settings, { log })
  const tokens = [server.token]
  while (tokens.length < USERS) tokens.push(await newUser(settings, "trial"))
  const known = await Promise.all(tokens.map((token) => makeTargets(clientOf(server.baseUrl, token))))
  const lapsed = await newUser(settings, "free")
  surroundings = { ...together(known), tokens: [...tokens, ...tokens, lapsed], host: new URL(server.baseUrl).host }
}, 120_000)

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await Effect.runPromise(Scope.close(scope, Exit.void))
}, 60_000)

const megabytes = async (): Promise<number> => {
  const ps = Bun.spawn(["ps", "-o", "rss=", "-p", String(server.child.pid)], { stdout: "pipe" })
  return Math.round(Number(await new Response(ps.stdout).text()) / 1024)
}

const send = async ({ method, path, headers, body }: HostileRequest) => {
  const response = await fetch(`${server.baseUrl}${path}`, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(2 * MOST_MILLIS),
    ...(body === undefined ? {} : { body })
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** A request that is malformed below HTTP gets an answer or a closed connection, and causes no internal failure. */
const sendRawSeed = async (seed: number): Promise<Outcome> => {
  const { host, tokens } = surroundings
  const bytes = rawRequest(seed, { host, token: tokens[0] ?? "" })
  const started = performance.now()
  const answer = await sendRaw(Number(new URL(server.baseUrl).port), bytes)
  const millis = performance.now() - started
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? "closed"
  const description = `seed ${seed}: ${JSON.stringify(bytes.replace(/fettle_\w+/g, "…").slice(0, 500))}\n  ${answer.slice(0, 500)}`
  return {
    kind: `raw ${status}`,
    faults: [
      // 505 is the HTTP server's own answer to a version that it does not support.
      ...(status.startsWith("5") && status !== "505" ? [`status ${status}\n  ${description}`] : []),
      ...(millis > MOST_MILLIS ? [`took ${Math.round(millis)} ms\n  ${description}`] : [])
    ]
  }
}

const sendAll = (first: number, count: number) =>
  sendSeeds({ first, count, atOnce: AT_ONCE }, (seed) =>
    seed % RAW_EVERY === 0 ? sendRawSeed(seed) : sendSeed(seed, surroundings, send)
  )

test("hostile requests get an output or the envelope, quickly, and memory does not grow", async () => {
  const started = performance.now()
  const kinds = new Map<string, number>()
  const faults: Array<string> = []
  const memory: Array<number> = []
  for (let stage = 0; stage < STAGES; stage++) {
    const sent = await sendAll(FIRST_SEED + (stage * REQUESTS) / STAGES, REQUESTS / STAGES)
    for (const [kind, count] of sent.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + count)
    faults.push(...sent.faults)
    memory.push(await megabytes())
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  const counts = [...kinds].sort().map(([kind, count]) => `${kind}: ${count}`)
  console.log(`hostile: ${REQUESTS} requests from seed ${FIRST_SEED}, ${seconds} s; MB of memory ${memory.join(", ")}`)
  console.log(`  ${counts.join(", ")}`)
  if (faults.length > 0) console.log((await Bun.file(log).text()).slice(0, 10_000))
  expect(faults.slice(0, 20)).toEqual([])
  expect(server.child.exitCode).toBeNull()
  expect((memory.at(-1) ?? 0) - (memory[WARM] ?? 0)).toBeLessThan(MOST_GROWTH_MEGABYTES)
}, 1_800_000)
