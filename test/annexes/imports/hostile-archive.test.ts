import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Schema } from "effect"
import fc from "fast-check"
import { partNames } from "../../../src/annexes/imports/archive/format.ts"
import { ImportStore } from "../../../src/annexes/imports/ledger/store.ts"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import type { ImportId, Report } from "../../../src/annexes/imports/rows/model.ts"
import { operations } from "../../../src/api.ts"
import { canonicalOf, Metric } from "../../../src/features/body-metrics/model.ts"
import { newPerson, output, overOneDatabase, type Person, type Service } from "../../support/app.ts"
import { longRuns } from "../../support/stores.ts"
import { type Listed as Routines, routinesOf } from "../page/features/routines/support.ts"
import { archiveOf as zipOf } from "./archive-of.ts"
import { archiveOf, dryRun, restore, sealed } from "./archives.ts"
import { somebody } from "./somebody.ts"
import { eaten, exercise, factsOf, importRows, reading, session, set } from "./support.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-hostile-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Files = ReadonlyMap<string, string>

/** Packs the files as an attacker would: with a manifest that is right about them. */
const pathOf = async (files: Files): Promise<string> => {
  const path = join(folder, `${crypto.randomUUID()}.zip`)
  await Bun.write(path, zipOf(sealed(files)))
  return path
}

const linesOf = (files: Files, name: string): Array<string> => (files.get(name) ?? "").split("\n").slice(0, -1)
const withLines = (files: Files, name: string, lines: ReadonlyArray<string>): Files =>
  new Map(files).set(name, lines.map((line) => `${line}\n`).join(""))

/** The archive with other values in one line. */
const withValues = (files: Files, name: string, at: number, values: Readonly<Record<string, unknown>>): Files =>
  withLines(
    files,
    name,
    linesOf(files, name).map((line, index) =>
      index === at ? JSON.stringify({ ...JSON.parse(line), ...values }) : line
    )
  )

const addsUp = ({ rows: { read, ...rows } }: Report, lines: number) => {
  expect(Object.values(rows).reduce((sum, count) => sum + count, 0)).toBe(read)
  expect(read).toBe(lines)
}

const lineCount = (files: Files): number =>
  [...partNames, "badges"].reduce((sum, name) => sum + linesOf(files, `${name}.ndjson`).length, 0)

/** Imports an archive after a dry run, which must report the same; nothing may be left unfinished. */
const importTwice = async (service: Service, person: Person, files: Files): Promise<Report> => {
  const path = await pathOf(files)
  const preview = await dryRun(service, person, path)
  const report = await restore(service, person, path)
  addsUp(report, lineCount(files))
  expect(preview).toEqual({ ...report, importId: null, dryRun: true })
  const imports = await service.run(Effect.flatMap(ImportStore, (store) => store.list(person.id)))
  expect(imports.find(({ id }) => id === report.importId)?.finishedAt).toBeNumber()
  return report
}

const isOutput = (name: string, value: unknown) => {
  const found = operations.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`there is no operation ${name}`)
  expect(Schema.is(Schema.typeSchema(found.output))(value)).toBe(true)
}

/** Expects that everything the person can list matches its operation's schema, and is within the bounds for writing. */
const isSound = async (service: Service, person: Person) => {
  const { rest } = person
  for (const metric of Metric.literals) {
    const { min, max } = canonicalOf(metric)
    const range = { metric, from: "2025-01-01", to: "2025-12-31" }
    const listed = await output<{ readings: ReadonlyArray<{ value: number }> }>(rest("list_body_metrics", range))
    isOutput("list_body_metrics", listed)
    for (const { value } of listed.readings) expect(value >= min && value <= max).toBe(true)
  }
  isOutput("list_food_entries", await output(rest("list_food_entries", { from: "1900-01-01", to: "2100-12-31" })))
  isOutput("search_foods", await output(rest("search_foods", { kind: "custom_food" })))
  isOutput("search_foods", await output(rest("search_foods", { kind: "saved_meal" })))
  const listed = await output<{ workouts: ReadonlyArray<{ id: string }> }>(rest("list_workouts", { limit: 100 }))
  isOutput("list_workouts", listed)
  for (const { id } of listed.workouts) {
    const workout = await output<{ name: string; exercises: ReadonlyArray<{ exerciseId: string; name: string }> }>(
      rest("get_workout", { id })
    )
    isOutput("get_workout", workout)
    expect(workout.name.trim()).not.toBe("")
    for (const { exerciseId, name } of workout.exercises) expect(name).not.toBe(exerciseId)
  }
  const { call, get } = routinesOf(service, person)
  for (const { id } of (await output<Routines>(call("get_routines"))).routines) {
    const { name, exercises } = await get(id)
    expect(name.trim()).not.toBe("")
    for (const exercise of exercises) expect(exercise.name).not.toBe(exercise.exerciseId)
  }
  isOutput("list_goals", await output(rest("list_goals")))
  isOutput("get_daily_goals", await output(rest("get_daily_goals", { date: "2025-06-01" })))
  isOutput("get_daily_goals", await output(rest("get_daily_goals")))
  isOutput("get_context", await output(rest("get_context")))
}

/** A valid archive, with items that an import has changed. */
const goodArchive = async (service: Service): Promise<Files> => {
  const person = await somebody(service)
  const rows = (weightKg: number, calories: number) => [
    session("2025-03-05", "18:00:00", [exercise("Gargoyle Heave", [set({ weightKg })])]),
    eaten("2025-03-05", "Tea", calories)
  ]
  await importRows(service, person, "hevy", rows(50, 1))
  await importRows(service, person, "hevy", rows(60, 2))
  return (await archiveOf(folder, service, person)).texts
}

const files = [...partNames, "badges"].map((name) => `${name}.ndjson`)
/** Longer than a database index can hold, and without repetition. */
const LONG = Array.from({ length: 300 }, (_, at) => Bun.hash(String(at)).toString(36)).join("")

const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    -5,
    10.5,
    500,
    1e300,
    -0,
    5e-324,
    "",
    " ",
    "garbage",
    "\u0000",
    "\ud800",
    true,
    [],
    {}
  ),
  fc.constantFrom<unknown>(
    "2090-03-01",
    "2025-02-30",
    "0000-01-01T00:00:00.000Z",
    "2025-99-01T00:00:00.000Z",
    "null",
    "[]"
  ),
  fc.constantFrom<unknown>(LONG, "é".repeat(129), "[".repeat(5000), [{}], ["mon", "mon"], '{"value":-5}'),
  fc.constantFrom<unknown>("weight never", "boolean", "numeric", "exr_running", "exr_nothing", 2 ** 31, 1e16)
)
interface Change {
  readonly how: string
  readonly file: string
  readonly line: number
  readonly field: number
  readonly value: unknown
}

const change: fc.Arbitrary<Change> = fc.record({
  how: fc.constantFrom("value", "value", "value", "value", "value", "value", "twice", "gone", "cut", "infinite"),
  file: fc.constantFrom(...files),
  line: fc.nat(),
  field: fc.nat(),
  value
})

const changed = (good: Files, { how, file, line, field, value }: Change): Files => {
  const lines = linesOf(good, file)
  const at = line % Math.max(lines.length, 1)
  const old = lines[at]
  // Removed values stay as they are.
  if (old?.endsWith("}") !== true) return good
  const fields = Object.keys(JSON.parse(old))
  switch (how) {
    case "value":
      return withValues(good, file, at, { [fields[field % fields.length] ?? ""]: value })
    case "twice":
      return withLines(good, file, lines.toSpliced(at, 0, old))
    case "gone":
      return withLines(good, file, lines.toSpliced(at, 1))
    case "cut":
      return withLines(good, file, lines.toSpliced(at, 1, old.slice(0, old.length / 2)))
    default:
      return withLines(good, file, lines.toSpliced(at, 1, old.replace(/:[0-9.]+(?=[,}])/, ":1e400")))
  }
}

overOneDatabase("an archive changed by hand", (service) => {
  let made: Promise<Files> | undefined
  const goodArchiveOnce = () => {
    made ??= goodArchive(service())
    return made
  }

  test("is left out line by line if it cannot be stored, with the reason, also in a dry run", async () => {
    const good = await goodArchiveOnce()
    const impossible = [
      ["readings", 0, { metric: "weight", value: -5 }, "value must be 20 to 500 kg for weight; received -5"],
      ["readings", 0, { metric: "steps", value: 10.5 }, "value must be whole steps; received 10.5"],
      ["readings", 0, { metric: "body_fat", value: 500 }, "value must be 2 to 80 percent for body_fat; received 500"],
      ["readings", 0, { date: "2090-03-01" }, "is in the future"],
      ["workouts", 0, { startTime: "garbage" }, "startTime: must be an ISO 8601 timestamp with an offset"],
      ["workouts", 0, { name: "" }, "name: must be 1 to 200 characters long"],
      ["workouts", 0, { exercises: [] }, "exerciseCount must be 0"],
      [
        "workouts",
        0,
        { exercises: [{ exerciseId: "exr_nothing", sets: [{ setType: "working" }] }], exerciseCount: 1 },
        "names an exercise that is not there (exr_nothing)"
      ],
      [
        "custom-foods",
        0,
        { recipe: { makesServings: 0, items: [] } },
        "recipe.makesServings: must be a number more than 0"
      ],
      ["imports", 0, { eras: [{ zone: "Nowhere/Else", until: 0 }] }, "eras.0.zone: must be an IANA timezone name"],
      ["imports", 0, { eras: Array(1001).fill({ zone: "UTC", until: 0 }) }, "eras: must have at most 1000 timezones"],
      ["custom-foods", 0, { recipe: null, protein: 101 }, "protein must be at most 100 grams per 100 g"],
      ["entries", 0, { servings: 10_001 }, "servings: must be a number more than 0 and at most 10000"],
      ["saved-meals", 0, { servings: 5e-324 }, "servings: must be a number from 0.01 to 10000"],
      ["routines", 0, { name: " ".repeat(3) }, "name: must be 1 to 100 characters long"],
      ["routines", 0, { place: -1 }, "place: "],
      ["routines", 0, { exercises: [] }, "exercises: must hold at least one"],
      ["routines", 0, { exercises: [{ exerciseId: "exr_plank", sets: [{ reps: 5 }] }] }, "setType: is missing"],
      [
        "routines",
        0,
        { exercises: [{ exerciseId: "exr_nothing", sets: [{ setType: "working" }] }] },
        "names an exercise that is not there (exr_nothing)"
      ],
      ["goals", 0, { type: "numeric", metric: null }, "metric must be given for a numeric goal"],
      [
        "goals",
        0,
        { type: "numeric", metric: "steps", unit: "oz" },
        "unit must be given for weight, hydration or custom only"
      ],
      ["goals", 0, { type: "numeric", metric: "weight", unit: null }, "unit must be kg or lb for weight"],
      ["goals", 0, { type: "numeric", metric: "weight", unit: "stone" }, "unit must be kg or lb for weight"],
      ["goal-revisions", 0, { endDate: "1950-01-01" }, "startDate must not be after endDate"],
      ["progress", 0, { date: "2090-03-01" }, "is in the future"],
      ["badges", 0, { earnedOn: "not a date" }, "earnedOn: must be a real calendar day"],
      ["badges", 0, { id: "best_of_all" }, "id: "],
      ["import-items", 0, { before: "null" }, "before must be a row of its kind"]
    ] as const
    for (const [part, at, values, reason] of impossible) {
      const name = `${part}.ndjson`
      const person = await newPerson(service(), { timezone: "Europe/Berlin" })
      const { leftOut } = await importTwice(service(), person, withValues(good, name, at, values))
      expect(leftOut[0]).toMatchObject({ file: name, line: at + 1, reason: expect.stringContaining(reason) })
      await isSound(service(), person)
    }
  }, 120_000)

  test("from an earlier version is imported without the fields that it lacks", async () => {
    const good = await goodArchiveOnce()
    const at = linesOf(good, "goals.ndjson").findIndex((line) => JSON.parse(line).name === "Water")
    const plain = linesOf(good, "custom-foods.ndjson").findIndex((line) => JSON.parse(line).recipe === null)
    const withoutUnit = withValues(good, "goals.ndjson", at, { unit: undefined })
    const withoutRecipe = withValues(withoutUnit, "custom-foods.ndjson", plain, { recipe: undefined })
    const older = withValues(withoutRecipe, "workouts.ndjson", 0, { appCalories: undefined })
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    expect((await importTwice(service(), person, older)).leftOut).toEqual([])
    const { goals } = await output<{ goals: ReadonlyArray<{ name: string }> }>(person.rest("list_goals"))
    const goal = goals.find(({ name }) => name === "Water")
    expect(goal).toMatchObject({ targetValue: 2 })
    expect(goal).not.toHaveProperty("unit")
    await isSound(service(), person)
  })

  test("ends no import or undo, and stores nothing that cannot be shown", async () => {
    const good = await goodArchiveOnce()
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(change, { minLength: 1, maxLength: 12 }), async (overlaps, changes) => {
        const person = await newPerson(service(), { timezone: "Europe/Berlin" })
        if (overlaps) {
          await importRows(service(), person, "hevy", [
            session("2025-03-05", "18:00:00", [exercise("Gargoyle Heave", [set({ weightKg: 50 })])]),
            session("2025-03-03", "18:10:00", undefined, { title: "Arms" }),
            eaten("2025-03-02", "Coffee", 5),
            eaten("2025-03-05", "Tea", 1),
            reading("weight", "2025-03-02", 80.12345)
          ])
        }
        const before = await factsOf(person.rest)
        const { importId } = await importTwice(service(), person, changes.reduce(changed, good))
        await isSound(service(), person)
        // An undo also removes the items of restored imports.
        const imports = await service().run(Effect.flatMap(ImportStore, (store) => store.list(person.id)))
        for (const { id } of imports.toReversed()) {
          if (id !== importId) await service().run(Effect.ignore(undoImport(id)))
        }
        await isSound(service(), person)
        await service().run(Effect.ignore(undoImport(importId as ImportId)))
        expect(Object.keys(await factsOf(person.rest))).toEqual(Object.keys(before))
      }),
      { ...longRuns(24), endOnFailure: true }
    )
  }, 240_000)

  test("without any changes is restored completely, including what imports have changed", async () => {
    const good = await goodArchiveOnce()
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const report = await importTwice(service(), person, good)
    expect(report).toMatchObject({ leftOut: [], rows: { new: lineCount(good) } })
    expect(linesOf(good, "import-items.ndjson").filter((line) => JSON.parse(line).before !== null)).toHaveLength(2)
    const { texts } = await archiveOf(folder, service(), person)
    for (const name of files) expect([name, texts.get(name)]).toEqual([name, good.get(name)])
  })
})
