import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { makeService, NOON, newPerson, output, type Person, type Service } from "../../support/app.ts"
import { databases } from "../../support/stores.ts"
import { watching } from "../../support/watching.ts"
import { hookOf, makeReceiver, sendAll } from "./support.ts"

const EGGS = { quickAdd: { name: "Eggs", calories: 150, protein: 12 }, servings: 1, mealType: "breakfast" }
const LEGS = {
  name: "Legs",
  exercises: [{ exerciseId: "exr_barbell_squat", sets: [{ weight: { value: 100, unit: "kg" }, reps: 5 }] }]
}

/** What a statement is for, by a word in it. */
const KINDS = [
  ["read", "FROM tokens JOIN users"],
  ["charge", "INSERT INTO rate_limits"],
  ["begin", "BEGIN"],
  ["lock", "FOR NO KEY UPDATE"],
  ["write", "set_readings("],
  ["write", "add_diary_entry("],
  ["write", "add_workout("],
  ["record", "add_webhook_events("],
  ["goals of a day", "FROM goal_versions"],
  ["commit", "COMMIT"],
  ["read", "FROM body_metrics"]
] as const

const kindOf = (text: string) => KINDS.find(([, word]) => text.includes(word))?.[0] ?? text

const ALONE = ["charge", "begin", "lock", "write", "record", "commit"]

for (const { name, layer } of databases) {
  describe(`a write of a person with a webhook (${name})`, () => {
    let service: Service
    const receiver = makeReceiver()
    let sent: Array<string> = []
    beforeAll(async () => {
      service = await makeService(
        watching(layer, (text) => sent.push(text)),
        { webhooksPrivate: true }
      )
      await service.setTime(NOON)
    }, 60_000)
    afterAll(async () => {
      await receiver.stop()
      await service.stop()
    })

    /** A person with a webhook, whose next writes are no first ones. */
    const begin = async () => {
      const person = await newPerson(service)
      await hookOf(service, person, receiver)
      await output(person.rest("log_workout", LEGS))
      await sendAll(service)
      return person
    }

    /** The statements of a call, without those that read the account or, for the calories of a workout, the weight. */
    const during = async (person: Person, operation: string, input: Record<string, unknown>) => {
      sent = []
      await output(person.rest(operation, input))
      return sent.map(kindOf).filter((kind) => kind !== "read")
    }

    test("sends one statement to record its event, and none for goals that the person does not have", async () => {
      const person = await begin()
      const steps = { metric: "steps", readings: [{ value: 4000 }] }
      expect(await during(person, "set_body_metrics", steps)).toEqual(ALONE)
      expect(await during(person, "log_food_entry", EGGS)).toEqual(ALONE)
      expect(await during(person, "log_workout", LEGS)).toEqual(ALONE)
    })

    test("looks only at the goals of the day that it changes, if that is today or yesterday", async () => {
      const person = await begin()
      const goal = { name: "Protein", type: "numeric", metric: "protein", comparison: "min", targetValue: 4000 }
      await output(person.rest("save_goal", goal))
      const looking = [...ALONE.slice(0, -1), "goals of a day", "commit"]
      expect(await during(person, "log_food_entry", EGGS)).toEqual(looking)
      expect(await during(person, "log_food_entry", { ...EGGS, date: "2026-03-13" })).toEqual(looking)
      expect(await during(person, "log_food_entry", { ...EGGS, date: "2026-03-12" })).toEqual(ALONE)
      expect(await during(person, "log_workout", LEGS)).toEqual(ALONE)
    })
  })
}
