import { expect, test } from "bun:test"
import { Effect } from "effect"
import fc from "fast-check"
import { ImportStore } from "../../../../src/annexes/imports/ledger/store.ts"
import { ActivityDay, plusDays } from "../../../../src/values/activity-day.ts"
import { newPerson, output, overOneDatabase } from "../../../support/app.ts"
import { longRuns, PROPERTY_RUNS } from "../../../support/stores.ts"
import { deviceOf, payload, send } from "./support.ts"

const TIME_LIMIT = PROPERTY_RUNS > 0 ? 3_600_000 : 120_000

const TODAY = ActivityDay.make("2026-03-14")
const daysAgo = (days: number) => plusDays(TODAY, -days)

/** Sessions of one day in a body, numbered from `first` on: new ones, those that move to this day, or deletions. */
const sessions = fc.record({
  day: fc.integer({ min: 5, max: 13 }).map(daysAgo),
  first: fc.constantFrom(0, 40, 80, 120, 160),
  count: fc.constantFrom(1, 3, 40),
  isDeleted: fc.nat(5).map((one) => one === 0)
})

const recordsOf = (bodies: ReadonlyArray<typeof sessions extends fc.Arbitrary<infer A> ? A : never>) =>
  bodies.flatMap(({ day, first, count, isDeleted }) =>
    Array.from({ length: count }, (_, index) => {
      const uuid = `s${first + index}`
      const minute = String(index).padStart(2, "0")
      return isDeleted
        ? { list: "deleted_records", type: "exercise", uuid }
        : {
            list: "exercise",
            uuid,
            type: "56",
            start_time: `${day}T${10 + Math.floor(first / 40)}:${minute}:00Z`,
            duration_seconds: 50
          }
    })
  )

/** More than the hundred sessions of a badge, and days before and between them that are active for another reason. */
const BEFORE = payload(0, [
  ...[12, 11, 9, 7].map((days) => ({
    list: "weight",
    uuid: `w${days}`,
    time: `${daysAgo(days)}T07:00:00Z`,
    kilograms: 80
  })),
  ...recordsOf([
    { day: daysAgo(10), first: 0, count: 60, isDeleted: false },
    { day: daysAgo(8), first: 60, count: 60, isDeleted: false }
  ])
])

overOneDatabase("the streak and badges of a device's sessions", (service) => {
  test(
    "are after each body as if they were computed from all facts",
    async () => {
      const bodies = fc.array(fc.array(sessions, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 })
      await fc.assert(
        fc.asyncProperty(bodies, async (bodies) => {
          const run = service().run
          const person = await newPerson(service(), { timezone: "UTC" })
          const { device } = await deviceOf(service(), person)
          const context = () => output<Readonly<Record<string, unknown>>>(person.rest("get_context"))
          for (const body of [BEFORE, ...bodies.map((body, index) => payload(index + 1, recordsOf(body)))]) {
            await send(service(), person, device.id, body)
            const { streak, badges } = await context()
            const [standing] = await run(Effect.flatMap(ImportStore, (store) => store.list(person.id)))
            if (standing !== undefined) {
              await run(Effect.flatMap(ImportStore, (store) => store.settle(person.id, TODAY, standing.id)))
            }
            expect(await context()).toMatchObject({ streak, badges })
          }
        }),
        longRuns(10)
      )
    },
    TIME_LIMIT
  )
})
