import { expect, test } from "bun:test"
import { startServer } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { type Account, call } from "./client.ts"
import { newDevices, post } from "./devices.ts"
import { isFull, measured, TIME_LIMIT } from "./form.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

/** In one body, which may have 10 MiB. */
const SESSIONS = isFull ? 70_000 : 3000
/** Bar, in seconds. */
const MOST_SECONDS = 20

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
  `${SESSIONS.toLocaleString("en-US")} sessions of one month in one body are taken within ${MOST_SECONDS} seconds`,
  async () => {
    await using database = await newDatabase()
    await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
    const [person] = await newDevices(database.value, 1)
    if (person === undefined) throw new Error("There is a person")
    const body = JSON.stringify(crowdedMonth())
    const send = async () => {
      const begun = performance.now()
      const response = await post(server.baseUrl, person.device, body)
      const counts = (await response.json()) as { readonly new: number; readonly leftOut: ReadonlyArray<unknown> }
      expect([response.status, counts.leftOut]).toEqual([200, []])
      return { counts, seconds: (performance.now() - begun) / 1000 }
    }
    const first = await send()
    const again = await send()
    measured(`${SESSIONS} sessions of one month, ${(body.length / 1_048_576).toFixed(1)} MiB`, {
      seconds: first.seconds,
      again: again.seconds
    })
    expect(first.counts.new).toBe(SESSIONS)
    expect(again.counts.new).toBe(0)
    expect(await totalOf({ baseUrl: server.baseUrl, token: person.token })).toBe(SESSIONS)
    expect(first.seconds).toBeLessThan(MOST_SECONDS)
    expect(again.seconds).toBeLessThan(MOST_SECONDS)
  },
  TIME_LIMIT
)
