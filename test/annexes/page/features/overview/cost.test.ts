import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Trends } from "../../../../../src/annexes/page/features/overview/definition.ts"
import { output, type Person, type Service } from "../../../../support/app.ts"
import { databases } from "../../../../support/stores.ts"
import { callInternal } from "./support.ts"
import { fastestOf, GENEROUS_MILLIS, heldBy, serviceAfterYears } from "./years.ts"

for (const { name, layer } of databases) {
  describe(`Statements of the page's reads after three years (${name})`, () => {
    let sent: () => number
    let service: Service
    let person: Person

    beforeAll(async () => {
      const made = await serviceAfterYears(layer)
      service = made.service
      person = made.person
      sent = made.sent
    }, 180_000)
    afterAll(() => service.stop())

    /** How many statements a call takes, and the time of the fastest of a few calls. */
    const costOf = async (operation: string, input: unknown) => {
      const call = () => output(callInternal(service, person, operation, input))
      // The first call of a minute also records when the token was last used.
      await call()
      const before = sent()
      const fastest = await fastestOf(call)
      return { statements: (sent() - before) / 5, fastest }
    }

    test.each([
      // One for what was recorded lately, and one for what is likely at a meal.
      ["get_today", {}, 5],
      ["get_today", { mealType: "lunch" }, 6],
      ["get_trends", { range: "30" }, 5],
      ["get_trends", { range: "365" }, 5],
      ["get_trends", { range: "all" }, 5]
    ])("%s %j takes %d statements, including those of authentication", async (operation, input, most) => {
      const { statements, fastest } = await costOf(operation, input)
      if (process.env.SHOW_TIMES !== undefined) console.info(name, operation, JSON.stringify(input), fastest.toFixed(1))
      expect(statements).toBe(most)
      expect(fastest).toBeLessThan(GENEROUS_MILLIS)
    })

    // The embedded database runs in the same thread. Without pauses, a third of the call is one step, whatever the machine.
    test.if(name === "postgres")("Trends give way to other calls while their figures are computed", async () => {
      const call = () => output(callInternal(service, person, "get_trends", { range: "all" }))
      await call()
      let least = Number.POSITIVE_INFINITY
      // A collection of garbage is a long step, too, but not in every call.
      for (let count = 0; count < 60 && least >= 0.2; count++) {
        const { longest, time } = await heldBy(call)
        least = Math.min(least, longest / time)
      }
      expect(least).toBeLessThan(0.2)
    })

    test("everything is there", async () => {
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
