import { expect, test } from "bun:test"
import pg from "pg"
import { startServer } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import type { Account } from "./client.ts"
import { type Outcome, openConnection, requestBytes } from "./connection.ts"
import { atOnce, isFull, measured, quantile, TIME_LIMIT } from "./form.ts"
import { latency } from "./latency.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

const CONNECTIONS = isFull ? 2000 : 300
const LOCKED_BURSTS = isFull ? 3 : 1
const LATEST_ANSWER = 5_000
const PROBES = isFull ? 200 : 50

const requests = (account: Account) => [
  requestBytes(account, "/v1/workouts", {
    name: "Run",
    exercises: [{ exerciseId: "exr_running", sets: [{ distanceMeters: 5000, durationSeconds: 1500 }] }]
  }),
  requestBytes(account, "/v1/me"),
  requestBytes(account, "/v1/foods?query=egg"),
  requestBytes(account, "/v1/body-metrics?metric=steps")
]

/** What each of many connections gets that send a request at the same instant, and how long it takes. */
const burst = async (account: Account) => {
  const connections = await atOnce(CONNECTIONS, () => openConnection(account))
  const bytes = requests(account)
  const answers = await Promise.all(
    connections.map(
      async (connection, index): Promise<{ readonly outcome: Outcome; readonly milliseconds: number }> => {
        if (connection === undefined) throw new Error("The server took no connection")
        const sentAt = performance.now()
        const outcome = await connection.exchange(bytes[index % bytes.length] ?? "")
        connection.socket.destroy()
        return { outcome, milliseconds: performance.now() - sentAt }
      }
    )
  )
  const statuses = answers.map(({ outcome }) => (outcome.came === "whole" ? outcome.status : outcome.came))
  for (const { outcome } of answers) {
    if (outcome.came !== "whole" || outcome.status === 200) continue
    expect(["internal_error", "rate_limited"]).toContain(JSON.parse(outcome.body).error.code)
  }
  expect(statuses.filter((status) => status !== 200 && status !== 429 && status !== 500)).toEqual([])
  const times = answers.map(({ milliseconds }) => milliseconds)
  return {
    served: statuses.filter((status) => status === 200).length,
    refused: statuses.filter((status) => status !== 200).length,
    middle: quantile(times, 0.5),
    slowest: Math.max(...times)
  }
}

/** Keeps everybody from changing any user's data until it is disposed of. */
const lockUsers = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("BEGIN")
  await client.query("SELECT user_id FROM users FOR NO KEY UPDATE")
  return { [Symbol.asyncDispose]: () => client.end() }
}

if (hasPostgres) {
  test(
    `${CONNECTIONS} requests at once, with a blocked database and without: each is answered in time, and the service recovers`,
    async () => {
      await using database = await newDatabase()
      await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
      await latency(server, PROBES)
      const { median: before } = await latency(server, PROBES)

      const locked: Array<Awaited<ReturnType<typeof burst>>> = []
      {
        await using _lock = await lockUsers(database.value)
        for (let round = 0; round < LOCKED_BURSTS; round++) locked.push(await burst(server))
      }
      const free = await burst(server)
      const { median: after } = await latency(server, PROBES)

      const described = ({ served, refused, middle, slowest }: typeof free) =>
        `${served} served and ${refused} refused, p50 ${Math.round(middle)} and slowest ${Math.round(slowest)} ms`
      measured(`overload by ${CONNECTIONS} at once`, {
        "held up": locked.map(described).join("; "),
        free: described(free),
        "p50 before and after in ms": `${before.toFixed(1)} ${after.toFixed(1)}`
      })
      for (const { slowest, refused } of locked) {
        expect(slowest).toBeLessThan(LATEST_ANSWER)
        expect(refused).toBeGreaterThan(0)
      }
      expect(free.slowest).toBeLessThan(LATEST_ANSWER)
      expect(free.served).toBeGreaterThan(0)
      expect(after).toBeLessThan(before * 2 + 20)
    },
    TIME_LIMIT
  )
}
