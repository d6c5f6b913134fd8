import { expect, test } from "bun:test"
import { hasPostgres } from "../support/stores.ts"
import { type Account, type Answer, call, type Surface } from "./client.ts"
import { atOnce, isFull, measured, TIME_LIMIT } from "./form.ts"
import { newDatabase, startServers, startWorkers } from "./servers.ts"

const PROCESSES = 4
const CONNECTIONS = 50
const CALLS = isFull ? 2000 : 500
const MILLISECONDS = isFull ? 30_000 : 6_000
const OBEDIENT_ROUNDS = isFull ? 5 : 1
const BURST = 20
const PER_SECOND = 1

const LIMITS = {
  READS_PER_MINUTE: String(PER_SECOND * 60),
  READS_BURST: String(BURST),
  WRITES_PER_MINUTE: String(PER_SECOND * 60),
  WRITES_BURST: String(BURST)
}

const KINDS = [
  { access: "reads", surface: "rest", name: "list_body_metrics", input: { metric: "steps" } },
  { access: "writes", surface: "rest", name: "set_body_metrics", input: { metric: "steps", readings: [{ value: 1 }] } },
  { access: "reads", surface: "mcp", name: "search_exercises", input: { query: "run" } },
  { access: "writes", surface: "mcp", name: "set_body_metrics", input: { metric: "steps", readings: [{ value: 2 }] } }
] as const

const answered = (answer: Answer | undefined): Answer => {
  if (answer === undefined) throw new Error("A call was not answered")
  return answer
}

/** The wait that a refusal states: REST in a header and in the envelope, MCP in the envelope. */
const secondsToWait = ({ error, retryAfter }: Answer, surface: Surface): number => {
  expect(error?.code).toBe("rate_limited")
  const seconds = error?.details?.retryAfterSeconds
  if (surface === "rest") expect(retryAfter).toBe(String(seconds))
  expect(seconds).toBeGreaterThanOrEqual(1)
  return Number(seconds)
}

/** Calls until refused, waits as told, and calls again: the second try must succeed. */
const obey = async (account: Account, { surface, name, input }: (typeof KINDS)[number]): Promise<void> => {
  for (let round = 0; round < OBEDIENT_ROUNDS; round++) {
    let answer = answered(await call(account, surface, name, input))
    while (answer.error === undefined) answer = answered(await call(account, surface, name, input))
    await Bun.sleep(secondsToWait(answer, surface) * 1000)
    expect(answered(await call(account, surface, name, input)).error).toBeUndefined()
  }
}

/** The ways to run several processes; the second needs a system that can share a port. */
const ways = [
  { way: "on a port each", start: startServers },
  ...(isFull && process.platform === "linux" ? [{ way: "on one port", start: startWorkers }] : [])
]

if (hasPostgres) {
  test.each(ways)(
    `${PROCESSES} processes $way let through what one user's buckets allow, and waiting for Retry-After is enough`,
    async ({ way, start }) => {
      await using database = await newDatabase()
      await using servers = await start(PROCESSES, { DATABASE_URL: database.value, ...LIMITS })
      const { accounts } = servers
      const accountOf = (index: number): Account => accounts[index % accounts.length] ?? { baseUrl: "", token: "" }

      const pause = MILLISECONDS / (CALLS / CONNECTIONS)
      const answers = await atOnce(CONNECTIONS, async (connection) => {
        const mine: Array<{ readonly access: "reads" | "writes"; readonly answer: Answer }> = []
        await Bun.sleep((pause * connection) / CONNECTIONS)
        for (let index = 0; index < CALLS / CONNECTIONS; index++) {
          const next = performance.now() + pause
          const kind = KINDS[(connection + index) % KINDS.length] ?? KINDS[0]
          const account = accountOf(Math.floor(connection / KINDS.length) + index)
          const answer = answered(await call(account, kind.surface, kind.name, kind.input))
          if (answer.error !== undefined) secondsToWait(answer, kind.surface)
          mine.push({ access: kind.access, answer })
          await Bun.sleep(Math.max(0, next - performance.now()))
        }
        return mine
      })

      const report = (["reads", "writes"] as const).map((access) => {
        const all = answers.flat().flatMap((each) => (each.access === access ? [each.answer] : []))
        const start = Math.min(...all.map(({ sentAt }) => sentAt))
        const end = Math.max(...all.map(({ sentAt, milliseconds }) => sentAt + milliseconds))
        const allowed = BURST + ((end - start) / 1000) * PER_SECOND
        return { allowed, accepted: all.filter(({ error }) => error === undefined).length }
      })
      measured(`rate limit of ${PROCESSES} processes ${way}`, {
        calls: CALLS,
        "reads accepted": `${report[0]?.accepted} of ${report[0]?.allowed.toFixed(1)} allowed`,
        "writes accepted": `${report[1]?.accepted} of ${report[1]?.allowed.toFixed(1)} allowed`
      })
      for (const { accepted, allowed } of report) {
        expect(Math.abs(accepted - Math.floor(allowed))).toBeLessThanOrEqual(1)
      }

      // One bucket at a time over each surface, so that no other bucket is being used up.
      await Promise.all([obey(accountOf(0), KINDS[0]), obey(accountOf(1), KINDS[1])])
      await Promise.all([obey(accountOf(2), KINDS[2]), obey(accountOf(3), KINDS[3])])
    },
    TIME_LIMIT
  )
}
