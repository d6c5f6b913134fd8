import { expect, test } from "bun:test"
import { startServer } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { type Account, call } from "./client.ts"
import { newDevices, post } from "./devices.ts"
import { isFull, measured, quantile, TIME_LIMIT } from "./form.ts"
import { callsOf, callsWhile } from "./latency.ts"
import { newPeople } from "./people.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

/** In one body, which may have 10 MiB. */
const SESSIONS = isFull ? 70_000 : 3000
/** Bar, in seconds. */
const MOST_SECONDS = 20
/** Bar: how many times as long as without such a body 99 of 100 calls of another user may take. */
const MOST_TIMES = 2
/** Milliseconds that they may always take: a short run has too few calls for a reliable high percentile. */
const ALLOWED = isFull ? 0 : 250
/** Calls measured alone, and the milliseconds between two calls. */
const [ALONE, PAUSE] = [isFull ? 1000 : 50, 10]

const FIRST = Date.UTC(2026, 1, 1)
const APART = (28 * 86_400_000) / SESSIONS

const at = (millis: number): string => `${new Date(FIRST + millis).toISOString().slice(0, 19)}Z`

/** Sessions of a month, one after the other. */
const crowdedMonth = () => ({
  timestamp: "2026-03-14T11:00:00Z",
  app_version: "1.21.2",
  source: "health_connect",
  sequence: 1,
  exercise: Array.from({ length: SESSIONS }, (_, index) => ({
    type: "56",
    start_time: at(index * APART),
    end_time: at(index * APART + 0.8 * APART),
    uuid: `e${index}`
  }))
})

/** How many workouts a person has. */
const totalOf = async (account: Account): Promise<number> => {
  const answer = await call(account, "rest", "list_workouts", { limit: 1 })
  return JSON.parse(answer?.output ?? "{}").total
}

test.if(hasPostgres)(
  `${SESSIONS.toLocaleString("en-US")} sessions of one month in one body are taken within ${MOST_SECONDS} seconds, and delay others little`,
  async () => {
    await using database = await newDatabase()
    await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
    const [person, another] = await newDevices(database.value, 2)
    const [token] = await newPeople(database.value, 1)
    if (person === undefined || another === undefined || token === undefined) throw new Error("There are people")
    const body = JSON.stringify(crowdedMonth())
    const send = async ({ device }: { readonly device: string }) => {
      const begun = performance.now()
      const response = await post(server.baseUrl, device, body)
      const counts = (await response.json()) as { readonly new: number; readonly leftOut: ReadonlyArray<unknown> }
      expect([response.status, counts.leftOut]).toEqual([200, []])
      return { counts, seconds: (performance.now() - begun) / 1000 }
    }
    const first = await send(person)
    const again = await send(person)
    measured(`${SESSIONS} sessions of one month, ${(body.length / 1_048_576).toFixed(1)} MiB`, {
      seconds: first.seconds,
      again: again.seconds
    })
    expect(first.counts.new).toBe(SESSIONS)
    expect(again.counts.new).toBe(0)
    expect(await totalOf({ baseUrl: server.baseUrl, token: person.token })).toBe(SESSIONS)
    expect(first.seconds).toBeLessThan(MOST_SECONDS)
    expect(again.seconds).toBeLessThan(MOST_SECONDS)

    const other = { baseUrl: server.baseUrl, token }
    const before = await callsOf(other, ALONE, PAUSE)
    let isOver = false
    const sending = send(another).finally(() => {
      isOver = true
    })
    const beside = await callsWhile(other, () => !isOver, PAUSE)
    const { seconds } = await sending
    const without = [...before, ...(await callsOf(other, ALONE, PAUSE))]
    const [p99, p99Beside] = [quantile(without, 0.99), quantile(beside, 0.99)]
    measured("another user's calls", { p99, p99Beside, times: p99Beside / p99, seconds })
    expect(p99Beside).toBeLessThan(Math.max(MOST_TIMES * p99, ALLOWED))
  },
  TIME_LIMIT
)
