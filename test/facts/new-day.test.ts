import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { ActivityDay, plusDays } from "../../src/values/activity-day.ts"
import { failure, makeService, output, type Service, TODAY } from "../support/app.ts"
import { storeSets } from "../support/stores.ts"

const today = ActivityDay.make(TODAY)
const daysAgo = (days: number) => plusDays(today, -days)

/** Replaces the function that computes achievements from all streak runs and badges by one that fails. */
const FORBID = `
  CREATE OR REPLACE FUNCTION achievements_of(of_user text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
  BEGIN RAISE EXCEPTION 'The achievements are computed anew'; END $$`

for (const { name, layer } of storeSets.filter(({ name }) => name === "embedded" || name === "postgres")) {
  describe(`the first fact of a day (${name})`, () => {
    let service: Service
    let client: Option.Option<SqlClient.SqlClient> = Option.none()
    beforeAll(async () => {
      service = await makeService(
        Layer.tap(layer, (context) =>
          Effect.sync(() => {
            client = Context.getOption(context, SqlClient.SqlClient)
          })
        )
      )
    }, 120_000)
    afterAll(() => service.stop())

    test("recomputes the achievements only if it joins other days", async () => {
      const { rest } = await service.person()
      const weigh = (days: number) =>
        rest("set_body_metrics", { metric: "weight", readings: [{ date: daysAgo(days), value: 70, unit: "kg" }] })
      const eat = (days: number) =>
        rest("log_food_entry", { date: daysAgo(days), foodId: "food_sr28_01123", servings: 1, mealType: "lunch" })
      const train = (days: number) =>
        rest("log_workout", {
          date: daysAgo(days),
          name: "Run",
          exercises: [{ exerciseId: "exr_running", sets: [{ durationSeconds: 600 }] }]
        })
      await output(weigh(2))
      await service.run(Effect.flatMap(Effect.orDie(client), (sql) => sql.unsafe(FORBID)))
      // The day after all others, days apart from all others, and active days.
      for (const call of [
        () => weigh(1),
        () => eat(20),
        () => train(40),
        () => eat(0),
        () => weigh(20),
        () => train(1)
      ])
        await output(call())
      expect(await output(rest("get_context"))).toMatchObject({ streak: { current: 3, longest: 3 } })
      expect((await failure(eat(19))).code).toBe("internal_error")
    })
  })
}
