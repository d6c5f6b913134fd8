import { expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import { type OwnExercise, ownExerciseIds } from "../../../src/features/exercises/own.ts"
import { OwnExercises } from "../../../src/features/exercises/store.ts"
import { failure, newPerson, output, overEveryStore, type Person, type Service } from "../../support/app.ts"
import { get, type Listed, log } from "../workouts/support.ts"

interface Found {
  readonly exercises: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly searchedFor?: string
}

/** Adds an own exercise for a person; returns its id. */
const giveOwn = (service: Service, { id: userId }: Person, name: string, rest: Partial<OwnExercise> = {}) =>
  service.run(
    Effect.gen(function* () {
      const id = yield* ownExerciseIds.make
      const createdAt = yield* DateTime.now
      const own = { id, name, category: "strength" as const, trackingType: "weight_reps" as const, createdAt, ...rest }
      return yield* (yield* OwnExercises).add(userId, own)
    })
  )

const find = async (person: Person, query: string): Promise<Found> =>
  output<Found>(person.rest("search_exercises", { query }))

overEveryStore("own exercises", (service) => {
  test("are found by words and despite typing errors, by nobody else", async () => {
    const [owner, other] = [await newPerson(service()), await newPerson(service())]
    const id = await giveOwn(service(), owner, "Zottman Gargoyle Heave")
    for (const query of ["zottman gargoyle heave", "gargoyle", "heave garg", "gargoyel heave"]) {
      expect((await find(owner, query)).exercises[0]).toMatchObject({ id, name: "Zottman Gargoyle Heave" })
    }
    expect((await find(owner, "gargoyle heave")).searchedFor).toBeUndefined()
    expect(JSON.stringify(await find(other, "gargoyle heave"))).not.toContain(id)
  })

  test("come after equally close ones of the catalogue, and before less close ones", async () => {
    const person = await newPerson(service())
    const id = await giveOwn(service(), person, "Garage Zottman Curl")
    const found = (await find(person, "zottman")).exercises.map((exercise) => exercise.id)
    expect(found.slice(0, 3)).toEqual(["exr_zottman_curl", "exr_zottman_preacher_curl", id])
    const closest = (await find(person, "garage curl")).exercises.map((exercise) => exercise.id)
    expect(closest[0]).toBe(id)
  })

  test("come first by their own name where an exercise of the catalogue only has it as another name", async () => {
    const person = await newPerson(service())
    expect((await find(person, "yoke carry")).exercises[0]?.id).toBe("exr_yoke_walk")
    const id = await giveOwn(service(), person, "Yoke Carry")
    const found = (await find(person, "yoke carry")).exercises.map((exercise) => exercise.id)
    expect(found.slice(0, 2)).toEqual([id, "exr_yoke_walk"])
    const namesake = await giveOwn(service(), person, "Yoke Walk")
    expect((await find(person, "yoke walk")).exercises.map(({ id }) => id).indexOf(namesake)).toBeGreaterThan(0)
  })

  test("are used in workouts by id and by name, and shown by name", async () => {
    const person = await newPerson(service(), { bodyWeightUnit: "kg" })
    await output(person.rest("set_body_metrics", { metric: "weight", readings: [{ value: 80, unit: "kg" }] }))
    const id = await giveOwn(service(), person, "Yoke Push")
    const sets = [{ reps: 5, weight: { value: 60, unit: "kg" } }]
    const saved = await log(person.rest, {
      name: "Yokes",
      exercises: [
        { exerciseId: id, sets },
        { name: "yoke push", sets },
        { name: "Yoke-Pushes", sets }
      ]
    })
    const own = { exerciseId: id, name: "Yoke Push" }
    expect(saved.workout.exercises).toMatchObject([own, own, own])
    expect(saved.estimatedCalories).toBeGreaterThan(0)
    expect((await get(person.mcp, saved.id)).exercises).toMatchObject([own, own, own])
    expect(await output(person.rest("list_workouts", { exerciseId: "Yoke push" }))).toMatchObject({ total: 1 })
    const listed = await output<Listed>(person.rest("list_workouts", { exerciseId: id }))
    expect(listed).toMatchObject({ total: 1, exercise: { sets: 3 } })
    expect(listed.workouts[0]?.exercises).toEqual([own, own, own])
    const { exercises } = await get(person.rest, saved.id)
    expect(exercises[0]?.sets).toHaveLength(1)
    await output(person.rest("replace_workout", { id: saved.id, name: "Again", exercises: [{ exerciseId: id, sets }] }))
  })

  test("are unknown to others, like ids that never existed; every fault is reported at once", async () => {
    const [owner, other] = [await newPerson(service()), await newPerson(service())]
    const id = await giveOwn(service(), owner, "Yoke Push")
    const exercises = [
      { exerciseId: id, sets: [{ reps: 5 }] },
      { name: "Yoke Push", sets: [{ reps: -1 }] }
    ]
    const { details } = await failure(other.rest("log_workout", { name: "", exercises }))
    expect(details?.fields?.map(({ field }) => field).sort()).toEqual([
      "exercises[0].exerciseId",
      "exercises[1].name",
      "exercises[1].sets[0].reps",
      "name"
    ])
    expect((await failure(other.rest("list_workouts", { exerciseId: id }))).code).toBe("validation_failed")
  })

  test("a name can be taken once, ignoring case", async () => {
    const person = await newPerson(service())
    const id = await giveOwn(service(), person, "Log Lift")
    expect(await giveOwn(service(), person, "LOG lift")).toBe(id)
  })
})
