import { expect, test } from "bun:test"
import { type ServerProcess, startServer } from "../support/process.ts"
import { type Account, call } from "./client.ts"
import { type Connection, type Outcome, openConnection, requestBytes } from "./connection.ts"
import { atOnce, isFull, measured, TIME_LIMIT } from "./form.ts"
import { anyDatabase, UNLIMITED } from "./servers.ts"

const ROUNDS = isFull ? 10 : 2
const KEPT_ALIVE = 40
const ONE_SHOT = 5
const NEWCOMER_ROUNDS = isFull ? 10 : 2
const NEWCOMERS = 64
/** Milliseconds of load before the signal. */
const WARM_UP = isFull ? 3000 : 1500
/** Milliseconds that a client waits between two requests. */
const THINKING = 100
const DAY = "2026-03-14"
const EGG = "food_sr28_01123"

interface Sent {
  readonly outcome: Outcome
  /** Identifies the entry that the request logs; undefined for a read. */
  readonly servings: number | undefined
  readonly isFirstOnConnection: boolean
}

let lastServings = 0

const toolCall = (account: Account, name: string, input: Record<string, unknown>): string =>
  requestBytes(account, "/v1/mcp", {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: input }
  })

/** A read over REST or MCP; two of every four requests write. */
const nextRequest = (account: Account, turn: number) => {
  const overMcp = turn % 2 === 1
  if (turn % 4 < 2) {
    const bytes = overMcp
      ? toolCall(account, "list_body_metrics", { metric: "weight" })
      : requestBytes(account, "/v1/body-metrics?metric=weight")
    return { servings: undefined, bytes }
  }
  const servings = ++lastServings / 100
  const entry = { foodId: EGG, servings, mealType: "snack", date: DAY }
  const bytes = overMcp ? toolCall(account, "log_food_entry", entry) : requestBytes(account, "/v1/food-entries", entry)
  return { servings, bytes }
}

/** Sends requests until the server accepts no more connections; keeps each connection as long as the server does. */
const clientUntilRefused = async (account: Account, keepsAlive: boolean): Promise<ReadonlyArray<Sent>> => {
  const sent: Array<Sent> = []
  let connection: Connection | undefined
  for (let turn = Math.floor(Math.random() * 4); ; turn++) {
    const isFirstOnConnection = connection === undefined || connection.isEnded()
    if (isFirstOnConnection) connection = await openConnection(account)
    if (connection === undefined) return sent
    const { servings, bytes } = nextRequest(account, turn)
    const outcome = await connection.exchange(bytes)
    sent.push({ outcome, servings, isFirstOnConnection })
    if (!keepsAlive || outcome.came !== "whole" || outcome.isLast) {
      connection.socket.destroy()
      connection = undefined
    }
    await Bun.sleep(THINKING * (0.5 + Math.random()))
  }
}

/** Asks the server to stop; returns its exit code, and the milliseconds until then. */
const stop = async ({ child }: ServerProcess) => {
  const begun = performance.now()
  child.kill("SIGTERM")
  const exitCode = await child.exited
  return { exitCode, milliseconds: performance.now() - begun }
}

const loggedServings = async (account: Account): Promise<ReadonlySet<number>> => {
  const servings = new Set<number>()
  let cursor: string | null = null
  do {
    const input = { from: DAY, to: DAY, limit: 100, ...(cursor === null ? {} : { cursor }) }
    const answer = await call(account, "rest", "list_food_entries", input)
    const page: { entries: ReadonlyArray<{ servings: number }>; nextCursor: string | null } = JSON.parse(
      answer?.output ?? ""
    )
    for (const entry of page.entries) servings.add(entry.servings)
    cursor = page.nextCursor
  } while (cursor !== null)
  return servings
}

test.concurrent(
  "SIGTERM under load interrupts no accepted request, and the process ends with exit code 0",
  async () => {
    await using database = await anyDatabase()
    const settings = { ...database.settings, ...UNLIMITED }
    let server = await startServer(settings)
    const { token } = server
    const sent: Array<Sent> = []
    const stops: Array<number> = []
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const account = { baseUrl: server.baseUrl, token }
        const clients = atOnce(KEPT_ALIVE + ONE_SHOT, (index) => clientUntilRefused(account, index < KEPT_ALIVE))
        await Bun.sleep(WARM_UP + Math.random() * 100)
        const { exitCode, milliseconds } = await stop(server)
        expect(exitCode).toBe(0)
        expect(milliseconds).toBeLessThan(10_000)
        stops.push(milliseconds)
        sent.push(...(await clients).flat())
        server = await startServer(settings)
      }
      const logged = await loggedServings({ baseUrl: server.baseUrl, token })
      const whole = sent.filter(({ outcome }) => outcome.came === "whole")
      const unanswered = sent.filter(({ outcome }) => outcome.came === "nothing")
      const part = sent.filter(({ outcome }) => outcome.came === "part")
      measured("shutdown under load", {
        rounds: ROUNDS,
        requests: sent.length,
        whole: whole.length,
        "cut off": part.length,
        "closed before an answer on a connection in use": unanswered.filter((each) => !each.isFirstOnConnection).length,
        "refused on a new connection": unanswered.filter((each) => each.isFirstOnConnection).length,
        "slowest stop in ms": Math.max(...stops)
      })
      for (const { outcome } of whole) expect(outcome).toMatchObject({ status: 200 })
      expect(part).toEqual([])
      expect(unanswered).toEqual([])
      expect(whole.filter(({ servings }) => servings !== undefined && !logged.has(servings))).toEqual([])
    } finally {
      await server[Symbol.asyncDispose]()
    }
  },
  TIME_LIMIT
)

/** Opens a connection for each request until no more are accepted; returns whether each got its answer. */
const newcomerUntilRefused = async (account: Account): Promise<ReadonlyArray<Outcome>> => {
  const outcomes: Array<Outcome> = []
  for (;;) {
    const connection = await openConnection(account)
    if (connection === undefined) return outcomes
    outcomes.push(await connection.exchange(requestBytes(account, "/v1/me")))
    connection.socket.destroy()
  }
}

test.concurrent(
  "every accepted connection gets its answer, although new ones come until the end",
  async () => {
    await using database = await anyDatabase()
    const settings = { ...database.settings, ...UNLIMITED }
    const outcomes: Array<Outcome> = []
    let token = ""
    for (let round = 0; round < NEWCOMER_ROUNDS; round++) {
      await using server = await startServer(settings)
      token ||= server.token
      const clients = atOnce(NEWCOMERS, () => newcomerUntilRefused({ baseUrl: server.baseUrl, token }))
      await Bun.sleep(200)
      expect((await stop(server)).exitCode).toBe(0)
      outcomes.push(...(await clients).flat())
    }
    const failed = outcomes.filter(({ came }) => came !== "whole")
    measured("shutdown among newcomers", {
      rounds: NEWCOMER_ROUNDS,
      accepted: outcomes.length,
      "without an answer": failed.length
    })
    expect(failed).toEqual([])
  },
  TIME_LIMIT
)

test.concurrent(
  "clients that trickle or never read delay the end by at most 10 seconds, and a second signal does not cut it short",
  async () => {
    await using database = await anyDatabase()
    await using server = await startServer({ ...database.settings, ...UNLIMITED })
    const headers = requestBytes(server, "/v1/food-entries", { some: "body" })
    const trickles = [headers.slice(0, 40), headers.slice(0, -5)]
    const connections = await atOnce(20, () => openConnection(server))
    for (const [index, connection] of connections.entries()) {
      if (connection === undefined) throw new Error("The server took no connection")
      const { socket } = connection
      if (index % 4 < 2) socket.write(trickles[index % 4] ?? "")
      else {
        socket.pause()
        socket.write(requestBytes(server, "/v1/openapi.json"))
      }
    }
    const trickling = setInterval(() => {
      for (const [index, connection] of connections.entries()) {
        if (index % 4 === 0 && connection?.isEnded() === false) connection.socket.write("a")
      }
    }, 500)
    await Bun.sleep(300)
    const again = setTimeout(() => server.child.kill("SIGTERM"), 500)
    const { exitCode, milliseconds } = await stop(server)
    clearTimeout(again)
    clearInterval(trickling)
    for (const connection of connections) connection?.socket.destroy()
    measured("shutdown with slow clients", { "stop in ms": milliseconds })
    expect(exitCode).toBe(0)
    expect(milliseconds).toBeLessThan(10_000)
  },
  TIME_LIMIT
)
