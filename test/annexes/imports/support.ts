import { expect } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import { type FileOptions, importFile } from "../../../src/annexes/imports/ledger/import-file.ts"
import { type ImportOptions, importTaken } from "../../../src/annexes/imports/ledger/import-history.ts"
import type { Taken } from "../../../src/annexes/imports/ledger/prepared.ts"
import { takeOpened } from "../../../src/annexes/imports/ledger/take.ts"
import type { Report } from "../../../src/annexes/imports/rows/model.ts"
import type {
  Eaten,
  HistoryRow,
  Moment,
  OpenedHistory,
  Reading,
  SetRow,
  WorkoutRow
} from "../../../src/annexes/imports/rows/rows.ts"
import type { Source } from "../../../src/annexes/imports/sources.ts"
import { spoolFolder } from "../../../src/annexes/imports/uploads/spool.ts"
import { today } from "../../../src/contract/handler/user.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import { type Call, output, type Person, type Service } from "../../support/app.ts"

/** An opened file with these rows. */
export const opened = (source: Source, rows: ReadonlyArray<HistoryRow>): OpenedHistory => ({
  source,
  totalBytes: 100,
  batches: Stream.fromIterable(
    Array.from({ length: Math.ceil(rows.length / 500) }, (_, at) => ({
      rows: rows.slice(at * 500, (at + 1) * 500),
      position: 100
    }))
  )
})

const NO_CHOICES: ReadonlyMap<string, string> = new Map()

/** Imports rows as a file; equal rows make the same file. `read` changes what was read, such as what names mean. */
export const importRows = (
  service: Service,
  { id }: Pick<Person, "id">,
  source: Source,
  rows: ReadonlyArray<HistoryRow>,
  options: Partial<ImportOptions> = {},
  read: (taken: Taken) => Taken = (taken) => taken
): Promise<Report> =>
  service.run(
    Effect.gen(function* () {
      const folder = yield* spoolFolder
      const day = yield* today(yield* (yield* AccountStore).findUser(id))
      const order = { folder, name: "file.csv", today: day }
      const taken = read(yield* takeOpened(opened(source, rows), order, () => Effect.void))
      return yield* importTaken(id, folder, taken, {
        file: "file.csv",
        hash: Bun.hash(JSON.stringify(rows)).toString(16),
        timezone: "Europe/Berlin",
        eras: [],
        keepsZones: true,
        dryRun: false,
        overwrite: false,
        removeMissing: false,
        choices: NO_CHOICES,
        ...options
      })
    }).pipe(Effect.scoped, Effect.orDie)
  )

/** The answers to what the tables of an archive for other apps leave open. */
export const AS_EXPORTED = { weightUnit: "kg", distanceUnit: "km", locale: "en" } as const

/** Imports a content as a file of this name. Rejects if it cannot be read, or asks something. */
export const importContent = async (
  service: Service,
  { id }: Pick<Person, "id">,
  name: string,
  content: Uint8Array | string,
  options: Partial<FileOptions> = {}
): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-content-"))
  try {
    const path = join(folder, name)
    writeFileSync(path, content)
    return await service.run(
      Effect.orDie(importFile(id, path, { dryRun: false, overwrite: false, choices: NO_CHOICES, ...options }))
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

let lines = 1
const place = () => ({ file: "file.csv", line: ++lines })

export const at = (day: string, time: string | null = null): Moment => ({
  day: ActivityDay.make(day),
  time,
  instant: null,
  zone: null
})

export const reading = (
  metric: Reading["metric"],
  day: string,
  value: number,
  time: string | null = null
): Reading => ({
  _tag: "Reading",
  place: place(),
  rows: 1,
  metric,
  value,
  at: at(day, time),
  origin: null
})

export const eaten = (day: string, name: string, calories: number, more: Partial<Eaten> = {}): Eaten => ({
  _tag: "Eaten",
  place: place(),
  rows: 1,
  at: at(day),
  meal: "Breakfast",
  name,
  brand: null,
  amount: "100 g",
  nutrition: { calories, protein: 1, carbs: 2, fat: 3, alcohol: 0 },
  notes: null,
  ...more
})

export const set = (more: Partial<SetRow> = {}): SetRow => ({
  place: place(),
  kind: "normal",
  weightKg: 100,
  reps: 5,
  ...more
})

export const exercise = (name: string, sets: ReadonlyArray<SetRow>, more = {}) => ({
  name,
  notes: null,
  superset: null,
  sets,
  ...more
})

export const session = (
  day: string,
  time: string,
  exercises: WorkoutRow["exercises"] = [exercise("Squat (Barbell)", [set(), set()])],
  more: Partial<WorkoutRow> = {}
): WorkoutRow => ({
  _tag: "Workout",
  place: place(),
  rows: exercises.reduce((sum, { sets }) => sum + sets.length, 0),
  title: "Legs",
  start: at(day, time),
  end: null,
  durationSeconds: 3600,
  calories: null,
  notes: null,
  exercises,
  origin: null,
  ...more
})

/** Sessions that began together are listed in the order of their ids, which are random. */
const byStart = (a: Readonly<Record<string, unknown>>, b: typeof a) => {
  const [one, other] = [a, b].map(({ date, startTime, name }) => `${date} ${startTime} ${name}`)
  return String(other) < String(one) ? -1 : 1
}

/** Everything that a person can see of their facts, without what differs between two imports of the same file: ids. */
export const factsOf = async (call: Call): Promise<Readonly<Record<string, unknown>>> => {
  const context = await output<{ readonly streak: unknown; readonly badges: unknown }>(call("get_context"))
  const readings: Array<unknown> = []
  const entries: Array<unknown> = []
  for (let year = 2019; year <= 2026; year++) {
    const range = { from: `${year}-01-01`, to: `${year}-12-31` }
    for (const metric of ["weight", "body_fat", "steps"]) {
      readings.push(
        ...(await output<{ readings: ReadonlyArray<unknown> }>(call("list_body_metrics", { metric, ...range })))
          .readings
      )
    }
    let cursor: string | null = null
    do {
      const page: { entries: ReadonlyArray<{ id: string }>; nextCursor: string | null } = await output(
        call("list_food_entries", { ...range, limit: 100, ...(cursor === null ? {} : { cursor }) })
      )
      entries.push(...page.entries.map(({ id: _id, ...entry }) => entry))
      cursor = page.nextCursor
    } while (cursor !== null)
  }
  const { workouts, total } = await output<{ workouts: ReadonlyArray<{ id: string }>; total: number }>(
    call("list_workouts", { limit: 100 })
  )
  expect(total).toBe(workouts.length)
  const details = await Promise.all(
    workouts.map(async ({ id }) => {
      const { id: _id, ...workout } = await output<Record<string, unknown>>(call("get_workout", { id }))
      return workout
    })
  )
  return { streak: context.streak, badges: context.badges, readings, entries, workouts: details.sort(byStart) }
}

/**
 * Everything that a person has, without what depends on the time of import: the estimated energy of sessions, ids, and
 * the order within a day.
 */
export const factsIn = async ({ rest }: Person) => {
  const { badges: _badges, ...facts } = await factsOf(rest)
  const text = JSON.stringify(facts, (key, value) =>
    key === "estimatedCalories" || String(value).startsWith("ownex_") ? undefined : value
  )
  const lists: Readonly<Record<string, unknown>> = JSON.parse(text)
  return Object.entries(lists).map(([name, rows]) => [
    name,
    Array.isArray(rows) ? rows.map((row) => JSON.stringify(row)).sort() : rows
  ])
}
