import { expect, test } from "bun:test"
import { Effect } from "effect"
import { createDevice, undoDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import { editable } from "../../../features/workouts/support.ts"
import { newPerson, output, overOneDatabase, type Person, type Service } from "../../../support/app.ts"
import { payload } from "../devices/support.ts"

const HEVY =
  "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe"

/** An export of Hevy: sessions of an hour in March 2026. */
const hevy = (...sessions: ReadonlyArray<readonly [title: string, day: number, start: string]>) =>
  [
    HEVY,
    ...sessions.map(([title, day, start]) => {
      const end = `${Number(start.slice(0, 2)) + 1}${start.slice(2)}`
      return `"${title}","${day} Mar 2026, ${start}","${day} Mar 2026, ${end}","","Bench Press (Barbell)",,"",0,"normal",80,5,,,`
    }),
    ""
  ].join("\n")

/** An export of Cronometer: what was eaten at breakfast. */
const cronometer = (...foods: ReadonlyArray<readonly [name: string, day: number, grams: number]>) =>
  [
    "Day,Group,Food Name,Amount,Energy (kcal),Carbs (g),Fat (g),Protein (g)",
    ...foods.map(
      ([name, day, grams]) =>
        `2026-03-${String(day).padStart(2, "0")},Breakfast,${name},${grams} g,${3.8 * grams},20,10,5`
    ),
    ""
  ].join("\n")

interface Came {
  readonly new: number
  readonly unchanged: number
  readonly changed: number
  readonly leftOut: ReadonlyArray<{ readonly what: string; readonly reason: string }>
}

const setUp = async (service: Service) => {
  const person = await newPerson(service, { ownLimits: { arrivalsBurst: 1000 } })
  const made = { app: "other", name: "Script", environment: "test" } as const
  const { token, device } = await service.run(Effect.orDie(createDevice(person.id, made)))
  const post = async (body: string | object): Promise<Came> => {
    const [text, type] = typeof body === "string" ? [body, "text/csv"] : [JSON.stringify(body), "application/json"]
    const headers = { authorization: `Bearer ${token}`, "content-type": type }
    const response = await service.fetch("/ingest", { method: "POST", headers, body: text })
    const answer = await response.json()
    if (response.status !== 200) throw new Error(JSON.stringify(answer))
    return answer as Came
  }
  return { person, post, undo: () => service.run(Effect.orDie(undoDevice(person.id, device.id))) }
}

const workoutsOf = async ({ rest }: Person) =>
  (
    await output<{ workouts: ReadonlyArray<{ id: string; name: string; date: string }> }>(
      rest("list_workouts", { limit: 100 })
    )
  ).workouts

const sessions = async (person: Person) =>
  (await workoutsOf(person)).map(({ name, date }) => `${Number(date.slice(8))} ${name}`).toSorted()

const entriesOf = async ({ rest }: Person) =>
  (
    await output<{
      entries: ReadonlyArray<{
        id: string
        date: string
        food: { name: string }
        nutrition: { calories: number }
      }>
    }>(rest("list_food_entries", { from: "2026-03-01", to: "2026-03-14", limit: 100 }))
  ).entries

const foods = async (person: Person) =>
  (await entriesOf(person))
    .map(({ date, food, nutrition }) => `${Number(date.slice(8))} ${food.name} ${nutrition.calories}`)
    .toSorted()

const nothingNew = { new: 0, changed: 0, leftOut: [] }

/** Over one database: `devices/files` asks the same of each, and `ingest/readers` sends files to the endpoint over each. */
overOneDatabase("an app's next file, sent by a device", (service) => {
  test("names what it does not take of a file: rows, values within rows, and columns", async () => {
    const { person, post } = await setUp(service())
    const came = await post("date,weight (kg),body fat (%),BMI\n2026-03-03,80,95,25\n2026-03-04,x,20,25\n")
    expect(came).toMatchObject({ new: 1 })
    expect(came.leftOut).toEqual([
      { what: "body, line 3", reason: '"x" is not a number' },
      { what: "file", reason: "body, line 2: body_fat of 95 is not between 2 and 80 percent, and was left out." },
      { what: "BMI", reason: "is not kept" }
    ])
    const weights = { metric: "weight", from: "2026-03-01", to: "2026-03-09" }
    expect(
      (await output<{ readings: ReadonlyArray<unknown> }>(person.rest("list_body_metrics", weights))).readings
    ).toHaveLength(1)
  })

  test("replaces a renamed session, and the first file brings it back", async () => {
    const { person, post } = await setUp(service())
    const [first, second] = [hevy(["Push", 8, "16:50"]), hevy(["Push A", 8, "16:50"])]
    await post(first)
    expect(await post(second)).toMatchObject({ new: 1, changed: 0, leftOut: [], replaced: ["Push on 2026-03-08"] })
    expect(await sessions(person)).toEqual(["8 Push A"])
    expect(await post(second)).toMatchObject({ ...nothingNew, unchanged: 1, replaced: [] })
    expect(await sessions(person)).toEqual(["8 Push A"])
    await post(first)
    expect(await sessions(person)).toEqual(["8 Push"])
  })

  test("replaces a corrected amount, and the first file brings it back", async () => {
    const { person, post } = await setUp(service())
    const [first, second] = [cronometer(["Oats", 8, 100]), cronometer(["Oats", 8, 150])]
    await post(first)
    expect(await foods(person)).toEqual(["8 Oats 380"])
    expect(await post(second)).toMatchObject({ new: 1, changed: 0, leftOut: [], replaced: ["Oats on 2026-03-08"] })
    expect(await foods(person)).toEqual(["8 Oats 570"])
    expect(await post(second)).toMatchObject({ ...nothingNew, unchanged: 1 })
    await post(first)
    expect(await foods(person)).toEqual(["8 Oats 380"])
  })

  test("takes back what was deleted on a day that it mentions, and leaves other days alone", async () => {
    const { person, post, undo } = await setUp(service())
    await post(hevy(["Early", 7, "08:00"], ["Legs", 8, "08:00"], ["Push", 8, "16:50"], ["Late", 9, "08:00"]))
    await post(cronometer(["Oats", 7, 100], ["Oats", 8, 100], ["Tea", 8, 1], ["Oats", 9, 100]))
    expect(await post(hevy(["Legs", 8, "08:00"]))).toMatchObject({ ...nothingNew, unchanged: 1 })
    expect(await post(cronometer(["Oats", 8, 100]))).toMatchObject({ ...nothingNew, unchanged: 1 })
    expect(await sessions(person)).toEqual(["7 Early", "8 Legs", "9 Late"])
    expect(await foods(person)).toEqual(["7 Oats 380", "8 Oats 380", "9 Oats 380"])
    await undo()
    expect([...(await sessions(person)), ...(await foods(person))]).toEqual([])
  })

  test("leaves to the person what they changed or deleted, whatever its app calls it now", async () => {
    const { person, post } = await setUp(service())
    const file = hevy(["Push", 8, "16:50"], ["Pull", 9, "16:50"])
    await post(file)
    await post(cronometer(["Oats", 8, 100], ["Rice", 8, 100]))
    const held = await workoutsOf(person)
    const idOf = (name: string) => held.find((workout) => workout.name === name)?.id
    const pushed = editable(await output(person.rest("get_workout", { id: idOf("Push") })))
    await output(person.rest("replace_workout", { ...pushed, id: idOf("Push"), name: "Mine" }))
    await output(person.rest("delete_workout", { id: idOf("Pull") }))
    const eaten = await entriesOf(person)
    const entryOf = (name: string) => eaten.find(({ food }) => food.name === name)?.id
    await output(person.rest("update_food_entry", { id: entryOf("Oats"), servings: 2 }))
    await output(person.rest("delete_food_entry", { id: entryOf("Rice") }))

    const renamed = hevy(["Push A", 8, "16:55"], ["Pull A", 9, "16:50"], ["Legs", 9, "08:00"])
    const corrected = cronometer(["Oats", 8, 150], ["Rice", 8, 50], ["Tea", 8, 1])
    for (const isFirst of [true, false]) {
      const came = [await post(renamed), await post(corrected)]
      expect(came.map(({ leftOut }) => leftOut.length)).toEqual([2, 2])
      expect(came).toMatchObject([{ new: isFirst ? 1 : 0 }, { new: isFirst ? 1 : 0 }])
      expect(await sessions(person)).toEqual(["8 Mine", "9 Legs"])
      expect(await foods(person)).toEqual(["8 Oats 760", "8 Tea 3.8"])
    }
    await post(file)
    expect(await sessions(person)).toEqual(["8 Mine"])
  })

  test("leaves alone what other apps' files, and apps themselves, have sent by the same device", async () => {
    const { person, post } = await setUp(service())
    const record = { start_time: "2026-03-08T06:00:00Z", end_time: "2026-03-08T06:40:00Z" }
    const run = { list: "exercise", type: "56", duration_seconds: 2400, uuid: "e1", ...record }
    const apple = { list: "nutrition", name: "Apple", calories: 52, meal_type: "snack", uuid: "n1", ...record }
    const body = payload(1, [run, apple])
    const strong = [
      "Date,Workout Name,Exercise Name,Set Order,kg,Reps,km,Seconds,Notes",
      '2026-03-08 12:00:00,Noon,"Bench Press (Barbell)",1,80,5,0,0,',
      ""
    ].join("\n")
    const table = "date,meal,food,calories_kcal\n2026-03-08,Lunch,Soup,300\n"
    await post(body)
    await post(table)
    await post(strong)
    await post(hevy(["Push", 8, "16:50"]))
    await post(cronometer(["Oats", 8, 100]))
    await post(hevy(["Push A", 8, "16:50"]))
    await post(cronometer(["Oats", 8, 150]))
    expect(await sessions(person)).toEqual(["8 Noon", "8 Push A", "8 Running"])
    expect(await foods(person)).toEqual(["8 Apple 52", "8 Oats 570", "8 Soup 300"])
    expect(await post(body)).toMatchObject(nothingNew)
    await post(strong.replace("Noon", "Midday"))
    expect(await sessions(person)).toEqual(["8 Midday", "8 Push A", "8 Running"])
  })
})
