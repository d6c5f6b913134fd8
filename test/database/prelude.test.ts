import { describe, expect, test } from "bun:test"
import * as Reactivity from "@effect/experimental/Reactivity"
import type { SqlClient } from "@effect/sql"
import { Effect, Exit } from "effect"
import type { Pool, Rows } from "../../src/database/pool.ts"
import { beginningWith, opened } from "../../src/database/prelude.ts"
import { carryingRows, carryingValue, clientOf } from "../../src/database/statements.ts"

/** An error that the server reported. */
const refusedByServer = Object.assign(new Error("canceled"), { errno: "55P03", severity: "ERROR" })

type Answer = Rows | Error | Promise<Rows>

/** A client whose pool answers as told, or throws what `answerTo` throws, and a log of what was asked. */
const setUp = async (answerTo: (text: string) => Answer, carries = true) => {
  const asked: Array<string> = []
  const params: Array<ReadonlyArray<unknown>> = []
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
  const sql = await Effect.runPromise(clientOf(pool, carries).pipe(Effect.provide(Reactivity.layer), Effect.scoped))
  const run = <A>(
    work: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>,
    judge: Exit.Exit<void> | (() => never) = Exit.void
  ) =>
    work(sql).pipe(
      beginningWith({
        update: (offset) => `UPDATE t SET n = $${offset + 1} RETURNING 'made' AS told`,
        params: [7],
        made: (told) => {
          expect(told).toBe("made")
          return typeof judge === "function" ? judge() : judge
        },
        alone: Effect.zipRight(
          Effect.orDie(sql`alone`),
          Effect.suspend(typeof judge === "function" ? judge : () => judge)
        )
      }),
      Effect.withTracerEnabled(false),
      Effect.exit,
      Effect.runPromise
    )
  return { asked, params, run }
}

const found = [{ told: "made", isFound: true, n: 1 }]
const query = (sql: SqlClient.SqlClient) => carryingRows(sql<{ readonly n: number }>`SELECT n FROM t WHERE id = ${5}`)
const value = (sql: SqlClient.SqlClient) => carryingValue(sql<{ readonly value: number }>`SELECT f(${5}) AS value`)

describe("a prelude", () => {
  test("goes along with the first query, and its parameters follow those of the query", async () => {
    const { asked, params, run } = await setUp(() => found)
    const exit = await run((sql) => Effect.zipLeft(query(sql), sql`then`))
    expect(exit).toMatchObject({ _tag: "Success", value: [{ n: 1 }] })
    expect(asked).toEqual(["both", "then"])
    expect(params[0]).toEqual([5, 7])
  })

  test("goes along with a value, which may be null", async () => {
    const { asked, params, run } = await setUp(() => [{ told: "made", isFound: true, value: null }])
    expect(await run(value)).toMatchObject({ _tag: "Success", value: [{ value: null }] })
    expect(asked).toEqual(["both"])
    expect(params[0]).toEqual([5, 7])
  })

  test("leaves a query that finds nothing without rows", async () => {
    const { run } = await setUp(() => [{ told: "made", isFound: null, n: null }])
    expect(await run(query)).toMatchObject({ _tag: "Success", value: [] })
  })

  test("comes before whatever else the work asks first: a statement that writes, a transaction", async () => {
    for (const work of [
      (sql: SqlClient.SqlClient) => sql`DELETE`,
      (sql: SqlClient.SqlClient) => sql.withTransaction(query(sql))
    ]) {
      const { asked, run } = await setUp(() => found)
      await run(work)
      expect(asked[0]).toBe("alone")
      expect(asked).not.toContain("both")
    }
  })

  test("is a statement of its own where one cannot do both", async () => {
    const { asked, run } = await setUp(() => found, false)
    await run(query)
    expect(asked).toEqual(["alone", "SELECT n FROM t WHERE id = $1"])
  })

  test("is made by itself if it could not go along, and then the query runs", async () => {
    const notMade = [{ told: null, isFound: true, n: 1 }]
    for (const answer of [[], notMade, refusedByServer]) {
      const { asked, run } = await setUp((text) => (text === "both" ? answer : [{ n: 2 }]))
      expect(await run(query)).toMatchObject({ _tag: "Success", value: [{ n: 2 }] })
      expect(asked).toEqual(["both", "alone", "SELECT n FROM t WHERE id = $1"])
    }
  })

  test("is not made twice if nobody knows whether it was made", async () => {
    const { asked, run } = await setUp(() => new Error("connection lost"))
    expect(Exit.isFailure(await run(query))).toBe(true)
    expect(asked).toEqual(["both"])
  })

  test("is made although the work asks nothing, or fails before it does", async () => {
    for (const work of [Effect.void, Effect.fail("invalid"), Effect.die("broken")]) {
      const { asked, run } = await setUp(() => [])
      expect((await run(() => work))._tag).toBe(work === Effect.void ? "Success" : "Failure")
      expect(asked).toEqual(["alone"])
    }
  })

  test("ends the work if it dies", async () => {
    const stop = Exit.die("stop")
    for (const answer of [found, []]) {
      const { asked, run } = await setUp((text) => (text === "both" ? answer : []))
      expect(await run((sql) => Effect.zipRight(query(sql), sql`then`), stop)).toEqual(stop)
      expect(asked).not.toContain("then")
    }
  })

  test("ends the work if something throws, and nobody waits for it", async () => {
    const broken = (): never => {
      throw new Error("broken")
    }
    for (const [answer, judge] of [
      [broken, Exit.void],
      [() => found, broken]
    ] as const) {
      const { asked, run } = await setUp((text) => (text === "both" ? answer() : []))
      const all = (sql: SqlClient.SqlClient) =>
        Effect.all([query(sql), sql`second`, opened], { concurrency: "unbounded" })
      expect(Exit.isFailure(await run((sql) => Effect.uninterruptible(all(sql)), judge))).toBe(true)
      expect(asked).not.toContain("alone")
    }
  })

  test("is awaited by all statements that begin at the same time", async () => {
    const { promise, resolve } = Promise.withResolvers<Rows>()
    const { asked, run } = await setUp((text) => (text === "both" ? promise : []))
    const running = run((sql) => Effect.all([query(sql), sql`second`, opened], { concurrency: "unbounded" }))
    await Bun.sleep(1)
    expect(asked).toEqual(["both"])
    resolve(found)
    expect(Exit.isSuccess(await running)).toBe(true)
    expect(asked).toEqual(["both", "second"])
  })
})
