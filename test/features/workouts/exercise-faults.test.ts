import { expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import { ownExerciseIds } from "../../../src/features/exercises/own.ts"
import { OwnExercises } from "../../../src/features/exercises/store.ts"
import { invalidFields, newPerson, overEveryStore, type Person, type Service } from "../../support/app.ts"
import { log } from "./support.ts"

/** An exercise of the person's own; returns its id. */
const ownExercise = (service: Service, { id: userId }: Person, name: string) =>
  service.run(
    Effect.gen(function* () {
      const id = yield* ownExerciseIds.make
      const createdAt = yield* DateTime.now
      const own = { id, name, category: "strength" as const, trackingType: "weight_reps" as const, createdAt }
      return yield* (yield* OwnExercises).add(userId, own)
    })
  )

overEveryStore("faults of a workout's exercises", (service) => {
  test("are not of the person's own exercises, whatever else is wrong", async () => {
    const person = await newPerson(service())
    const exerciseId = await ownExercise(service(), person, "Gargoyle Heave")
    const faults = (exercise: object, reps: number) =>
      invalidFields(person.rest("log_workout", { name: "Heave", exercises: [{ ...exercise, sets: [{ reps }] }] }))
    await log(person.rest, { exercises: [{ exerciseId, sets: [{ reps: 5 }] }] })
    expect(await faults({ exerciseId }, -1)).toEqual(["exercises[0].sets[0].reps"])
    expect(await faults({ name: "Gargoyle Heave" }, -1)).toEqual(["exercises[0].sets[0].reps"])
    const stranger = await newPerson(service())
    const theirs = { name: "Heave", exercises: [{ exerciseId, sets: [{ reps: -1 }] }] }
    expect((await invalidFields(stranger.rest("log_workout", theirs))).toSorted()).toEqual([
      "exercises[0].exerciseId",
      "exercises[0].sets[0].reps"
    ])
  })

  test("name an unknown id once, however long it is", async () => {
    const { rest } = await newPerson(service())
    for (const length of [1, 128, 129, 200]) {
      const exercises = [{ exerciseId: "x".repeat(length), sets: [{ reps: 5 }] }]
      expect([length, await invalidFields(rest("log_workout", { name: "A", exercises }))]).toEqual([
        length,
        ["exercises[0].exerciseId"]
      ])
    }
  })
})
