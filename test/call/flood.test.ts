import { describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import { makeService, newPerson } from "../support/app.ts"
import { storeSets } from "../support/stores.ts"

const CALLS = 60

/** A workout none of whose 50 exercises is known; each call names others. */
const unknownWorkout = (call: number) => ({
  name: "Garage",
  exercises: Array.from({ length: 50 }, (_, place) => ({
    name: `Sledgehamer goblet stepdown ${call} ${place}`,
    sets: [{ reps: 5, weightKg: 20 }]
  }))
})

for (const { name, layer } of storeSets.filter(({ name }) => name === "postgres")) {
  describe(`Sixty calls at once of one person with 2,000 own exercises (${name})`, () => {
    test("are refused for their content or their number, never by a fault of the service", async () => {
      const service = await makeService(layer)
      const person = await newPerson(service)
      const other = await newPerson(service)
      await service.run(
        Effect.flatMap(Effect.serviceOption(SqlClient.SqlClient), (client) =>
          Effect.orDie(Option.getOrThrow(client)`
          INSERT INTO own_exercises (user_id, exercise_id, name, name_key, category, tracking_type, created_at)
          SELECT ${person.id}, 'ownex_' || n, 'Sled ' || n, 'sled ' || n, 'strength', 'weight_reps', now()
          FROM generate_series(1, 2000) AS n`)
        )
      )
      const send = async (call: number) => {
        const response = await service.fetch("/v1/workouts", {
          method: "POST",
          headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json" },
          body: JSON.stringify(unknownWorkout(call))
        })
        await response.text()
        return { status: response.status, retryAfter: response.headers.get("retry-after") }
      }
      const sixty = Promise.all(Array.from({ length: CALLS }, (_, call) => send(call)))
      const beside = await other.rest("list_workouts")
      const answers = await sixty
      expect(beside.ok).toBe(true)
      expect(answers.filter(({ status }) => status !== 400 && status !== 429)).toEqual([])
      expect(answers.filter(({ status, retryAfter }) => status === 429 && retryAfter === null)).toEqual([])
      await service.stop()
    }, 120_000)
  })
}
