import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { undoDevice } from "../../../src/annexes/imports/devices/devices.ts"
import { DeviceId } from "../../../src/annexes/imports/devices/model.ts"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import { ImportId } from "../../../src/annexes/imports/rows/model.ts"
import { UserId } from "../../../src/values/ids.ts"
import { type Call, makeService, output, type Service } from "../../support/app.ts"
import { withoutShippedFoods } from "../../support/stores.ts"
import { filledOf, places, unzipped } from "./upgrade.ts"

/**
 * A dump of a database at migration 43, before an app's latest file counted for what it covers, and what that release
 * answered. Twelve people have the same history: files of Garmin, Hevy, Strong, Cronometer, Libra and Renpho, two of them
 * exported again, with sessions that overlap, and a phone; they edited and deleted some of it.
 */
const AT_43 = new URL("fixtures/at-43.sql.gz", import.meta.url)
const ANSWERS = new URL("fixtures/at-43.answers.json.gz", import.meta.url)

/** The clock of those answers, after all of it. */
const AFTER = "2026-02-15T12:00:00Z"

const Answers = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const People = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      id: UserId,
      token: Schema.String,
      before: Answers,
      /** The imports and devices that were undone then, in this order: what that did, and the answers after it. */
      undone: Schema.Array(
        Schema.Struct({ id: Schema.Union(ImportId, DeviceId), outcome: Schema.Unknown, answers: Answers })
      )
    })
  )
)

const people = Schema.decodeSync(People)(unzipped(ANSWERS))

const RANGE = { from: "2026-01-01", to: "2026-03-14" } as const

const ownExercises = async (call: Call, query: string) => {
  const { exercises } = await output<{ exercises: ReadonlyArray<{ id: string }> }>(call("search_exercises", { query }))
  return exercises.filter(({ id }) => id.startsWith("ownex_"))
}

/** What a person sees of their history. */
const answersOf = async (call: Call): Promise<Readonly<Record<string, unknown>>> => {
  const metric = (metric: string) => output(call("list_body_metrics", { metric, ...RANGE }))
  return {
    context: await output(call("get_context")),
    weight: await metric("weight"),
    body_fat: await metric("body_fat"),
    steps: await metric("steps"),
    entries: await output(call("list_food_entries", { ...RANGE, limit: 100 })),
    workouts: await output(call("list_workouts", { limit: 100 })),
    exercises: await ownExercises(call, "zercher hop"),
    others: await ownExercises(call, "jefferson twirl")
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An answer without the fields that answers did not have then. */
const asThen = (now: unknown, then: unknown): unknown => {
  if (Array.isArray(now) && Array.isArray(then)) return now.map((each, index) => asThen(each, then[index]))
  if (!isObject(now) || !isObject(then)) return now
  return Object.fromEntries(
    Object.entries(now).flatMap(([key, value]) => (Object.hasOwn(then, key) ? [[key, asThen(value, then[key])]] : []))
  )
}

const undo = (service: Service, userId: UserId, id: typeof ImportId.Type | typeof DeviceId.Type): Promise<unknown> =>
  Schema.is(DeviceId)(id)
    ? service.run(Effect.orDie(undoDevice(userId, id)))
    : service.run(Effect.orDie(undoImport(id)))

for (const [name, place] of places) {
  describe(`imports of a database at migration 43 (${name})`, () => {
    test(
      "answer the same, and are undone as before",
      () =>
        Effect.gen(function* () {
          const old = yield* filledOf(place, AT_43)
          yield* Effect.promise(async () => {
            const service = await makeService(withoutShippedFoods(old.client))
            await service.setTime(AFTER)
            expect(people).toHaveLength(12)
            for (const { id, token, before, undone } of people) {
              const answers = async (then: typeof before) => asThen(await answersOf(service.rest(token)), then)
              expect(JSON.stringify(await answers(before), null, 1)).toBe(JSON.stringify(before, null, 1))
              for (const each of undone) {
                const outcome = await undo(service, id, each.id)
                expect(asThen(outcome, each.outcome)).toEqual(each.outcome)
                expect(JSON.stringify(await answers(each.answers), null, 1)).toBe(JSON.stringify(each.answers, null, 1))
              }
            }
            await service.stop()
          })
        }).pipe(Effect.scoped, Effect.runPromise),
      120_000
    )
  })
}
