import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient, Statement } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { threeYears } from "../overview/years.ts"
import { makeService, type Service, TODAY } from "../support/app.ts"
import { storeSets } from "../support/stores.ts"
import { type Browser, signIn } from "./support.ts"

/** Far above what is measured, as tests share their machine. */
const GENEROUS_MILLIS = 1000

const LARGEST_BYTES = 60_000

for (const { name, reused } of storeSets.filter(({ name }) => name !== "memory")) {
  describe(`Pages of somebody with three years of history (${name})`, () => {
    let statements = 0
    let service: Service
    let browser: Browser

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
      const person = await service.person()
      await service.run(Effect.flatMap(Effect.orDie(client), (sql) => threeYears(sql, person.id, TODAY)))
      browser = await signIn(service, person)
    }, 180_000)
    afterAll(() => service.stop())

    test.each([
      ["/app"],
      ["/app/trends?range=30"],
      ["/app/trends?range=90"],
      ["/app/trends?range=365"],
      ["/app/trends?range=all"],
      ["/app/diary"],
      ["/app/diary?date=2025-03-14&q=rolled+oats"],
      ["/app/workouts"],
      ["/app/workouts/log"],
      ["/app/workout?id=workout_7"]
    ])("%s takes at most five statements, and is small", async (path) => {
      await browser.get(path)
      statements = 0
      const { status, html } = await browser.get(path)
      const taken = statements
      let fastest = Number.POSITIVE_INFINITY
      for (let run = 0; run < 5; run++) {
        const started = performance.now()
        await browser.get(path)
        fastest = Math.min(fastest, performance.now() - started)
      }
      const bytes = Buffer.byteLength(html)
      if (process.env.SHOW_TIMES !== undefined) {
        console.info(`${name} ${path}: ${taken} statements, ${fastest.toFixed(1)} ms, ${bytes} bytes`)
      }
      expect(status).toBe(200)
      expect(taken).toBeLessThanOrEqual(5)
      expect(bytes).toBeLessThanOrEqual(LARGEST_BYTES)
      expect(fastest).toBeLessThan(GENEROUS_MILLIS)
    })
  })
}
