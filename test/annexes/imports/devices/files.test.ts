import { expect, test } from "bun:test"
import { Effect } from "effect"
import { endDevice, undoDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import { newPerson, output, overEveryDatabase, type Person, type Service } from "../../../support/app.ts"
import { deviceOf, payload, send, sendFile } from "./support.ts"

const DAY = "2026-03-13"

const weights = (kilograms: number) => `date,metric,value,unit\n${DAY},weight,${kilograms},kg\n`

const HEVY =
  "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe"

const training = (title: string, start: string, end: string, kilograms: number, sets = 1) => {
  const times = `"13 Mar 2026, ${start}","13 Mar 2026, ${end}"`
  const rows = Array.from(
    { length: sets },
    (_, set) => `"${title}",${times},"","Bench Press (Barbell)",,"",${set},"normal",${kilograms},5,,,`
  )
  return [HEVY, ...rows, ""].join("\n")
}

const meals = (calories: number) =>
  [
    "Day,Group,Food Name,Amount,Energy (kcal),Carbs (g),Fat (g),Protein (g),Category",
    `${DAY},Lunch,Soup,1 bowl,${calories},20,10,5,Soups`,
    ""
  ].join("\n")

/** What a device sends: a file's text, or a body of its app. */
type Body = string | ReturnType<typeof payload>

/** Two devices of one person. The clock stands still, so the one whose id sorts first was connected first. */
const household = async (service: Service) => {
  const person = await newPerson(service)
  const made = [await deviceOf(service, person, "other"), await deviceOf(service, person, "other")]
  const [first, second] = made
    .map(({ device }) => device.id)
    .toSorted()
    .map((id) => ({
      post: (body: Body) =>
        typeof body === "string" ? sendFile(service, person, id, body) : send(service, person, id, body),
      undo: () => service.run(Effect.orDie(undoDevice(person.id, id))),
      end: () => service.run(Effect.orDie(endDevice(person.id, id)))
    }))
  if (first === undefined || second === undefined) throw new Error("There are two devices")
  return { person, first, second }
}

const weightOf = async ({ rest }: Person): Promise<number | undefined> => {
  const range = { metric: "weight", from: DAY, to: DAY }
  const { readings } = await output<{ readings: ReadonlyArray<{ value: number }> }>(rest("list_body_metrics", range))
  return readings[0]?.value
}

const trainings = async ({ rest }: Person): Promise<ReadonlyArray<string>> => {
  const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string; name: string }> }>(
    rest("list_workouts", { limit: 100 })
  )
  const shown = workouts.map(async ({ id, name }) => {
    const { exercises } = await output<{
      exercises: ReadonlyArray<{ name: string; sets: ReadonlyArray<{ weightKg?: number }> }>
    }>(rest("get_workout", { id }))
    return [name, ...exercises.map(({ name, sets: [set] }) => `${name} ${set?.weightKg ?? ""}`.trim())].join(": ")
  })
  return Promise.all(shown)
}

const eaten = async ({ rest }: Person): Promise<ReadonlyArray<number>> => {
  const { entries } = await output<{ entries: ReadonlyArray<{ nutrition: { calories: number } }> }>(
    rest("list_food_entries", { from: DAY, to: DAY })
  )
  return entries.map(({ nutrition }) => nutrition.calories)
}

const FIRST = "Push: Barbell Bench Press 80"
const SECOND = "Chest: Barbell Bench Press 81"

/** What two devices send, in either order, and what shows of it: first both, then without the first device's. */
const CASES: ReadonlyArray<{
  readonly name: string
  readonly bodies: readonly [first: string, second: string]
  readonly shown: (person: Person) => Promise<unknown>
  readonly both: unknown
  readonly rest: unknown
}> = [
  { name: "readings", bodies: [weights(70), weights(71)], shown: weightOf, both: 70, rest: 71 },
  { name: "diary rows", bodies: [meals(300), meals(310)], shown: eaten, both: [300], rest: [310] },
  {
    name: "sessions at one time",
    bodies: [training("Push", "16:50", "17:50", 80), training("Chest", "16:55", "17:55", 81)],
    shown: trainings,
    both: [FIRST],
    rest: [SECOND]
  },
  {
    name: "one session with other sets",
    bodies: [training("Push", "16:50", "17:50", 80), training("Push", "16:50", "17:50", 81)],
    shown: trainings,
    both: [FIRST],
    rest: ["Push: Barbell Bench Press 81"]
  }
]

overEveryDatabase("files that devices send", (service) => {
  test.each(CASES)(
    "show $name of the device connected first, in either order",
    async ({ bodies, shown, both, rest }) => {
      for (const isFirstFirst of [true, false]) {
        const { person, first, second } = await household(service())
        const posts = [() => first.post(bodies[0]), () => second.post(bodies[1])]
        for (const post of isFirstFirst ? posts : posts.toReversed()) await post()
        expect(await shown(person)).toEqual(both)
        await first.undo()
        expect(await shown(person)).toEqual(rest)
        await first.post(bodies[0])
        expect(await shown(person)).toEqual(rest)
      }
    }
  )

  test.each(CASES)(
    "show $name of the next device once the first is disconnected",
    async ({ bodies, shown, both, rest }) => {
      const { person, first, second } = await household(service())
      await second.post(bodies[1])
      await first.post(bodies[0])
      expect(await shown(person)).toEqual(both)
      await first.end()
      expect(await shown(person)).toEqual(rest)
    }
  )

  test("come before the records of a device connected earlier, because they hold sets", async () => {
    const record = {
      list: "exercise",
      type: "70",
      start_time: `${DAY}T16:52:00Z`,
      end_time: `${DAY}T17:45:00Z`,
      duration_seconds: 3180,
      uuid: "e1"
    }
    for (const isFileFirst of [true, false]) {
      const { person, first, second } = await household(service())
      const posts = [() => second.post(training("Push", "16:50", "17:50", 80)), () => first.post(payload(1, [record]))]
      for (const post of isFileFirst ? posts : posts.toReversed()) await post()
      expect(await trainings(person)).toEqual([FIRST])
      await second.undo()
      expect(await trainings(person)).toHaveLength(1)
      expect(await trainings(person)).not.toEqual([FIRST])
    }
  })

  test("count each row, replace what an earlier file stated, and change nothing when they are repeated", async () => {
    const { person, first } = await household(service())
    const file = training("Push", "16:50", "17:50", 80, 3)
    expect(await first.post(file)).toMatchObject({ counts: { new: 3, leftOut: 0 } })
    expect(await first.post(file)).toMatchObject({ counts: { unchanged: 3, leftOut: 0 } })
    const corrected = training("Push", "16:50", "17:50", 82.5, 3)
    expect(await first.post(corrected)).toMatchObject({ counts: { changed: 3, leftOut: 0 } })
    expect(await trainings(person)).toEqual(["Push: Barbell Bench Press 82.5"])
    expect(await first.post(`${weights(70)}${DAY},weight,71,kg\n${DAY},mood,8,\n`)).toMatchObject({
      counts: { new: 1, merged: 1 },
      leftOut: [{ what: "body, line 4" }]
    })
    expect(await weightOf(person)).toBe(71)
    expect(await first.post(weights(69))).toMatchObject({ counts: { changed: 1 } })
    expect(await weightOf(person)).toBe(69)
  })

  test("state a session as before, whatever else a later file records under its exercises' names", async () => {
    const { person, first } = await household(service())
    const march = training("Push", "16:50", "17:50", 80)
    const later = `${march}${training("Chest", "19:10", "20:10", 85, 2).split("\n").slice(1).join("\n")}`
    await first.post(march)
    expect(await first.post(later)).toMatchObject({ counts: { new: 2, unchanged: 1, changed: 0 } })
    expect(await trainings(person)).toEqual(["Chest: Barbell Bench Press 85", FIRST])

    const other = await household(service())
    await other.first.post(march)
    await other.first.undo()
    expect(await other.first.post(later)).toMatchObject({ counts: { new: 2, leftOut: 1 } })
    expect(await trainings(other.person)).toEqual(["Chest: Barbell Bench Press 85"])
  })

  test("leave a deleted session deleted: no other device's recording of it appears", async () => {
    const { person, first, second } = await household(service())
    await first.post(training("Push", "16:50", "17:50", 80))
    const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(person.rest("list_workouts", {}))
    await output(person.rest("delete_workout", { id: workouts[0]?.id }))
    const came = await second.post(training("Chest", "16:55", "17:55", 81))
    expect(came).toMatchObject({ counts: { new: 0 }, leftOut: [{ what: `Chest on ${DAY}` }] })
    expect(await trainings(person)).toEqual([])
  })
})
