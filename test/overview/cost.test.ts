import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient, Statement } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import type { Trends } from "../../src/overview/definition.ts"
import { makeService, output, type Person, type Service, TODAY } from "../support/app.ts"
import { storeSets } from "../support/stores.ts"
import { callInternal } from "./support.ts"
import { threeYears } from "./years.ts"

/** Far above what is measured, as tests share their machine. */
const GENEROUS_MILLIS = 1000

for (const { name, reused } of storeSets.filter(({ name }) => name !== "memory")) {
  describe(`The reads of the page after three years (${name})`, () => {
    let statements = 0
    let service: Service
    let person: Person

    beforeAll(async () => {
      let client: Option.Option<SqlClient.SqlClient> = Option.none()
      const counter = Statement.setTransformer((statement) =>
        Effect.sync(() => {
          statements++
          return statement
        })
      )
      const stores = Layer.tap(reused, (context) =>
        Effect.sync(() => {
          client = Context.getOption(context, SqlClient.SqlClient)
        })
      )
      service = await makeService(Layer.provideMerge(stores, counter))
      person = await service.person()
      await service.run(Effect.flatMap(Effect.orDie(client), (sql) => threeYears(sql, person.id, TODAY)))
    }, 180_000)
    afterAll(() => service.stop())

    /** How many statements a call takes, and the time of the fastest of a few. */
    const costOf = async (operation: string, input: unknown) => {
      let fastest = Number.POSITIVE_INFINITY
      // The first call of a minute also notes when the token was last used.
      await output(callInternal(service, person, operation, input))
      const before = statements
      for (let run = 0; run < 5; run++) {
        const started = performance.now()
        await output(callInternal(service, person, operation, input))
        fastest = Math.min(fastest, performance.now() - started)
      }
      return { statements: (statements - before) / 5, fastest }
    }

    test.each([
      ["get_today", {}],
      ["get_trends", { range: "30" }],
      ["get_trends", { range: "365" }],
      ["get_trends", { range: "all" }]
    ])("%s %j takes five statements with those of its caller", async (operation, input) => {
      const { statements, fastest } = await costOf(operation, input)
      if (process.env.SHOW_TIMES !== undefined) console.info(name, operation, JSON.stringify(input), fastest.toFixed(1))
      expect(statements).toBe(5)
      expect(fastest).toBeLessThan(GENEROUS_MILLIS)
    })

    test("all of it is there", async () => {
      const { weight, food, training } = await output<Trends>(
        callInternal(service, person, "get_trends", { range: "all" })
      )
      const days = (periods: ReadonlyArray<{ readonly days: number }>) =>
        periods.reduce((sum, period) => sum + period.days, 0)
      expect([days(weight.periods), days(food.periods)]).toEqual([1095, 1095])
      expect(training.periods.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(500)
      expect(training.exercises.length).toBe(4)
    })
  })
}
