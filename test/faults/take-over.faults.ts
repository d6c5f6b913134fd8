import { expect, test } from "bun:test"
import { type ServerProcess, startServer, until } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { type Connection, openConnection, requestBytes } from "./connection.ts"
import { atOnce, isFull, measured, quantile, TIME_LIMIT } from "./form.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

const KEPT_ALIVE = 24
const NEWCOMERS = 24
/** How many requests must have been sent around the restarts, and how many restarts there are at least. */
const REQUESTS = isFull ? 20_000 : 1000
const RESTARTS = isFull ? 4 : 1
const EGG = "food_sr28_01123"

interface Tally {
  requests: number
  failed: Array<string>
  readonly connecting: Array<number>
}

/**
 * Sends reads and writes one after the other until it is stopped: on one connection while it lasts, or on a new one
 * each.
 */
const client = async (
  server: ServerProcess,
  token: string,
  keepsAlive: boolean,
  tally: Tally,
  goesOn: () => boolean
) => {
  const account = { baseUrl: server.baseUrl, token }
  let connection: Connection | undefined
  for (let turn = 0; goesOn(); turn++) {
    if (connection === undefined || connection.isEnded()) {
      const since = performance.now()
      connection = await openConnection(account)
      tally.connecting.push(performance.now() - since)
    }
    tally.requests++
    const servings = turn % 2 === 0 ? undefined : tally.requests / 100
    const bytes =
      servings === undefined
        ? requestBytes(account, "/v1/me")
        : requestBytes(account, "/v1/food-entries", { foodId: EGG, servings, mealType: "snack", date: "2026-03-14" })
    const outcome = await connection?.exchange(bytes)
    if (outcome?.came !== "whole" || outcome.status !== 200) {
      tally.failed.push(outcome === undefined ? "refused" : outcome.came === "whole" ? outcome.body : outcome.came)
      connection?.socket.destroy()
      connection = undefined
    } else if (!keepsAlive || outcome.isLast) {
      connection?.socket.destroy()
      connection = undefined
    }
  }
  connection?.socket.destroy()
}

const restarted = async (args: ReadonlyArray<string>) => {
  await using database = await newDatabase()
  const settings = { DATABASE_URL: database.value, ...UNLIMITED }
  const first = await startServer(settings, { args })
  const { token } = first
  const port = new URL(first.baseUrl).port
  const tally: Tally = { requests: 0, failed: [], connecting: [] }
  let current = first
  let isOver = false
  const clients = atOnce(KEPT_ALIVE + NEWCOMERS, (index) =>
    client(first, token, index < KEPT_ALIVE, tally, () => !isOver)
  )
  try {
    for (let restart = 0; restart < RESTARTS; restart++) {
      const next = await startServer({ ...settings, PORT: port }, { args })
      const old = current
      current = next
      expect(await old.child.exited).toBe(0)
      const until = ((restart + 1) * REQUESTS) / RESTARTS
      while (tally.requests < until) await Bun.sleep(20)
    }
    isOver = true
    await clients
  } finally {
    isOver = true
    await current[Symbol.asyncDispose]()
    await first[Symbol.asyncDispose]()
  }
  measured(`taking over with ${args.join(" ")}`, {
    restarts: RESTARTS,
    requests: tally.requests,
    failed: tally.failed.length,
    connections: tally.connecting.length,
    "median ms to connect": quantile(tally.connecting, 0.5),
    "99th of 100": quantile(tally.connecting, 0.99),
    slowest: Math.max(...tally.connecting)
  })
  expect(tally.failed).toEqual([])
}

if (hasPostgres) {
  test("a server that takes over lets no request fail", () => restarted(["--take-over"]), TIME_LIMIT)

  test("nor do workers that take over from workers", () => restarted(["--take-over", "--workers", "2"]), TIME_LIMIT)

  test(
    "of two servers that take over at once, one stays and the others end",
    async () => {
      await using database = await newDatabase()
      const settings = { DATABASE_URL: database.value }
      const args = ["--take-over"]
      await using old = await startServer(settings, { args })
      const { port } = new URL(old.baseUrl)
      // One that ends before it has announced itself is not returned.
      const begun = await Promise.allSettled([1, 2].map(() => startServer({ ...settings, PORT: port }, { args })))
      const servers = begun.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))
      try {
        const exits = () => servers.map(({ child }) => child.exitCode)
        await until(() => old.child.exitCode !== null && exits().filter((code) => code === null).length === 1)
        expect(old.child.exitCode).toBe(0)
        expect(exits().filter((code) => code !== null && code !== 0)).toEqual([])
        for (let time = 0; time < 20; time++) expect((await fetch(`${old.baseUrl}/ready`)).status).toBe(200)
        expect(exits().filter((code) => code === null)).toHaveLength(1)
      } finally {
        await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
      }
    },
    TIME_LIMIT
  )

  test(
    "a port is not taken over from a server that does not share it",
    async () => {
      await using database = await newDatabase()
      const settings = { DATABASE_URL: database.value }
      await using old = await startServer(settings)
      const { port } = new URL(old.baseUrl)
      await expect(startServer({ ...settings, PORT: port }, { args: ["--take-over"] })).rejects.toThrow(
        "itself started with --take-over"
      )
      expect((await fetch(`${old.baseUrl}/ready`)).status).toBe(200)
    },
    TIME_LIMIT
  )

  test(
    "a server without the option does not share a port with one that has it",
    async () => {
      await using database = await newDatabase()
      const settings = { DATABASE_URL: database.value }
      await using old = await startServer(settings, { args: ["--take-over"] })
      const { port } = new URL(old.baseUrl)
      await expect(startServer({ ...settings, PORT: port })).rejects.toThrow("is taken by another program")
      expect((await fetch(`${old.baseUrl}/ready`)).status).toBe(200)
    },
    TIME_LIMIT
  )
}
