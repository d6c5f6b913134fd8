import { expect, test } from "bun:test"
import { Effect } from "effect"
import fc from "fast-check"
import { endDevice, listDevices, undoDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import { ActivityDay } from "../../../../src/values/activity-day.ts"
import { newPerson, output, overOneDatabase, type Person, type Service } from "../../../support/app.ts"
import { longRuns, PROPERTY_RUNS } from "../../../support/stores.ts"
import { importRows, reading } from "../support.ts"
import { deviceOf, payload, send, shuffled } from "./support.ts"

const TIME_LIMIT = PROPERTY_RUNS > 0 ? 3_600_000 : 120_000

const METRICS = ["weight", "body_fat", "steps"] as const
type Metric = (typeof METRICS)[number]
const DAYS = ["2026-03-01", "2026-03-02", "2026-03-03"] as const
const day = fc.constantFrom(...DAYS)

/** When each record of a day was measured: the last one counts. */
const HOURS = { a: "06", b: "12", c: "18" } as const
const FIELDS = { weight: "kilograms", body_fat: "percentage" } as const

/** An item of a phone's body: a record, a day's steps, or the deletion of a record. */
type Item =
  | {
      readonly metric: "weight" | "body_fat"
      readonly uuid: "a" | "b" | "c"
      readonly day: string | null
      readonly value: number
    }
  | { readonly metric: "steps"; readonly day: string; readonly value: number }

const measurement = fc.record({
  metric: fc.constantFrom("weight" as const, "weight" as const, "body_fat" as const),
  uuid: fc.constantFrom("a" as const, "b" as const, "c" as const),
  day: fc.option(day, { freq: 5 }),
  value: fc.oneof(fc.integer({ min: 30, max: 60 }), fc.constant(45))
})
const steps = fc.record({
  metric: fc.constant("steps" as const),
  day,
  value: fc.oneof(fc.integer({ min: 1, max: 9000 }), fc.constant(4500))
})
const nameOf = (itemOf: Item): string =>
  itemOf.metric === "steps" ? `steps ${itemOf.day}` : `${itemOf.metric} ${itemOf.uuid}`
const itemOf: fc.Arbitrary<Item> = fc.oneof({ arbitrary: measurement, weight: 3 }, { arbitrary: steps, weight: 1 })
const sent = fc.record({
  device: fc.integer({ min: 0, max: 2 }),
  itemOf: fc.uniqueArray(itemOf, { minLength: 1, maxLength: 4, selector: nameOf })
})
type Sent = typeof sent extends fc.Arbitrary<infer A> ? A : never

const fact = fc.record({ metric: fc.constantFrom(...METRICS), day })
const onePerDay = { selector: ({ metric, day }: { metric: string; day: string }) => `${metric} ${day}`, maxLength: 2 }

const scenario = fc.record({
  bodies: fc.array(sent, { minLength: 2, maxLength: 6 }),
  filed: fc.uniqueArray(fact, onePerDay),
  entered: fc.uniqueArray(fact, onePerDay),
  undone: fc.record({ device: fc.integer({ min: 0, max: 2 }), from: fc.option(day) }),
  ended: fc.integer({ min: 0, max: 2 }),
  seed: fc.integer()
})
type Scenario = typeof scenario extends fc.Arbitrary<infer A> ? A : never

const bodyOf = (all: ReadonlyArray<Item>, sequence: number) =>
  payload(
    sequence,
    all.map((itemOf) => {
      if (itemOf.metric === "steps") return { list: "daily_totals", date: itemOf.day, steps: itemOf.value }
      const { metric, uuid, day, value } = itemOf
      if (day === null) return { list: "deleted_records", type: metric, uuid }
      return { list: metric, uuid, time: `${day}T${HOURS[uuid]}:00:00Z`, [FIELDS[metric]]: value }
    })
  )

const FILED = { weight: 70, body_fat: 20, steps: 9500 } as const
/** Values that devices state too, because a person may enter what a device has just stated. */
const ENTERED = { weight: 45, body_fat: 45, steps: 4500 } as const

/** The last state of each record that a device has sent, in whatever order that arrived. */
const lastOf = (bodies: ReadonlyArray<Sent>, device: number): ReadonlyArray<Item> => [
  ...new Map(
    bodies
      .filter((body) => body.device === device)
      .flatMap(({ itemOf }) => itemOf.map((one) => [nameOf(one), one] as const))
  ).values()
]

type Readings = Readonly<Record<string, number>>

/** The expected readings: those entered by hand, else those of the first device with any, else the file's. */
const expected = (
  { bodies, filed, entered, undone, ended }: Scenario,
  phase: { readonly isDeleted: boolean; readonly isUndone: boolean; readonly isEnded?: boolean }
): Readings => {
  const readings: Record<string, number> = {}
  for (const { metric, day } of filed) readings[`${metric} ${day}`] = FILED[metric]
  const order = phase.isEnded === true ? [ended, ...[2, 1, 0].filter((device) => device !== ended)] : [2, 1, 0]
  for (const device of order) {
    const own = lastOf(bodies, device).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    for (const { metric, day, value } of own) {
      const isUndone =
        phase.isUndone && undone.device === device && (undone.from === null || undone.from <= (day ?? ""))
      if (day !== null && !isUndone) readings[`${metric} ${day}`] = value
    }
  }
  for (const { metric, day } of entered) {
    if (phase.isDeleted) delete readings[`${metric} ${day}`]
    else readings[`${metric} ${day}`] = ENTERED[metric]
  }
  return readings
}

const readingsOf = async ({ rest }: Person): Promise<Readings> => {
  const readings: Record<string, number> = {}
  for (const metric of METRICS) {
    const range = { metric, from: DAYS[0], to: "2026-03-14" }
    const listed = await output<{ readings: ReadonlyArray<{ date: string; value: number }> }>(
      rest("list_body_metrics", range)
    )
    for (const { date, value } of listed.readings) readings[`${metric} ${date}`] = value
  }
  return readings
}

const unitOf = (metric: Metric) => (metric === "weight" ? { unit: "kg" } : {})

/**
 * A person who got all this in an order that follows from a seed, or all bodies concurrently, and functions for what
 * comes next.
 */
const lived = async (service: Service, given: Scenario, seed: number, isAtOnce = false) => {
  const { bodies, filed, entered, undone, ended } = given
  const person = await newPerson(service)
  const made = [await deviceOf(service, person), await deviceOf(service, person)]
  made.push(await deviceOf(service, person, "hc-webhook"))
  // The device connected first takes precedence: here the one whose id sorts first, because the clock stands still.
  const ids = made.map(({ device }) => device.id).toSorted()
  const idOf = (device: number) =>
    ids[device] ?? made[0]?.device.id ?? Promise.reject(new Error("There are three devices"))
  const posts = bodies.map(({ device, itemOf }, index) => {
    const post = async () => send(service, person, await idOf(device), bodyOf(itemOf, index + 1))
    return { device, post }
  })
  const importing = async () => {
    const rows = filed.map(({ metric, day }) => reading(metric, day, FILED[metric]))
    await importRows(service, person, "csv", rows, { timezone: "UTC" })
  }
  const entering = entered.map(({ metric, day }) => async () => {
    const readings = [{ date: day, value: ENTERED[metric], ...unitOf(metric) }]
    await output(person.rest("set_body_metrics", { metric, readings }))
  })
  const posting = isAtOnce ? [() => Promise.all(posts.map(({ post }) => post()))] : posts.map(({ post }) => post)
  const importingOnce = filed.length > 0 ? [importing] : []
  for (const step of shuffled<() => Promise<unknown>>([...posting, ...importingOnce, ...entering], seed)) await step()
  const sendAgain = async (isEnded = false) => {
    for (const { device, post } of shuffled(posts, seed + 1)) if (!isEnded || device !== ended) await post()
  }
  const came = await readingsOf(person)
  for (const { metric, day } of entered) await output(person.rest("delete_body_metric", { metric, date: day }))
  await sendAgain()
  const deleted = await readingsOf(person)
  const from = undone.from === null ? undefined : ActivityDay.make(undone.from)
  await service.run(Effect.orDie(undoDevice(person.id, await idOf(undone.device), from)))
  const withdrawn = await readingsOf(person)
  await sendAgain()
  const after = await readingsOf(person)
  await service.run(Effect.orDie(endDevice(person.id, await idOf(ended))))
  const left = await readingsOf(person)
  await sendAgain(true)
  return { came, deleted, withdrawn, after, left, again: await readingsOf(person) }
}

overOneDatabase("records of several devices", (service) => {
  test(
    "give the readings that follow from them, whatever came first",
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async (given) => {
          const withdrawn = expected(given, { isDeleted: true, isUndone: true })
          const left = expected(given, { isDeleted: true, isUndone: true, isEnded: true })
          const all = {
            came: expected(given, { isDeleted: false, isUndone: false }),
            deleted: expected(given, { isDeleted: true, isUndone: false }),
            withdrawn,
            after: withdrawn,
            left,
            again: left
          }
          expect(await lived(service(), given, given.seed)).toEqual(all)
          expect(await lived(service(), given, given.seed + 17)).toEqual(all)
          expect(await lived(service(), given, given.seed + 29, true)).toEqual(all)
        }),
        longRuns(10)
      )
    },
    TIME_LIMIT
  )

  const two = async () => {
    const person = await newPerson(service())
    const made = [await deviceOf(service(), person), await deviceOf(service(), person)]
    const [first, second] = made.map(({ device }) => device.id).toSorted()
    if (first === undefined || second === undefined) throw new Error("There are two devices")
    const say = (device: typeof first, sequence: number, day: string | null, value: number) =>
      send(service(), person, device, bodyOf([{ metric: "weight", uuid: "a", day, value }], sequence))
    return { person, first, second, say }
  }

  test("reappear if the record that hid them moves, is deleted or is undone", async () => {
    const { person, first, second, say } = await two()
    await say(first, 1, DAYS[0], 50)
    await say(second, 1, DAYS[0], 60)
    expect(await readingsOf(person)).toEqual({ [`weight ${DAYS[0]}`]: 50 })
    await say(first, 2, DAYS[1], 50)
    expect(await readingsOf(person)).toEqual({ [`weight ${DAYS[0]}`]: 60, [`weight ${DAYS[1]}`]: 50 })
    await say(second, 2, DAYS[1], 61)
    expect(await readingsOf(person)).toEqual({ [`weight ${DAYS[1]}`]: 50 })
    await say(first, 3, null, 50)
    expect(await readingsOf(person)).toEqual({ [`weight ${DAYS[1]}`]: 61 })
    await say(first, 4, DAYS[1], 52)
    expect(await readingsOf(person)).toEqual({ [`weight ${DAYS[1]}`]: 52 })
    const [listed] = await service().run(listDevices(person.id))
    const standing = listed?.id === first ? listed.importId : (await service().run(listDevices(person.id)))[1]?.importId
    if (standing === null || standing === undefined) throw new Error("The device has a standing import")
    await service().run(Effect.orDie(undoImport(standing)))
    expect(await readingsOf(person)).toEqual({ [`weight ${DAYS[1]}`]: 61 })
  })

  test("sent again by another device are its own, and undoing them leaves those of the other", async () => {
    const { person, first, second, say } = await two()
    await say(second, 1, DAYS[0], 50)
    await say(first, 1, DAYS[0], 50)
    await say(second, 2, DAYS[1], 50)
    expect(await readingsOf(person)).toEqual({ [`weight ${DAYS[0]}`]: 50, [`weight ${DAYS[1]}`]: 50 })
  })

  test("determine the energy of another device's sessions, whichever came first", async () => {
    const session = {
      list: "exercise",
      uuid: "e",
      type: "56",
      start_time: "2026-03-02T17:00:00Z",
      duration_seconds: 2400
    }
    const energy = async (order: ReadonlyArray<"weight" | "session">) => {
      const { person, first, second, say } = await two()
      for (const step of order) {
        if (step === "weight") await say(second, 1, DAYS[0], 50)
        else await send(service(), person, first, payload(1, [session]))
      }
      const { workouts } = await output<{ workouts: ReadonlyArray<{ estimatedCalories: number | null }> }>(
        person.rest("list_workouts", {})
      )
      return workouts.map(({ estimatedCalories }) => estimatedCalories)
    }
    const weighedFirst = await energy(["weight", "session"])
    expect(weighedFirst).toEqual([expect.any(Number)])
    expect(await energy(["session", "weight"])).toEqual(weighedFirst)
  })
})
