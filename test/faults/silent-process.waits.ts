import { expect, test } from "bun:test"
import pg from "pg"
import { startServer, until } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { type Account, type Answer, call } from "./client.ts"
import { atOnce, isFull, measured, quantile, TIME_LIMIT } from "./form.ts"
import { newPeople } from "./people.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

/** How many clients write at once as a user whose row is locked. */
const WRITERS = isFull ? 20 : 8
const OTHERS = 3
const LOCKED_USERS = 6
const LOCKED_MILLIS = isFull ? 10_000 : 4_000
/** Milliseconds between two calls of another user. */
const PAUSE = 50
/** The database ends a transaction that is idle for 5 seconds. */
const RECOVERY = 7_000
const GIVEN_UP = 20_000

const accountsOf = (tokens: ReadonlyArray<string>, { baseUrl }: Pick<Account, "baseUrl">) =>
  tokens.map((token) => ({ baseUrl, token }))

/** Repeats calls until `isOver`, `atOnceEach` at a time for each account; returns every answer. */
const keepCalling = async (
  accounts: ReadonlyArray<Account>,
  atOnceEach: number,
  isOver: () => boolean,
  pause: number,
  once: (account: Account, turn: number) => Promise<Answer | undefined>
) => {
  const answers: Array<Answer> = []
  await atOnce(accounts.length * atOnceEach, async (index) => {
    const account = accounts[index % accounts.length]
    for (let turn = 0; account !== undefined && !isOver(); turn++) {
      const answer = await once(account, turn)
      if (answer !== undefined) answers.push(answer)
      await Bun.sleep(pause)
    }
  })
  return answers
}

const write = (account: Account, turn: number) =>
  call(account, "rest", "set_body_metrics", { metric: "steps", readings: [{ value: turn }] })

const readAndWrite = (account: Account, turn: number) =>
  turn % 2 === 0 ? write(account, turn) : call(account, "mcp", "list_body_metrics", { metric: "steps" })

const failuresIn = (answers: ReadonlyArray<Answer>) => answers.filter(({ error }) => error !== undefined)
const codesIn = (answers: ReadonlyArray<Answer>) => [...new Set(failuresIn(answers).map(({ error }) => error?.code))]
const described = (answers: ReadonlyArray<Answer>) => {
  const times = answers.map(({ milliseconds }) => milliseconds)
  return `${failuresIn(answers).length} of ${answers.length} failed, p50 ${quantile(times, 0.5).toFixed(1)} and slowest ${Math.round(Math.max(0, ...times))} ms`
}

const connectTo = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { query: client.query.bind(client), [Symbol.asyncDispose]: () => client.end() }
}

if (hasPostgres) {
  test(
    "a process that stops responding within a change of a user blocks nobody else, and that user for only a few seconds",
    async () => {
      await using database = await newDatabase()
      await using silent = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
      await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
      await using watcher = await connectTo(database.value)
      const user = { baseUrl: server.baseUrl, token: silent.token }
      const others = accountsOf(await newPeople(database.value, OTHERS), server)
      const saved = await call(user, "rest", "save_goal", {
        name: "Water",
        type: "numeric",
        metric: "hydration",
        targetValue: 2000,
        comparison: "min"
      })
      const { goal }: { readonly goal: { readonly id: string } } = JSON.parse(saved?.output ?? "")
      const update = (account: Account, turn: number) =>
        call(account, "rest", "save_goal", { id: goal.id, targetValue: 1000 + (turn % 500) })

      let isUpdating = true
      const updates = keepCalling([silent], 4, () => !isUpdating, 0, update)
      // A transaction that has only begun has no transaction id yet, and holds no lock.
      const isWithinChange = async () => {
        const { rowCount } = await watcher.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
             AND state = 'idle in transaction' AND backend_xid IS NOT NULL`
        )
        return (rowCount ?? 0) > 0
      }
      // If the process stops between two changes, it continues and is stopped again.
      await until(async () => {
        silent.child.kill("SIGSTOP")
        await Bun.sleep(100)
        const isWithin = await isWithinChange()
        if (!isWithin) silent.child.kill("SIGCONT")
        return isWithin
      })

      const stoppedAt = performance.now()
      let recoveredAt = Number.POSITIVE_INFINITY
      const isOver = () => recoveredAt < Number.POSITIVE_INFINITY || performance.now() > stoppedAt + GIVEN_UP
      const [locked, beside] = await Promise.all([
        keepCalling([user], WRITERS, isOver, PAUSE, async (account, turn) => {
          const answer = await update(account, turn)
          if (answer?.error === undefined) recoveredAt = Math.min(recoveredAt, performance.now())
          return answer
        }),
        keepCalling(others, 1, isOver, PAUSE, readAndWrite)
      ])
      silent.child.kill("SIGCONT")
      isUpdating = false
      const late = await updates
      await until(async () => (await update({ ...user, baseUrl: silent.baseUrl }, 1))?.error === undefined)

      measured("a process silent within a change", {
        "the user's writes elsewhere": described(locked),
        "recovered after ms": recoveredAt - stoppedAt,
        others: described(beside)
      })
      expect(recoveredAt - stoppedAt).toBeLessThan(RECOVERY)
      expect(codesIn(locked)).toEqual(["internal_error"])
      expect(codesIn(late).filter((code) => code !== "internal_error")).toEqual([])
      expect(beside.length).toBeGreaterThan(0)
      expect(codesIn(beside)).toEqual([])
    },
    TIME_LIMIT
  )

  test(
    `${LOCKED_USERS} users whose rows are locked take no connections from the others`,
    async () => {
      await using database = await newDatabase()
      await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
      const others = accountsOf(await newPeople(database.value, OTHERS), server)
      const lockedUsers = accountsOf(await newPeople(database.value, LOCKED_USERS), server)
      await using holder = await connectTo(database.value)
      const during = async (millis: number, accounts: ReadonlyArray<Account>, atOnceEach: number) => {
        const end = performance.now() + millis
        return keepCalling(
          accounts,
          atOnceEach,
          () => performance.now() > end,
          PAUSE,
          atOnceEach === 1 ? readAndWrite : write
        )
      }

      await during(1000, others, 1)
      const before = await during(LOCKED_MILLIS, others, 1)
      await holder.query("BEGIN")
      const userIds = "SELECT user_id FROM users ORDER BY created_at DESC, user_id LIMIT $1"
      await holder.query(`SELECT 1 FROM users WHERE user_id IN (${userIds}) FOR NO KEY UPDATE`, [LOCKED_USERS])
      const [locked, beside] = await Promise.all([
        during(LOCKED_MILLIS, lockedUsers, WRITERS),
        during(LOCKED_MILLIS, others, 1)
      ])
      await holder.query("COMMIT")
      const [lockedUser = { baseUrl: "", token: "" }] = lockedUsers
      const left = await call(lockedUser, "rest", "list_body_metrics", { metric: "steps" })
      const afterwards = await write(lockedUser, 1)

      measured(`${LOCKED_USERS} users locked`, {
        "their writes": described(locked),
        "others before": described(before),
        "others beside": described(beside)
      })
      expect(codesIn(locked)).toEqual(["internal_error"])
      expect(locked.every(({ error }) => error !== undefined)).toBe(true)
      expect(JSON.parse(left?.output ?? "")).toMatchObject({ readings: [] })
      expect(afterwards?.error).toBeUndefined()
      expect(codesIn(beside)).toEqual([])
    },
    TIME_LIMIT
  )
}
