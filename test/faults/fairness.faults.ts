import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { type ServerProcess, startServer } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { type Account, call } from "./client.ts"
import { requestBytes } from "./connection.ts"
import { atOnce, isFull, measured, quantile, TIME_LIMIT } from "./form.ts"
import { newPeople } from "./people.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

const CONNECTIONS = 1000
const OTHERS = 5
const MILLISECONDS = isFull ? 20_000 : 5_000
/**
 * How many times as long as without the flood half of the calls may take, plus a few milliseconds. Behind the flood,
 * they would wait for a second.
 */
const MOST_TIMES = 5
const ALLOWED = 10
/** Milliseconds between two calls of another user. */
const PAUSE = 50

/** The default limits of a user. */
const ORDINARY = { readsPerMinute: 300, readsBurst: 100, writesPerMinute: 120, writesBurst: 60, writesPerDay: 5000 }

/**
 * Runs a process that floods the server with one user's requests. `stop` returns how many answers of each status it
 * got.
 */
const flood = (account: Account) => {
  const path = "/v1/body-metrics"
  const read = requestBytes(account, `${path}?metric=steps`)
  const write = requestBytes(account, path, { metric: "steps", readings: [{ value: 1 }] }).replace("POST", "PUT")
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "flood.ts"), new URL(account.baseUrl).port, String(CONNECTIONS)],
    { stdin: "pipe", stdout: "pipe", stderr: "inherit" }
  )
  child.stdin.write(`${JSON.stringify([read, write])}\n`)
  child.stdin.flush()
  const output = child.stdout.getReader()
  const line = async () => new TextDecoder().decode((await output.read()).value)
  return {
    /** Settles once every connection may have had an answer. */
    begun: line(),
    stop: async (): Promise<Record<string, number>> => {
      child.stdin.end()
      return JSON.parse(await line())
    }
  }
}

/**
 * Calls of several users, each one call after another, for a while: their times in milliseconds. Each call must
 * succeed.
 */
const calls = async (accounts: ReadonlyArray<Account>, milliseconds: number): Promise<ReadonlyArray<number>> => {
  const end = performance.now() + milliseconds
  const times = await atOnce(accounts.length, async (index) => {
    const account = accounts[index] ?? { baseUrl: "", token: "" }
    const mine: Array<number> = []
    for (let turn = 0; performance.now() < end; turn++) {
      const answer =
        turn % 2 === 0
          ? await call(account, "rest", "set_body_metrics", { metric: "steps", readings: [{ value: turn }] })
          : await call(account, "mcp", "list_body_metrics", { metric: "steps" })
      expect(answer?.error).toBeUndefined()
      mine.push(answer?.milliseconds ?? Number.POSITIVE_INFINITY)
      await Bun.sleep(PAUSE)
    }
    return mine
  })
  return times.flat()
}

if (hasPostgres) {
  describe(`while one user floods with ${CONNECTIONS} requests at once`, () => {
    let database: Awaited<ReturnType<typeof newDatabase>>
    let server: ServerProcess
    let others: ReadonlyArray<Account>
    beforeAll(async () => {
      database = await newDatabase()
      server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
      const tokens = await newPeople(database.value, OTHERS)
      others = tokens.map((token) => ({ baseUrl: server.baseUrl, token }))
    }, TIME_LIMIT)
    afterAll(async () => {
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    test.each([
      { limits: "ordinary limits", own: ORDINARY },
      { limits: "no limits", own: {} }
    ])(
      "others are answered nearly as fast as before: $limits",
      async ({ limits, own }) => {
        const [token = ""] = await newPeople(database.value, 1, own)
        await calls(others, MILLISECONDS / 4)
        const before = await calls(others, MILLISECONDS / 2)
        const flooding = flood({ baseUrl: server.baseUrl, token })
        await flooding.begun
        await Bun.sleep(1000)
        const beside = await calls(others, MILLISECONDS)
        const statuses = await flooding.stop()
        await Bun.sleep(1000)
        // Other work of the machine may have begun or ended meanwhile.
        const without = [...before, ...(await calls(others, MILLISECONDS / 2))]
        measured(`flood by one user with ${limits}`, {
          "p50 without, beside": `${quantile(without, 0.5).toFixed(1)}, ${quantile(beside, 0.5).toFixed(1)} ms`,
          "p99 without, beside": `${quantile(without, 0.99).toFixed(1)}, ${quantile(beside, 0.99).toFixed(1)} ms`,
          "their calls without, beside": `${without.length}, ${beside.length}`,
          flood: JSON.stringify(statuses)
        })
        expect(quantile(beside, 0.5)).toBeLessThan(quantile(without, 0.5) * MOST_TIMES + ALLOWED)
      },
      TIME_LIMIT
    )
  })
}
