import { expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import type { OwnExercise } from "../../../src/features/exercises/own.ts"
import { OwnExercises } from "../../../src/features/exercises/store.ts"
import { newPerson, overEveryStore, type Person } from "../../support/app.ts"

const sled: Omit<OwnExercise, "id" | "name"> = {
  category: "strength",
  trackingType: "weight_reps",
  createdAt: DateTime.unsafeMake(0)
}

overEveryStore("indexes of own exercises", (service) => {
  const add = (person: Person, id: string, name: string) =>
    service().run(Effect.flatMap(OwnExercises, (store) => store.add(person.id, { ...sled, id, name })))
  const replace = (person: Person, changed: Omit<OwnExercise, "createdAt">) =>
    service().run(Effect.flatMap(OwnExercises, (store) => store.replace(person.id, changed)))
  const indexOf = (person: Person) => service().run(Effect.flatMap(OwnExercises, (store) => store.index(person.id)))
  const names = async (person: Person) => [...(await indexOf(person)).byName().keys()]

  test("an index is built once for as long as the list stays the same", async () => {
    const person = await newPerson(service())
    expect((await indexOf(person)).size).toBe(0)
    await add(person, "ownex_i1", "Sled 1")
    await add(person, "ownex_i2", "Sled 2")
    const index = await indexOf(person)
    expect([...index.byId().keys()]).toEqual(["ownex_i1", "ownex_i2"])
    expect(await indexOf(person)).toBe(index)
  })

  test("a new exercise and each change show at once", async () => {
    const person = await newPerson(service())
    await add(person, "ownex_c1", "Sled")
    expect(await names(person)).toEqual(["sled"])
    await add(person, "ownex_c2", "Sledge")
    expect(await names(person)).toEqual(["sled", "sledge"])
    const changed = { id: "ownex_c1", name: "Slide", category: "strength", trackingType: "weight_reps" } as const
    await replace(person, changed)
    expect(await names(person)).toEqual(["slide", "sledge"])
    await replace(person, { ...changed, category: "cardio" })
    expect((await indexOf(person)).byId().get("ownex_c1")?.category).toBe("cardio")
    await replace(person, { ...changed, category: "cardio", trackingType: "distance_duration" })
    expect((await indexOf(person)).byId().get("ownex_c1")?.trackingType).toBe("distance_duration")
  })

  test("two users whose exercises have the same names each have their own", async () => {
    const people = [await newPerson(service()), await newPerson(service())]
    for (const [at, person] of people.entries()) await add(person, `ownex_t${at}`, "Sled")
    for (const [at, person] of people.entries())
      expect([...(await indexOf(person)).byId().keys()]).toEqual([`ownex_t${at}`])
  })
})
