import { describe, expect, test } from "bun:test"
import * as Reactivity from "@effect/experimental/Reactivity"
import { type Cause, Effect, Exit } from "effect"
import { CallCharge, type Taken } from "../../src/call/charge.ts"
import type { Rows } from "../../src/contract/handler/charge.ts"
import { NotCharged } from "../../src/contract/handler/charge.ts"
import { limitsOf, Timezone } from "../../src/contract/handler/user.ts"
import { newUser } from "../../src/features/accounts/accounts.ts"
import type { Pool } from "../../src/platform/database/pool.ts"
import { clientOf, dbOf } from "../../src/platform/database/statements.ts"
import { ActivityDay } from "../../src/values/activity-day.ts"
import { UserId } from "../../src/values/ids.ts"
import { settings } from "../support/settings.ts"

/** An error that the database server reported. */
const refusedByServer = Object.assign(new Error("canceled"), { errno: "55P03", severity: "ERROR" })

/** An error with which a function refuses its change. */
const refusedByFunction = Object.assign(new Error("taken"), { errno: "KEY01", severity: "ERROR" })

const limits = limitsOf(
  { ...newUser("Test", Timezone.make("UTC")), id: UserId.make("usr_0000000000000000") },
  settings.limits
)
const ALLOWANCE = { limits, reads: 1, writes: 2, writesToday: 3 }
const TAKEN: Taken = {
  buckets: { reads: 1, writes: 2, at: 0, day: ActivityDay.make("2026-03-14"), writesToday: 0 },
  allowed: true
}
const OUTDATED = new NotCharged({ spent: undefined })

type Answer = Rows | Error | Promise<Rows>

interface Options {
  readonly isCarried?: boolean
  readonly judge?: (() => Exit.Exit<typeof ALLOWANCE, NotCharged>) | undefined
}

/**
 * A call's charge on a database whose pool answers with the result of `answerTo`, or throws what it throws, and a log
 * of the statements.
 */
const setUp = async (answerTo: (text: string) => Answer, { isCarried = true, judge }: Options = {}) => {
  const asked: Array<string> = []
  const params: Array<ReadonlyArray<unknown>> = []
  const state = { judged: 0, failed: 0 }
  const ask = (text: string, given: ReadonlyArray<unknown>): Promise<Rows> => {
    asked.push(text.includes("RETURNING") ? "both" : text.trim())
    params.push(given)
    const answer = answerTo(asked.at(-1) ?? "")
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const pool: Pool = {
    ask,
    hold: async () => ({ ask, release: () => {} }),
    figures: () => ({ size: 1, inUse: 0, waiting: 0, refused: 0 }),
    close: () => {}
  }
  const client = await Effect.runPromise(clientOf(pool).pipe(Effect.provide(Reactivity.layer), Effect.scoped))
  const db = dbOf(client, pool)
  const charge = new CallCharge({
    alone: Effect.as(db.run(db.sql`alone`), TAKEN),
    carried: isCarried
      ? {
          update: (offset) => `UPDATE t SET n = $${offset + 1} RETURNING 'made' AS stated`,
          params: [7],
          taken: (stated) => {
            expect(stated).toBe("made")
            return TAKEN
          }
        }
      : undefined,
    judge: (taken) => {
      expect(taken).toEqual(TAKEN)
      state.judged++
      return judge?.() ?? Exit.succeed(ALLOWANCE)
    },
    failed: () => {
      state.failed++
    }
  })
  const rows = charge.rows(db, db.sql<{ readonly n: number }>`SELECT n FROM t WHERE id = ${5}`)
  const value = charge.value(db, db.sql<{ readonly value: number | null }>`SELECT f(${5}) AS value`)
  const run = <A, E>(work: Effect.Effect<A, E>) => Effect.runPromise(Effect.exit(Effect.withTracerEnabled(work, false)))
  return { asked, params, state, charge, db, rows, value, run }
}

const found = [{ stated: "made", isFound: true, n: 1 }]

const chargedIn = <A, E>(exit: Exit.Exit<{ readonly value: A }, E>) => Exit.map(exit, ({ value }) => value)

describe("a charge", () => {
  test("goes along with the first query, and its parameters follow those of the query", async () => {
    const { asked, params, state, db, rows, run } = await setUp(() => found)
    expect(chargedIn(await run(Effect.zipLeft(rows, db.run(db.sql`then`))))).toMatchObject({ value: [{ n: 1 }] })
    expect(asked).toEqual(["both", "then"])
    expect(params[0]).toEqual([5, 7])
    expect(state).toEqual({ judged: 1, failed: 0 })
  })

  test("goes along with a value, which may be null", async () => {
    const { asked, params, value, run } = await setUp(() => [{ stated: "made", isFound: true, value: null }])
    expect(chargedIn(await run(value))).toEqual(Exit.succeed(null))
    expect(asked).toEqual(["both"])
    expect(params[0]).toEqual([5, 7])
  })

  test("leaves the rows of a query empty if it finds nothing", async () => {
    const { rows, run } = await setUp(() => [{ stated: "made", isFound: null, n: null }])
    expect(chargedIn(await run(rows))).toEqual(Exit.succeed([]))
  })

  test("is made before work that cannot carry it", async () => {
    const { asked, charge, db, run } = await setUp(() => [])
    await run(charge.before(db.run(db.sql`DELETE`)))
    expect(asked).toEqual(["alone", "DELETE"])
  })

  test("is a separate statement if one statement cannot do both", async () => {
    const { asked, rows, run } = await setUp(() => found, { isCarried: false })
    await run(rows)
    expect(asked).toEqual(["alone", "SELECT n FROM t WHERE id = $1"])
  })

  test("is made alone if the query could not carry it, and then the query runs", async () => {
    const notMade = [{ stated: null, isFound: true, n: 1 }]
    for (const answer of [[], notMade, refusedByServer]) {
      const { asked, state, rows, run } = await setUp((text) => (text === "both" ? answer : [{ n: 2 }]))
      expect(chargedIn(await run(rows))).toEqual(Exit.succeed([{ n: 2 }]))
      expect(asked).toEqual(["both", "alone", "SELECT n FROM t WHERE id = $1"])
      expect(state).toEqual({ judged: 1, failed: 0 })
    }
  })

  test("is not repeated if its outcome is unknown", async () => {
    const { asked, state, charge, rows, run } = await setUp(() => new Error("connection lost"))
    const [first, second] = [await run(rows), await run(charge.now)]
    expect(Exit.isFailure(first)).toBe(true)
    expect(second).toEqual(first as Exit.Exit<never>)
    expect(asked).toEqual(["both"])
    expect(state).toEqual({ judged: 0, failed: 1 })
  })

  test("is made once, even if requested twice", async () => {
    const { asked, charge, rows, run } = await setUp((text) => (text === "alone" ? [] : [{ n: 2 }]))
    expect(await run(Effect.zipRight(charge.now, charge.allowance))).toEqual(Exit.succeed(ALLOWANCE))
    await run(rows)
    expect(asked).toEqual(["alone", "SELECT n FROM t WHERE id = $1"])
  })

  test("ends the work if the call is refused: no statement follows", async () => {
    for (const answer of [found, []]) {
      const { asked, db, rows, run } = await setUp((text) => (text === "both" ? answer : []), {
        judge: () => Exit.fail(OUTDATED)
      })
      expect(await run(Effect.zipRight(rows, db.run(db.sql`then`)))).toEqual(Exit.fail(OUTDATED))
      expect(asked).toEqual(answer === found ? ["both"] : ["both", "alone"])
    }
  })

  test("ends the work if a statement throws, and no query waits for it", async () => {
    const broken = (): never => {
      throw new Error("broken")
    }
    for (const [answer, judge] of [
      [broken, undefined],
      [() => found, broken]
    ] as const) {
      const { asked, charge, rows, run } = await setUp((text) => (text === "both" ? answer() : []), { judge })
      const all = Effect.all([rows, charge.now, charge.allowance], { concurrency: "unbounded" })
      expect(Exit.isFailure(await run(Effect.uninterruptible(all)))).toBe(true)
      expect(asked).not.toContain("alone")
    }
  })

  test("is awaited by all queries that start at the same time", async () => {
    const { promise, resolve } = Promise.withResolvers<Rows>()
    const { asked, charge, rows, value, run } = await setUp((text) => (text === "both" ? promise : []))
    const running = run(Effect.all([rows, value, charge.now], { concurrency: "unbounded" }))
    await Bun.sleep(1)
    expect(asked).toEqual(["both"])
    resolve(found)
    expect(Exit.isSuccess(await running)).toBe(true)
    expect(asked).toEqual(["both", "SELECT f($1) AS value"])
  })
})

describe("a database error", () => {
  const causeOf = <A, E>(exit: Exit.Exit<A, E>): Cause.Cause<E> | undefined =>
    Exit.isFailure(exit) ? exit.cause : undefined

  test("is a defect, with or without traces, and in a transaction", async () => {
    const { db, charge } = await setUp((text) => (/BEGIN|ROLLBACK|alone/.test(text) ? [] : refusedByServer))
    const query = db.sql`broken`
    const all: ReadonlyArray<Effect.Effect<unknown, NotCharged>> = [
      db.run(query),
      db.rows(query),
      db.transaction(db.run(query)),
      Effect.zipRight(charge.now, charge.rows(db, query))
    ]
    for (const isTraced of [false, true]) {
      for (const asking of all) {
        const exit = await Effect.runPromise(Effect.exit(Effect.withTracerEnabled(asking, isTraced)))
        expect(causeOf(exit)).toMatchObject({ _tag: "Die", defect: { _tag: "SqlError", cause: refusedByServer } })
      }
    }
  })

  test("becomes the failure that the store maps it to", async () => {
    const { db, charge, run } = await setUp((text) => (text === "alone" ? [] : refusedByFunction))
    const meaning = ({ sqlState }: { readonly sqlState: string }) => (sqlState === "KEY01" ? "taken" : undefined)
    const query = db.sql<{ readonly value: number }>`SELECT f() AS value`
    const all: ReadonlyArray<Effect.Effect<unknown, string | NotCharged>> = [
      db.value(query, meaning),
      charge.value(db, query, meaning)
    ]
    for (const asking of all) expect(await run(asking)).toEqual(Exit.fail("taken"))
  })
})
