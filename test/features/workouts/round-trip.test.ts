import { expect, test } from "bun:test"
import fc from "fast-check"
import { exercises } from "../../../src/features/exercises/exercises.ts"
import { output, overEveryStore } from "../../support/app.ts"
import { editable, get, log } from "./support.ts"

/** A number of at most 4 decimals from 0 to `max`. */
const decimals = (max: number) => fc.integer({ min: 0, max: Math.floor(max * 10_000) }).map((n) => n / 10_000)

const weight = fc.oneof(
  fc.record({ value: decimals(2000), unit: fc.constant("kg") }),
  fc.record({ value: decimals(4409.2452), unit: fc.constant("lb") })
)

const upTo = (max: number) => fc.oneof(decimals(max), fc.double({ min: 0, max, noNaN: true }))

const set = fc.record(
  {
    setType: fc.constantFrom("warmup", "working"),
    technique: fc.constantFrom("drop", "failure", "rest_pause"),
    weight,
    loadIntent: fc.constantFrom(
      "bar_total",
      "per_hand",
      "plates_each_side",
      "assistance",
      "added_bodyweight",
      "machine_stack",
      "custom"
    ),
    reps: fc.integer({ min: 0, max: 10_000 }),
    durationSeconds: upTo(86_400),
    distanceMeters: upTo(1_000_000),
    holdSeconds: upTo(86_400),
    intensity: upTo(10)
  },
  { requiredKeys: [] }
)

const text = fc.fullUnicodeString({ maxLength: 100 }).map((text) => text.replaceAll("\u0000", ""))

const catalogue = fc.constantFrom(...exercises())
const exercise = fc
  .tuple(
    fc.oneof(
      catalogue.map(({ id }) => ({ exerciseId: id })),
      catalogue.map(({ name }) => ({ name: name.toUpperCase() }))
    ),
    fc.array(set, { minLength: 1, maxLength: 5 }),
    fc.record({ superset: fc.nat({ max: 1_000_000 }), notes: text }, { requiredKeys: [] })
  )
  .map(([choice, sets, beside]) => ({ ...choice, ...beside, sets }))

const workout = fc.record(
  {
    name: text.filter((name) => name.trim() !== ""),
    notes: text,
    durationSeconds: fc.integer({ min: 0, max: 604_800 }),
    date: fc
      .date({ min: new Date("1900-01-01"), max: new Date("2100-12-31") })
      .map((d) => d.toISOString().slice(0, 10)),
    exercises: fc.array(exercise, { minLength: 1, maxLength: 4 })
  },
  { requiredKeys: ["name", "exercises"] }
)

overEveryStore("the output of get_workout, sent to replace_workout", (service) => {
  for (const strengthUnit of ["kg", "lb"] as const) {
    test(`leaves the workout the same, field by field, for a user of ${strengthUnit}`, async () => {
      const { rest, mcp } = await service().person({ strengthUnit })
      await output(rest("set_body_metrics", { metric: "weight", readings: [{ value: 80, unit: "kg" }] }))
      await fc.assert(
        fc.asyncProperty(workout, fc.constantFrom(rest, mcp), async (given, call) => {
          const { id, estimatedCalories } = await log(call, given)
          const logged = await get(call, id)
          const saved = await output(call("replace_workout", editable(logged)))
          expect(await get(call, id)).toEqual(logged)
          expect(saved).toMatchObject({ id, estimatedCalories })

          given.exercises.forEach(({ sets, superset, notes }, at) => {
            expect<unknown>(logged.exercises[at]).toMatchObject({
              ...(superset === undefined ? {} : { superset }),
              ...(notes === undefined ? {} : { notes })
            })
            sets.forEach(({ weight, setType = "working", ...rest }, index) => {
              const shown = logged.exercises[at]?.sets[index]
              expect(shown).toMatchObject({ ...rest, setType, setNumber: index + 1 })
              if (weight?.unit === strengthUnit) expect(shown?.weight as unknown).toEqual(weight)
              if (weight?.unit === "kg") expect(shown?.weightKg).toBe(weight.value)
            })
          })
        }),
        { numRuns: 24 }
      )
    }, 60_000)
  }
})
