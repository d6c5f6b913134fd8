import { expect, test } from "bun:test"
import fc from "fast-check"
import { newPerson, output, overEveryDatabase, type Service } from "../../../support/app.ts"
import { longRuns } from "../../../support/stores.ts"
import { deviceOf, factsWithout, payload, send, shuffled } from "./support.ts"

const TIME_LIMIT = 120_000

const day = fc.integer({ min: 1, max: 5 }).map((n) => `2026-03-0${n}`)
const time = fc.constantFrom("00:30:00", "07:00:00", "12:30:00", "22:45:00")
const moment = fc.tuple(day, time).map(([day, time]) => `${day}T${time}Z`)
const uuid = fc.constantFrom("a", "b", "c", "d")

const weight = fc.record({
  list: fc.constant("weight"),
  uuid,
  time: moment,
  kilograms: fc.integer({ min: 600, max: 900 }).map((n) => n / 10)
})
const fat = fc.record({
  list: fc.constant("body_fat"),
  uuid,
  time: moment,
  percentage: fc.integer({ min: 10, max: 30 })
})
const total = fc.record({ list: fc.constant("daily_totals"), date: day, steps: fc.integer({ min: 1, max: 12_000 }) })
const reading = fc.oneof(weight, fat, total)
const record = fc.oneof(
  weight,
  fat,
  total,
  fc.record({
    list: fc.constant("nutrition"),
    uuid,
    start_time: moment,
    name: fc.constantFrom("Oats", "Soup"),
    calories: fc.integer({ min: 1, max: 900 })
  }),
  fc.record({
    list: fc.constant("exercise"),
    uuid,
    type: fc.constantFrom("56", "79"),
    start_time: moment,
    duration_seconds: fc.integer({ min: 600, max: 3600 })
  }),
  fc.record({
    list: fc.constant("deleted_records"),
    uuid,
    type: fc.constantFrom("weight", "body_fat", "nutrition", "exercise")
  })
)
/** A person's facts after a device has sent these bodies; the bodies of a round are sent concurrently. */
const factsAfter = async (service: Service, rounds: ReadonlyArray<ReadonlyArray<object>>): Promise<unknown> => {
  const person = await newPerson(service)
  const { device } = await deviceOf(service, person)
  for (const round of rounds) await Promise.all(round.map((body) => send(service, person, device.id, body)))
  return factsWithout(person)
}

const alone = <A>(bodies: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => bodies.map((body) => [body])

overEveryDatabase("records of a device", (service) => {
  const runs = longRuns(5)
  const payloads = fc.array(fc.array(record, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })

  test(
    "give the same facts in any split, order, repetition and concurrency",
    async () => {
      await fc.assert(
        fc.asyncProperty(payloads, fc.integer(), async (given, seed) => {
          const whole = given.map((records, index) => payload(index + 1, records))
          const parts = given.flatMap((records, index) => records.map((one) => payload(index + 1, [one])))
          const mixed = shuffled([...parts, ...whole.slice(0, 1), ...parts.slice(0, 3)], seed)
          const inOrder = await factsAfter(service(), alone(whole))
          expect(await factsAfter(service(), alone(mixed))).toEqual(inOrder)
          expect(await factsAfter(service(), [mixed])).toEqual(inOrder)
          expect(await factsAfter(service(), alone(whole.toReversed()))).toEqual(inOrder)
        }),
        runs
      )
    },
    TIME_LIMIT
  )

  const statement = fc.record({
    sequence: fc.integer({ min: 1, max: 3 }),
    hour: fc.integer({ min: 10, max: 12 }),
    steps: fc.integer({ min: 1, max: 50 })
  })

  test(
    "replace a step count by a lower one only if the app's sequence or time is later",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 6 }), async (statements) => {
          const person = await newPerson(service())
          const { device } = await deviceOf(service(), person)
          for (const { sequence, hour, steps } of statements) {
            const body = { ...payload(sequence, []), timestamp: `2026-03-05T${hour}:00:00Z` }
            await send(service(), person, device.id, { ...body, daily_totals: [{ date: "2026-03-05", steps }] })
          }
          const last = statements.toSorted((a, b) => a.sequence - b.sequence || a.hour - b.hour || a.steps - b.steps)
          const range = { metric: "steps", from: "2026-03-05", to: "2026-03-05" }
          const { readings } = await output<{ readings: ReadonlyArray<{ value: number }> }>(
            person.rest("list_body_metrics", range)
          )
          expect(readings.map(({ value }) => value)).toEqual([last.at(-1)?.steps ?? 0])
        }),
        runs
      )
    },
    TIME_LIMIT
  )

  test(
    "leave readings that the person enters, at whatever time",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(reading, { minLength: 1, maxLength: 6 }), fc.nat(6), async (records, at) => {
          const person = await newPerson(service())
          const { device } = await deviceOf(service(), person)
          const enter = () =>
            output(
              person.rest("set_body_metrics", {
                metric: "weight",
                readings: [{ value: 123.4, unit: "kg", date: "2026-03-03" }]
              })
            )
          const bodies = records.map((one, index) => payload(index + 1, [one]))
          const place = Math.min(at, bodies.length)
          for (const body of bodies.slice(0, place)) await send(service(), person, device.id, body)
          await enter()
          for (const body of [...bodies.slice(place), payload(9, records)]) {
            await send(service(), person, device.id, body)
          }
          const range = { metric: "weight", from: "2026-03-03", to: "2026-03-03" }
          const { readings } = await output<{ readings: ReadonlyArray<{ value: number }> }>(
            person.rest("list_body_metrics", range)
          )
          expect(readings.map(({ value }) => value)).toEqual([123.4])
        }),
        runs
      )
    },
    TIME_LIMIT
  )

  const qty = fc.integer({ min: 1, max: 4000 }).map((n) => n / 8)
  const minute = fc.integer({ min: 0, max: 59 }).map((n) => String(n).padStart(2, "0"))
  const UNITS: Readonly<Record<string, string>> = {
    step_count: "count",
    weight_body_mass: "kg",
    protein: "g",
    dietary_energy: "kJ"
  }
  const point = fc.record({
    name: fc.constantFrom("step_count", "weight_body_mass", "protein", "dietary_energy"),
    date: fc.tuple(day, minute).map(([day, minute]) => `${day} 09:${minute}:00 +0100`),
    qty
  })
  type Point = typeof point extends fc.Arbitrary<infer A> ? A : never
  // Of two weights at one time, the one that arrives last holds.
  const isSameWeight = (one: Point, other: Point) =>
    one.name === "weight_body_mass" && one.name === other.name && one.date === other.date
  const points = fc.uniqueArray(point, {
    minLength: 1,
    maxLength: 8,
    comparator: isSameWeight
  })

  test(
    "from Health Auto Export add up to the same days, however their points are split",
    async () => {
      const bodyOf = (points: ReadonlyArray<Point>) => ({
        data: {
          metrics: [...Map.groupBy(points, ({ name }) => name)].map(([name, all]) => ({
            name,
            units: UNITS[name],
            data: all.map(({ date, qty }) => ({ date, qty, source: "Watch" }))
          }))
        }
      })
      await fc.assert(
        fc.asyncProperty(points, async (points) => {
          const inOrder = await factsAfter(service(), [[bodyOf(points)]])
          const each = points.toReversed().map((one) => bodyOf([one]))
          expect(await factsAfter(service(), alone([...each, ...each.slice(0, 2)]))).toEqual(inOrder)
          expect(await factsAfter(service(), [each])).toEqual(inOrder)
        }),
        runs
      )
    },
    TIME_LIMIT
  )
})
