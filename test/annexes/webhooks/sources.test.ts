import { beforeAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { addSample } from "../../../src/annexes/imports/sample/sample.ts"
import type { EventName } from "../../../src/annexes/webhooks/model.ts"
import { makeBelongings, stateOf } from "../../every-operation/scenarios.ts"
import { NOON, newPerson, output, TODAY } from "../../support/app.ts"
import { deviceOf, sendFile } from "../imports/devices/support.ts"
import { eaten, exercise, importContent, importRows, reading, session, set } from "../imports/support.ts"
import { callEveryInternal, callInternal } from "../page/features/overview/support.ts"
import { hookOf, onlyOne, overDatabases, sendAll } from "./support.ts"

const YESTERDAY = "2026-03-13"
const EGGS = { quickAdd: { name: "Eggs", calories: 150, protein: 12 }, servings: 2, mealType: "breakfast" }
const LEGS = {
  name: "Legs",
  exercises: [{ exerciseId: "exr_barbell_squat", sets: [{ weight: { value: 100, unit: "kg" }, reps: 5 }] }]
}

overDatabases("what webhooks are told", { webhooksPrivate: true }, (service, receiver) => {
  beforeAll(() => service().setTime(NOON))

  const begin = async (...events: ReadonlyArray<EventName>) => {
    const person = await newPerson(service())
    const to = receiver()
    const hook = await hookOf(service(), person, to, events.length === 0 ? undefined : events)
    const told = async () => {
      await sendAll(service())
      return to.got.splice(0).map(({ type, data }) => [type, data] as const)
    }
    const page = (operation: string, input: object) => output(callInternal(service(), person, operation, input))
    return { person, to, hook, told, page }
  }

  test("of the page: meals that are copied, workouts that are deleted and brought back", async () => {
    const { person, told, page } = await begin()
    const one = await output<{ entry: { id: string } }>(person.rest("log_food_entry", { ...EGGS, date: YESTERDAY }))
    const logged = await output<{ id: string; workout: object }>(person.rest("log_workout", LEGS))
    await told()
    await page("copy_food_entries", { date: YESTERDAY, toDate: TODAY, idempotency_key: "copy" })
    await page("copy_food_entries", { date: YESTERDAY, toDate: TODAY, idempotency_key: "copy" })
    const [, copied] = onlyOne(await told())
    const listed = await output<{ entries: ReadonlyArray<{ id: string }> }>(person.rest("list_food_entries"))
    expect(copied).toEqual({ entry: onlyOne(listed.entries), entries: listed.entries, date: TODAY, timezone: "UTC" })
    expect(onlyOne(listed.entries).id).not.toBe(one.entry.id)
    await page("remove_item", { kind: "workout", id: logged.id, idempotency_key: "remove" })
    expect(await told()).toEqual([
      ["workout.changed", { id: logged.id, deleted: true, name: "Legs", date: TODAY, timezone: "UTC" }]
    ])
    await page("restore_item", { removedBy: "remove" })
    const { estimatedCalories: _, ...whole } = { estimatedCalories: 0, ...logged }
    expect(await told()).toEqual([["workout.changed", expect.objectContaining(whole)]])
    await page("remove_food_entries", { date: TODAY, idempotency_key: "gone" })
    await page("restore_food_entries", { removedBy: "gone", idempotency_key: "back" })
    expect(await told()).toEqual([])
  })

  test("of devices: each fact of the last month as its operation returns it, and its changes", async () => {
    const { person, told } = await begin()
    const { device } = await deviceOf(service(), person, "other")
    const table = (...lines: ReadonlyArray<string>) =>
      sendFile(service(), person, device.id, ["date,metric,value,unit", ...lines].join("\n"))
    await table(
      "2026-03-12,weight,72.4,kg",
      "2026-03-13,weight,72.1,kg",
      "2025-01-01,weight,80,kg",
      "2026-03-13,steps,8000,steps"
    )
    const first = await told()
    const readings = await output<{ readings: ReadonlyArray<object> }>(
      person.rest("list_body_metrics", { metric: "weight", from: "2026-03-01" })
    )
    expect(first).toEqual([
      [
        "reading.set",
        {
          metric: "weight",
          timezone: "UTC",
          readings: readings.readings.map((each) => ({ ...each, changed: true, previous: null }))
        }
      ],
      ["reading.set", expect.objectContaining({ metric: "steps" })]
    ])
    await table("2026-03-12,weight,72.4,kg", "2026-03-13,weight,72.1,kg")
    expect(await told()).toEqual([])
    await table("2026-03-13,weight,71.9,kg")
    const [, changed] = onlyOne(await told())
    expect(changed).toMatchObject({
      readings: [{ date: "2026-03-13", value: 71.9, changed: true, previous: { value: 72.1 } }]
    })
  })

  test("of imports: their end alone, once, and nothing of a dry run or of a second attempt", async () => {
    const { person, told } = await begin()
    const rows = [
      reading("weight", "2026-03-02", 80),
      session("2026-03-03", "18:00:00", [exercise("Squat (Barbell)", [set({ weightKg: 100 })])]),
      eaten("2026-03-02", "Coffee", 5)
    ]
    await importRows(service(), person, "hevy", rows, { dryRun: true })
    expect(await told()).toEqual([])
    const report = await importRows(service(), person, "hevy", rows)
    const { importId, source, made, warnings, notKept, missing } = report
    expect(await told()).toEqual([
      [
        "import.finished",
        { importId, source, rows: report.rows, made, missing, warnings, notKept } as Record<string, unknown>
      ]
    ])
  })

  test("of an import with a column that is not kept: its name, file and rows", async () => {
    const { person, told } = await begin()
    const text =
      "Date,Exercise,Category,Weight (kg),Reps,Distance,Distance Unit,Time,Comment,Mood\n2024-03-04,Squat,,60,5,,,,,calm\n"
    await importContent(service(), person, "FitNotes_Export.csv", text)
    const [, data] = onlyOne(await told())
    expect(data).toMatchObject({ warnings: [], notKept: [{ file: "FitNotes_Export.csv", kind: "Mood", rows: 1 }] })
  })

  test("of sample data and archives: their end, too", async () => {
    const { person, told } = await begin()
    await service().run(Effect.orDie(addSample(person.id)))
    const [type, data] = onlyOne(await told())
    expect([type, data.source]).toEqual(["import.finished", "sample"])
  })

  test("of goals: that they are completed, once for each day, by whatever completes them", async () => {
    await service().setTime(`${YESTERDAY}T12:00:00Z`)
    const { person, told, page } = await begin("goal.completed")
    const goal = async (input: Record<string, unknown>) =>
      (await output<{ goal: { id: string } }>(person.rest("save_goal", input))).goal.id
    const numeric = { type: "numeric", comparison: "min" }
    const protein = await goal({ ...numeric, name: "Protein", metric: "protein", targetValue: 40 })
    const water = await goal({ ...numeric, name: "Water", metric: "hydration", targetValue: 500 })
    const walk = await goal({ name: "Walk", type: "boolean" })
    await goal({ ...numeric, name: "Not too much", metric: "calories", targetValue: 5000, comparison: "max" })
    const weight = await goal({
      ...numeric,
      name: "Lighter",
      metric: "weight",
      targetValue: 75,
      unit: "kg",
      comparison: "max"
    })
    expect(await told()).toEqual([])
    const eat = () => output(person.rest("log_food_entry", EGGS))
    await eat()
    expect(await told()).toEqual([])
    await eat()
    const { goals } = await output<{ goals: ReadonlyArray<{ goalId: string }> }>(person.rest("get_daily_goals"))
    expect(await told()).toEqual([
      ["goal.completed", { date: YESTERDAY, timezone: "UTC", goal: goals.find(({ goalId }) => goalId === protein) }]
    ])
    await eat()
    const ids = async () => (await told()).map(([, { goal, date }]) => [(goal as { goalId: string }).goalId, date])
    expect(await ids()).toEqual([])
    await output(person.rest("set_goal_progress", { goalId: walk, value: true }))
    await page("add_goal_progress", { goalId: water, amount: 600, idempotency_key: "w" })
    expect(await ids()).toEqual([
      [walk, YESTERDAY],
      [water, YESTERDAY]
    ])
    // It is undone and done again: the day had its event.
    await output(person.rest("set_goal_progress", { goalId: walk, value: false }))
    await output(person.rest("set_goal_progress", { goalId: walk, value: true }))
    expect(await ids()).toEqual([])
    await output(person.rest("set_body_metrics", { metric: "weight", readings: [{ value: 74, unit: "kg" }] }))
    expect(await ids()).toEqual([[weight, YESTERDAY]])
    await service().setTime(NOON)
    // Yesterday's weight still counts today, but nobody has weighed themselves.
    await eat()
    expect(await ids()).toEqual([])
    const { device } = await deviceOf(service(), person, "other")
    await sendFile(service(), person, device.id, `date,metric,value,unit\n${TODAY},weight,73,kg`)
    expect(await ids()).toEqual([[weight, TODAY]])
  })

  test("of goals: nothing of those that were completed before the webhook was added", async () => {
    const person = await newPerson(service())
    const saved = await output<{ goal: { id: string } }>(person.rest("save_goal", { name: "Walk", type: "boolean" }))
    await output(person.rest("set_goal_progress", { goalId: saved.goal.id, value: true }))
    const to = receiver()
    await hookOf(service(), person, to)
    await output(person.rest("log_food_entry", EGGS))
    await sendAll(service())
    expect(to.types()).toEqual(["food.logged"])
  })

  test("changes nothing of what operations do: of two people who do the same, one has a webhook", async () => {
    const live = async (hasWebhook: boolean) => {
      const person = await newPerson(service())
      const to = receiver()
      if (hasWebhook) await hookOf(service(), person, to)
      await makeBelongings(service(), person)
      await callEveryInternal(service(), person)
      await sendAll(service())
      // Ids differ, and things of the same time are in the order of their ids.
      const text = JSON.stringify(await stateOf(person)).replaceAll(/\b([a-z]+)_[0-9a-z]{16,24}\b/g, "$1")
      return { parts: text.split(/[{}[\]]/).sort(), types: to.types() }
    }
    const [without, having] = [await live(false), await live(true)]
    expect(having.parts).toEqual(without.parts)
    expect(without.types).toEqual([])
    expect(new Set(having.types)).toEqual(
      new Set(["workout.logged", "workout.changed", "reading.set", "food.logged", "goal.completed"])
    )
  })
})
