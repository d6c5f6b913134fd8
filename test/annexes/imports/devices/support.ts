import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Clock, Effect } from "effect"
import { recogniseBody } from "../../../../src/annexes/imports/bodies/read-body.ts"
import { arrive, arriveFile } from "../../../../src/annexes/imports/devices/arrive.ts"
import { createDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import type { DeviceApp, DeviceId } from "../../../../src/annexes/imports/devices/model.ts"
import { PersonClock } from "../../../../src/annexes/imports/formats/zones.ts"
import { prepareHere } from "../../../../src/annexes/imports/ledger/prepare.ts"
import { takeOpened } from "../../../../src/annexes/imports/ledger/take.ts"
import type { HistoryRow } from "../../../../src/annexes/imports/rows/rows.ts"
import type { Source } from "../../../../src/annexes/imports/sources.ts"
import { spoolFolder } from "../../../../src/annexes/imports/uploads/spool.ts"
import { ActivityDay } from "../../../../src/values/activity-day.ts"
import { output, type Person, type Service } from "../../../support/app.ts"
import { opened } from "../support.ts"

/** The day of the tests' clock. */
const TODAY = ActivityDay.make("2026-03-14")

/** A device of a person. */
export const deviceOf = async (service: Service, { id }: Person, app: DeviceApp = "life-dashboard") =>
  service.run(Effect.orDie(createDevice(id, { app, name: "Phone", environment: "test" })))

/** The outcome of a body that a device sends. */
export const send = (
  service: Service,
  person: Pick<Person, "id">,
  device: DeviceId,
  body: object,
  { timezone = "UTC", aggregation = "" } = {}
) => {
  const known = recogniseBody(body, { aggregation })
  if (known === undefined) throw new Error("The body is of no known app")
  return service.run(
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.orDie(
        arrive(person.id, device, known.app, known.parts({ clock: new PersonClock(timezone), today: TODAY, now }))
      )
    )
  )
}

/** The outcome of a file that a device sends, such as a table. */
export const sendFile = (service: Service, { id }: Pick<Person, "id">, device: DeviceId, text: string) =>
  service.run(
    Effect.gen(function* () {
      const folder = yield* spoolFolder
      const path = join(folder, "body")
      writeFileSync(path, text)
      const order = { path, name: "body", folder, today: TODAY, read: { timezone: "UTC" } }
      const { content } = yield* prepareHere(order, () => Effect.void)
      if (content._tag !== "Taken") throw new Error("The file is of no known app")
      return yield* arriveFile(id, device, folder, content)
    }).pipe(Effect.scoped, Effect.orDie)
  )

/** The outcome of rows that a device sends as a file. */
export const sendRows = (
  service: Service,
  { id }: Pick<Person, "id">,
  device: DeviceId,
  source: Source,
  rows: ReadonlyArray<HistoryRow>
) =>
  service.run(
    Effect.gen(function* () {
      const folder = yield* spoolFolder
      const taken = yield* takeOpened(opened(source, rows), { folder, name: "body", today: TODAY }, () => Effect.void)
      return yield* arriveFile(id, device, folder, taken)
    }).pipe(Effect.scoped, Effect.orDie)
  )

/** A person's facts without ids, and without badges, which stay once they are earned. */
export const factsWithout = async ({ rest }: Person) => {
  const range = { from: "2026-02-20", to: "2026-03-14" }
  const readings = await Promise.all(
    ["weight", "body_fat", "steps"].map((metric) => output(rest("list_body_metrics", { metric, ...range })))
  )
  const listed = await output<{ entries: ReadonlyArray<{ id: string }> }>(rest("list_food_entries", range))
  const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(rest("list_workouts", { limit: 100 }))
  const sorted = (items: ReadonlyArray<{ id: string }>) =>
    items.map(({ id: _, ...item }) => JSON.stringify(item)).toSorted()
  const { streak } = await output<{ streak: unknown }>(rest("get_context"))
  return { readings, streak, entries: sorted(listed.entries), workouts: sorted(workouts) }
}

export const OF_LIFE_DASHBOARD = {
  timestamp: "2026-03-14T11:00:00Z",
  app_version: "1.21.2",
  source: "health_connect"
} as const

type Listed = { readonly list: string }

/** A phone's payload: its records grouped into lists. */
export const payload = (sequence: number, records: ReadonlyArray<Listed>) => {
  const lists = Object.groupBy(records, ({ list }) => list)
  const without = ({ list: _, ...fields }: Listed) => fields
  const entries = Object.entries(lists).map(([list, some = []]) => [list, some.map(without)] as const)
  return { ...OF_LIFE_DASHBOARD, sequence, ...Object.fromEntries(entries) }
}

/** The items in an order derived from a seed. */
export const shuffled = <A>(items: ReadonlyArray<A>, seed: number): ReadonlyArray<A> => {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
