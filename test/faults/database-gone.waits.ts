import { expect, test } from "bun:test"
import { MOST_OF_ONE } from "../../src/platform/database/turns.ts"
import { startServer, until } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { type Account, type Answer, call, type Surface } from "./client.ts"
import { canMakeCluster, startCluster } from "./cluster.ts"
import { atOnce, isFull, measured, TIME_LIMIT } from "./form.ts"
import { makeJournal } from "./journal.ts"
import { startProxy } from "./proxy.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

const AWAY = isFull ? 10_000 : 4_000
const BEFORE = isFull ? 3_000 : 1_000
const AFTER = isFull ? 6_000 : 4_000
const LATEST_ANSWER = 5_000
const RECOVERY = 3_000
/** Milliseconds until each kind of call was answered well again. */
const ALL_SERVED = 30_000
// In the short form, other tests keep the cores busy: more calls than a user's connections would wait for their turns.
const WRITERS = isFull ? 12 : MOST_OF_ONE / 2
const READERS = isFull ? 12 : MOST_OF_ONE / 2
/** Milliseconds between two calls of one client. */
const PAUSE = isFull ? 20 : 50
const PROBE_EVERY = 200

const READS: ReadonlyArray<readonly [surface: Surface, name: string, input: Record<string, unknown>]> = [
  ["rest", "get_context", {}],
  ["mcp", "list_body_metrics", { metric: "steps" }],
  ["rest", "search_foods", { query: "egg" }],
  ["mcp", "search_exercises", { query: "run" }],
  ["rest", "list_food_entries", {}],
  ["mcp", "list_workouts", {}],
  ["rest", "list_goals", {}],
  ["mcp", "get_daily_goals", {}]
]

/** A request of a path without a token: its answer, and the times of request and answer. */
interface Probe {
  readonly status: number
  readonly reason: string | undefined
  readonly retryAfter: string | null
  readonly sentAt: number
  readonly answeredAt: number
}

const probe = async ({ baseUrl }: Account, path: string): Promise<Probe> => {
  const sentAt = performance.now()
  const response = await fetch(`${baseUrl}${path}`)
  const { reason }: { readonly reason?: string } = JSON.parse(await response.text())
  return {
    status: response.status,
    reason,
    retryAfter: response.headers.get("retry-after"),
    sentAt,
    answeredAt: performance.now()
  }
}

/** Load on a service whose database goes away and comes back, and what must hold before, meanwhile and after. */
const takeAwayAndGiveBack = async (
  how: string,
  databaseUrl: string,
  takeAway: () => Promise<void>,
  giveBack: () => Promise<void>
): Promise<void> => {
  await using server = await startServer({ DATABASE_URL: databaseUrl, ...UNLIMITED })
  const journal = makeJournal()
  // A change of a goal is a transaction of several statements, so it ends with a COMMIT.
  const goal = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min" }
  const saved = await call(server, "rest", "save_goal", goal)
  const { id }: { readonly id: string } = JSON.parse(saved?.output ?? "").goal
  const calls = [...READS, ["rest", "save_goal", { id, targetValue: 2500 }] as const]
  const answers: Array<{ readonly kind: string; readonly answer: Answer }> = []
  const unanswered: Array<string> = []
  const note = (kind: string, answer: Answer | undefined) =>
    answer === undefined ? unanswered.push(kind) : answers.push({ kind, answer })
  const servedAfter = (time: number): ReadonlySet<string> =>
    new Set(answers.flatMap(({ kind, answer }) => (answer.output !== undefined && answer.sentAt > time ? [kind] : [])))

  let isOver = false
  const writers = atOnce(WRITERS, async () => {
    while (!isOver) {
      note("write", await journal.write(server))
      await Bun.sleep(PAUSE)
    }
  })
  const readers = atOnce(READERS, async (reader) => {
    for (let turn = reader; !isOver; turn++) {
      const [surface, name, input] = calls[turn % calls.length] ?? ["rest", "get_context", {}]
      note(`${name} over ${surface}`, await call(server, surface, name, input))
      await Bun.sleep(PAUSE)
    }
  })
  // The calls do not wait for each other, so that a slow answer hides nothing.
  const probes = async (path: string) => {
    const all: Array<Promise<Probe>> = []
    while (!isOver) {
      all.push(probe(server, path))
      await Bun.sleep(PROBE_EVERY)
    }
    return Promise.all(all)
  }
  let gone = 0
  let returning = 0
  let back = 0
  const events = async () => {
    await Bun.sleep(BEFORE)
    await takeAway()
    gone = performance.now()
    await Bun.sleep(AWAY)
    returning = performance.now()
    await giveBack()
    back = performance.now()
    await Bun.sleep(AFTER)
    await until(() => servedAfter(back).size === calls.length + 1, ALL_SERVED / 1000)
    isOver = true
  }
  const [readiness, health] = await Promise.all([
    probes("/ready"),
    probes("/health"),
    events(),
    writers,
    readers
  ]).finally(() => {
    isOver = true
  })

  const failures = answers.filter(({ answer }) => answer.error !== undefined)
  const endOf = ({ sentAt, milliseconds }: Answer) => sentAt + milliseconds
  const ready = readiness.find(({ status, sentAt }) => status === 200 && sentAt > back)
  measured(`database gone (${how})`, {
    "away seconds": (back - gone) / 1000,
    answers: answers.length,
    internal_error: failures.length,
    "slowest answer in ms": Math.max(...answers.map(({ answer }) => answer.milliseconds)),
    "last failure sent, ms after its return": Math.max(0, ...failures.map(({ answer }) => answer.sentAt)) - back,
    "ready after ms": (ready?.answeredAt ?? Number.NaN) - back,
    acknowledged: journal.acknowledged()
  })

  expect(unanswered).toEqual([])
  expect(failures.length).toBeGreaterThan(0)
  expect([...new Set(failures.map(({ answer }) => answer.error?.code))]).toEqual(["internal_error"])
  expect(failures.every(({ answer }) => /^req_\w+$/.test(answer.error?.requestId ?? ""))).toBe(true)
  expect(answers.filter(({ answer }) => answer.milliseconds > LATEST_ANSWER)).toEqual([])
  expect(failures.filter(({ answer }) => endOf(answer) < gone - AWAY)).toEqual([])
  const late = failures.filter(({ answer }) => answer.sentAt > back + RECOVERY)
  expect(late.map(({ kind }) => kind)).toEqual([])

  expect([...new Set(health.map(({ status }) => status))]).toEqual([200])
  const meanwhile = readiness.filter(({ sentAt, answeredAt }) => sentAt > gone && answeredAt < returning)
  expect(meanwhile.length).toBeGreaterThan(0)
  expect([...new Set(meanwhile.map(({ status }) => status))]).toEqual([503])
  expect([...new Set(meanwhile.map(({ reason }) => reason))]).toEqual(["The database does not answer"])
  expect([...new Set(meanwhile.map(({ retryAfter }) => retryAfter))]).toEqual(["2"])
  const afterwards = readiness.filter(({ sentAt }) => sentAt > back + RECOVERY)
  expect([...new Set(afterwards.map(({ status }) => status))]).toEqual([200])

  await journal.verify(server)
}

const name = (how: string) => `PostgreSQL ${how} under load and back: errors in time, recovery by itself, nothing lost`

if (canMakeCluster) {
  test(
    name("stopped"),
    async () => {
      await using cluster = await startCluster()
      await takeAwayAndGiveBack("stopped", cluster.url, cluster.stop, cluster.start)
    },
    TIME_LIMIT
  )
}

if (hasPostgres) {
  test(
    name("refusing"),
    async () => {
      await using database = await newDatabase()
      await using proxy = await startProxy(database.value)
      const { url, turn } = proxy
      await takeAwayAndGiveBack(
        "refusing",
        url,
        () => turn("refusing"),
        () => turn("passing")
      )
    },
    TIME_LIMIT
  )

  test(
    name("silent"),
    async () => {
      await using database = await newDatabase()
      await using proxy = await startProxy(database.value)
      const { url, silenceAtCommit, turn } = proxy
      await takeAwayAndGiveBack("silent", url, silenceAtCommit, () => turn("passing"))
    },
    TIME_LIMIT
  )
}
