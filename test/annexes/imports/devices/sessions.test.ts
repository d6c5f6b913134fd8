import { expect, test } from "bun:test"
import { Effect } from "effect"
import fc from "fast-check"
import { endDevice, undoDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import type { DeviceId } from "../../../../src/annexes/imports/devices/model.ts"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import { ImportId } from "../../../../src/annexes/imports/rows/model.ts"
import { ActivityDay } from "../../../../src/values/activity-day.ts"
import { newPerson, output, overOneDatabase, type Person, type Service } from "../../../support/app.ts"
import { longRuns, PROPERTY_RUNS } from "../../../support/stores.ts"
import { importRows, session as row } from "../support.ts"
import { deviceOf, payload, send, shuffled } from "./support.ts"

const TIME_LIMIT = PROPERTY_RUNS > 0 ? 3_600_000 : 120_000

const DAYS = ["2026-03-01", "2026-03-02"] as const
const day = fc.constantFrom(...DAYS)
/**
 * Minutes of a day at which sessions of an hour begin. Of the first four, each overlaps its neighbours enough to be the
 * same session, and no other.
 */
const STARTS = [420, 445, 470, 495, 720] as const
const start = fc.constantFrom(...STARTS)
const MINUTES = 60

/** Each device's names for its sessions, by Health Connect's number, and the file's own. */
const ACTIVITIES = ["56", "79", "8"] as const
const NAMES = ["Running", "Walking", "Cycling"] as const
const FILED = "From a file"

/** A record of a session as a device states it; without a day if the device has deleted it. */
const stated = fc.record({
  uuid: fc.constantFrom("a", "b"),
  day: fc.option(day, { freq: 6 }),
  start
})
type Stated = typeof stated extends fc.Arbitrary<infer A> ? A : never

const sent = fc.record({
  device: fc.integer({ min: 0, max: 2 }),
  records: fc.uniqueArray(stated, { minLength: 1, maxLength: 2, selector: ({ uuid }) => uuid })
})
type Sent = typeof sent extends fc.Arbitrary<infer A> ? A : never

const scenario = fc.record({
  bodies: fc.array(sent, { minLength: 2, maxLength: 7 }),
  filed: fc.uniqueArray(fc.record({ day, start }), { maxLength: 1, selector: ({ day }) => day }),
  deleted: fc.option(day),
  undone: fc.record({ device: fc.integer({ min: 0, max: 2 }), from: fc.option(day) }),
  ended: fc.integer({ min: 0, max: 2 }),
  seed: fc.integer()
})
type Scenario = typeof scenario extends fc.Arbitrary<infer A> ? A : never

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}:00`

const bodyOf = (device: number, records: ReadonlyArray<Stated>, sequence: number) =>
  payload(
    sequence,
    records.map(({ uuid, day, start }) =>
      day === null
        ? { list: "deleted_records", type: "exercise", uuid: `${device}${uuid}` }
        : {
            list: "exercise",
            uuid: `${device}${uuid}`,
            type: ACTIVITIES[device],
            start_time: `${day}T${clock(start)}Z`,
            duration_seconds: MINUTES * 60
          }
    )
  )

interface Session {
  /** Undefined for the file's. */
  readonly device: number | undefined
  readonly day: string
  readonly start: number
}

const isSame = (one: Session, other: Session) =>
  one.day === other.day && Math.abs(one.start - other.start) < MINUTES / 2

const nameOf = ({ device, day, start }: Session) =>
  `${device === undefined ? FILED : NAMES[device]} ${day} ${clock(start)}`

/** The last state of each device's records, in whatever order they arrived. */
const sessionsOf = (bodies: ReadonlyArray<Sent>): ReadonlyArray<Session> => {
  const last = new Map<string, { readonly device: number; readonly stated: Stated }>()
  for (const { device, records } of bodies) {
    for (const stated of records) last.set(`${device}${stated.uuid}`, { device, stated })
  }
  return [...last.values()].flatMap(({ device, stated: { day, start } }) =>
    day === null ? [] : [{ device, day, start }]
  )
}

/** What has happened since everything arrived. */
interface Since {
  readonly deleted: ReadonlyArray<Session>
  readonly isUndone: boolean
  readonly isEnded: boolean
  readonly isFileUndone: boolean
}

/**
 * The expected sessions. Of several at one time, the file's shows, otherwise the first device's, whether or not another
 * hides it in turn. If the person deleted one, no other device's takes its place.
 */
const expected = ({ bodies, filed, undone, ended }: Scenario, since: Since): ReadonlyArray<Session> => {
  const order = since.isEnded ? [0, 1, 2].filter((device) => device !== ended).concat(ended) : [0, 1, 2]
  const files: ReadonlyArray<Session> = since.isFileUndone
    ? []
    : filed.map(({ day, start }) => ({ device: undefined, day, start }))
  const isUndone = ({ device, day }: Session) =>
    since.isUndone && undone.device === device && (undone.from === null || undone.from <= day)
  const live = sessionsOf(bodies).filter((session) => !isUndone(session))
  const placeOf = ({ device }: Session) => order.indexOf(device ?? 0)
  const shown = live.filter((one) => {
    if (since.deleted.some((other) => nameOf(other) === nameOf(one))) return false
    if (files.some((other) => isSame(one, other))) return false
    if (since.deleted.some((other) => other.device !== one.device && isSame(one, other))) return false
    return !live.some((other) => placeOf(other) < placeOf(one) && isSame(one, other))
  })
  return [...files, ...shown]
}

const shownOf = async ({ rest }: Person) => {
  const { workouts } = await output<{
    workouts: ReadonlyArray<{ id: string; date: string; name: string; startTime: string }>
  }>(rest("list_workouts", { limit: 100 }))
  return workouts.map(({ id, date, name, startTime }) => ({
    id,
    date,
    name: `${name} ${date} ${startTime.slice(11, 19)}`
  }))
}

const namesOf = async (person: Person) => (await shownOf(person)).map(({ name }) => name).toSorted()

/**
 * A person who got all this in an order that follows from a seed, or all bodies concurrently, and functions for what
 * comes next.
 */
const lived = async (service: Service, given: Scenario, seed: number, isAtOnce = false) => {
  const { bodies, filed, deleted, undone, ended } = given
  const person = await newPerson(service)
  const made: Array<DeviceId> = []
  for (const app of ["life-dashboard", "life-dashboard", "health-auto-export"] as const) {
    made.push((await deviceOf(service, person, app)).device.id)
  }
  // The device connected first takes precedence: here the one whose id sorts first, because the clock stands still.
  const ids = made.toSorted()
  const idOf = (device: number) => ids[device] ?? Promise.reject(new Error("There are three devices"))
  const posts = bodies.map(({ device, records }, index) => ({
    device,
    post: async () => send(service, person, await idOf(device), bodyOf(device, records, index + 1))
  }))
  let file: string | null = null
  const importing = async () => {
    const rows = filed.map(({ day, start }) =>
      row(day, clock(start), undefined, { title: FILED, durationSeconds: MINUTES * 60 })
    )
    file = (await importRows(service, person, "hevy", rows, { timezone: "UTC" })).importId
  }
  const posting = isAtOnce ? [() => Promise.all(posts.map(({ post }) => post()))] : posts.map(({ post }) => post)
  const importingOnce = filed.length > 0 ? [importing] : []
  for (const step of shuffled<() => Promise<unknown>>([...posting, ...importingOnce], seed)) await step()
  const sendAgain = async (isEnded = false) => {
    for (const { device, post } of shuffled(posts, seed + 1)) if (!isEnded || device !== ended) await post()
  }
  const came = await namesOf(person)
  for (const { id, date } of await shownOf(person)) {
    if (date === deleted) await output(person.rest("delete_workout", { id }))
  }
  await sendAgain()
  const without = await namesOf(person)
  const from = undone.from === null ? undefined : ActivityDay.make(undone.from)
  await service.run(Effect.orDie(undoDevice(person.id, await idOf(undone.device), from)))
  const withdrawn = await namesOf(person)
  await sendAgain()
  const again = await namesOf(person)
  await service.run(Effect.orDie(endDevice(person.id, await idOf(ended))))
  const after = await namesOf(person)
  await sendAgain(true)
  const afterAgain = await namesOf(person)
  if (file !== null) await service.run(Effect.orDie(undoImport(ImportId.make(file))))
  return { came, without, withdrawn, again, after, afterAgain, unfiled: await namesOf(person) }
}

/** What must be there in each phase. A day with a session of the file is not deleted. */
const allOf = (given: Scenario) => {
  const begun: Since = { deleted: [], isUndone: false, isEnded: false, isFileUndone: false }
  const names = (since: Since) => expected(given, since).map(nameOf).toSorted()
  const deleted = expected(given, begun).filter(({ day }) => day === given.deleted)
  const undone = names({ ...begun, deleted, isUndone: true })
  const ended = names({ ...begun, deleted, isUndone: true, isEnded: true })
  return {
    came: names(begun),
    without: names({ ...begun, deleted }),
    withdrawn: undone,
    again: undone,
    after: ended,
    afterAgain: ended,
    unfiled: names({ deleted, isUndone: true, isEnded: true, isFileUndone: true })
  }
}

overOneDatabase("sessions of several devices", (service) => {
  test(
    "show as they follow from what is stated, whatever arrived first",
    async () => {
      const lives = scenario.filter(({ deleted, filed }) => filed.every(({ day }) => day !== deleted))
      await fc.assert(
        fc.asyncProperty(lives, async (given) => {
          const all = allOf(given)
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
    const say = (device: DeviceId, of: number, uuid: "a" | "b", start: Stated["start"], sequence = 1) =>
      send(service(), person, device, bodyOf(of, [{ uuid, day: DAYS[0], start }], sequence))
    return { person, first, second, say }
  }
  const at = (name: string, minute: number) => `${name} ${DAYS[0]} ${clock(minute)}`

  test("of one device are shown beside each other", async () => {
    const { person, first, say } = await two()
    await say(first, 0, "a", 420)
    await say(first, 0, "b", 445)
    expect(await namesOf(person)).toEqual([at("Running", 420), at("Running", 445)])
  })

  test("that the person has changed stay, whichever device states them", async () => {
    const { person, first, second, say } = await two()
    await say(second, 1, "a", 420)
    const [{ id } = { id: "" }] = await shownOf(person)
    const exercises = [{ name: "Hiking", sets: [{ durationSeconds: 3600 }] }]
    await output(person.rest("replace_workout", { id, name: "My walk", exercises }))
    await say(first, 0, "a", 420)
    await say(second, 1, "a", 420)
    expect(await namesOf(person)).toEqual([at("My walk", 420)])
    await say(first, 0, "a", 720, 2)
    expect(await namesOf(person)).toEqual([at("My walk", 420), at("Running", 720)])
    await service().run(Effect.orDie(undoDevice(person.id, first)))
    expect(await namesOf(person)).toEqual([at("My walk", 420)])
  })

  test("that a reconnected phone sends again are the same", async () => {
    const { person, first, second, say } = await two()
    await say(first, 0, "a", 420)
    await say(second, 0, "a", 420)
    expect(await namesOf(person)).toEqual([at("Running", 420)])
    await service().run(Effect.orDie(endDevice(person.id, first)))
    expect(await namesOf(person)).toEqual([at("Running", 420)])
    await say(second, 0, "a", 720, 2)
    expect(await namesOf(person)).toEqual([at("Running", 720)])
    await service().run(Effect.orDie(undoDevice(person.id, second)))
    expect(await namesOf(person)).toEqual([at("Running", 420)])
  })

  test("keep their energy when the person enters a weight later, like logged sessions", async () => {
    const { person, first, say } = await two()
    const weigh = (date: string, value: number) =>
      output(person.rest("set_body_metrics", { metric: "weight", readings: [{ value, unit: "kg", date }] }))
    await weigh("2026-02-20", 60)
    await say(first, 0, "a", 420)
    const exercises = [{ name: "Running", sets: [{ durationSeconds: 3600 }] }]
    await output(person.rest("log_workout", { name: "Logged", date: DAYS[0], durationSeconds: 3600, exercises }))
    const energies = async () => {
      const { workouts } = await output<{ workouts: ReadonlyArray<{ name: string; estimatedCalories: number }> }>(
        person.rest("list_workouts", {})
      )
      return Object.fromEntries(workouts.map(({ name, estimatedCalories }) => [name, estimatedCalories]))
    }
    const before = await energies()
    expect(before).toEqual({ Running: expect.any(Number), Logged: expect.any(Number) })
    await weigh("2026-02-28", 90)
    expect(await energies()).toEqual(before)
    await say(first, 0, "a", 420)
    const after = await energies()
    expect(after.Logged).toBe(before.Logged ?? 0)
    expect(after.Running).toBeGreaterThan(before.Running ?? Number.POSITIVE_INFINITY)
  })
})
