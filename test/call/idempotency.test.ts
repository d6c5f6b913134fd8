import { beforeAll, describe, expect, test } from "bun:test"
import { DateTime, type Duration, Effect, Layer, Logger, LogLevel, TestClock, TestContext } from "effect"
import { sweepApps } from "../../src/annexes/identity/connected-apps/connected-apps.ts"
import { connectedApps } from "../../src/annexes/identity/connected-apps/index.ts"
import { ClientStore } from "../../src/annexes/identity/connected-apps/store.ts"
import { undoImport } from "../../src/annexes/imports/ledger/undo-import.ts"
import * as Idempotency from "../../src/call/idempotency.ts"
import { sweepHourly, sweepOf } from "../../src/call/sweep.ts"
import { answerOf, KeyTaken } from "../../src/contract/handler/answer.ts"
import { NOTHING_DUE } from "../../src/contract/handler/charge.ts"
import type { Handlers } from "../../src/contract/handler/handlers.ts"
import type { Outputs } from "../../src/contract/operation.ts"
import { IdempotencyStore } from "../../src/facts/idempotency-store.ts"
import { createToken } from "../../src/features/accounts/accounts.ts"
import type { CustomFoodsApi } from "../../src/features/custom-foods/definition.ts"
import type { DiaryEntry } from "../../src/features/diary/model.ts"
import { DiaryStore } from "../../src/features/diary/store.ts"
import { goals } from "../../src/features/goals/index.ts"
import * as MemoryDatabase from "../../src/platform/database/memory.ts"
import { ActivityDay } from "../../src/values/activity-day.ts"
import { exercise, importRows, session, set } from "../annexes/imports/support.ts"
import { newFood, OATS } from "../features/custom-foods/support.ts"
import { EGG, list, send } from "../features/diary/support.ts"
import type { Listed } from "../features/workouts/support.ts"
import { failure, invalidFields, NOON, newPerson, output, overEveryStore, type Person, TODAY } from "../support/app.ts"

const SLOW = 30_000

const PATH = "/v1/food-entries"
const NEXT_NOON = "2026-03-15T12:00:00Z"

const DAY = ActivityDay.make(TODAY)
const KEY_A = { operation: "log_food_entry", key: "a" }

const eggs = (id: string): DiaryEntry => ({
  id,
  date: DAY,
  mealType: "lunch",
  servings: 1,
  food: { id: EGG, kind: "food", name: "Egg", brandName: null },
  serving: null,
  perServing: { calories: 0, protein: 0, carbs: 0, fat: 0, alcohol: 0 },
  createdAt: DateTime.unsafeMake(NOON)
})

type Handler<Group, Name extends keyof Handlers<Group>> = Handlers<Group>[Name]

test("a handler that does not store its answer, or takes a key that its operation does not have, does not compile", () => {
  type Output = Outputs<typeof CustomFoodsApi>["save_custom_food"]
  const output = (): Effect.Effect<Output> => Effect.dieMessage("never run")
  // @ts-expect-error No store has kept this output.
  const forgetful: Handler<typeof CustomFoodsApi, "save_custom_food"> = output
  // @ts-expect-error The operation takes no key.
  const confused: Handler<typeof CustomFoodsApi, "delete_custom_food"> = () => new KeyTaken()
  expect([forgetful, confused]).toHaveLength(2)
})

/** A replay of an answer over REST: the same text, and a header. */
const replayOf = <A extends { readonly text: string }>(first: A) => ({
  ...first,
  replayed: true
})

overEveryStore("idempotency keys", (service, stores) => {
  let person: Person
  let customFoodId: string
  let entry: Record<string, unknown>

  const fresh = async (timezone = "UTC") => {
    await service().setTime(NOON)
    person = await newPerson(service(), { timezone })
    customFoodId = await newFood(person.rest)
    entry = { customFoodId, servings: 1.5, mealType: "lunch" }
  }
  const post = (body: Record<string, unknown>, headers: Record<string, string> = {}, of = person) =>
    send(service(), of, PATH, body, headers)
  const withKey = (key: string) => ({ "idempotency-key": key })
  const entries = async () => (await list(person.rest, { from: "2026-03-01", to: "2026-03-31", limit: 100 })).entries
  const fieldsOf = (text: string) =>
    (JSON.parse(text) as { error: { details: { fields: ReadonlyArray<{ field: string }> } } }).error.details.fields.map(
      ({ field }) => field
    )
  const codeOf = (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code

  beforeAll(() => fresh())

  describe("a replay", () => {
    test("is the first answer byte for byte, and says that it is a replay, whatever the order and form of the same fields", async () => {
      await fresh()
      const first = await post(entry, withKey("a"))
      expect([first.status, first.replayed]).toEqual([200, false])
      const { customFoodId, servings, mealType } = entry
      for (const body of [entry, { mealType, servings, customFoodId }, { ...entry, date: null, foodId: null }]) {
        expect(await post(body, withKey("a"))).toEqual(replayOf(first))
      }
      expect(await post({ ...entry, idempotency_key: "a" })).toEqual(replayOf(first))
      expect(await post({ ...entry, idempotency_key: "a" }, withKey("a"))).toEqual(replayOf(first))
      const headers = { authorization: `Bearer ${person.token}`, "content-type": "application/json", ...withKey("a") }
      const written = `{ "mealType": "lunch",\n "servings": 1.50, "customFoodId": "${customFoodId}" }`
      const spaced = await service().fetch(PATH, { method: "POST", headers, body: written })
      expect(await spaced.text()).toBe(replayOf(first).text)
      expect(await entries()).toHaveLength(1)
    })

    test("is returned after a change, after a deletion and across midnight, and repeats no work", async () => {
      await fresh("Europe/Berlin")
      const first = await post(entry, withKey("a"))
      const { entry: logged } = JSON.parse(first.text) as { entry: { id: string; date: string } }
      await output(person.rest("update_food_entry", { id: logged.id, servings: 9, date: "2026-03-01" }))
      expect(await post(entry, withKey("a"))).toEqual(replayOf(first))
      await output(person.rest("delete_food_entry", { id: logged.id }))
      await service().setTime("2026-03-14T23:30:00Z")
      expect(await post(entry, withKey("a"))).toEqual(replayOf(first))
      expect(logged.date).toBe(TODAY)
      expect(await entries()).toEqual([])
      const { streak } = await output<{ streak: { current: number } }>(person.rest("get_context"))
      expect(streak.current).toBe(0)
    })

    test("is returned on the other surface and to another token of the user too", async () => {
      await fresh()
      const { text } = await post(entry, withKey("a"))
      expect(await output<unknown>(person.mcp("log_food_entry", { ...entry, idempotency_key: "a" }))).toEqual({
        ...JSON.parse(text),
        replayed: true
      })
      const { token } = await service().run(
        createToken({ userId: person.id, name: "another", environment: "test", expiresAt: null })
      )
      expect(await post(entry, withKey("a"), { ...person, token })).toEqual(replayOf({ status: 200, text }))
      const first = await output(person.mcp("log_food_entry", { ...entry, idempotency_key: "b" }))
      const second = await post(entry, withKey("b"))
      expect([JSON.parse(second.text), second.replayed]).toEqual([first, true])
      expect(await entries()).toHaveLength(2)
    })

    test("is returned for a custom food that has changed since, and makes no second one", async () => {
      await fresh()
      const save = () => send(service(), person, "/v1/custom-foods", { ...OATS, name: "Muesli" }, withKey("m"))
      const first = await save()
      const { customFood } = JSON.parse(first.text) as { customFood: { id: string } }
      await output(person.rest("save_custom_food", { ...OATS, id: customFood.id, name: "Granola" }))
      expect(await save()).toEqual(replayOf(first))
      await output(person.rest("delete_custom_food", { id: customFood.id }))
      expect(await save()).toEqual(replayOf(first))
      expect((await failure(person.rest("delete_custom_food", { id: customFood.id }))).code).toBe("not_found")
    })
  })

  // What takes an own exercise away needs a database.
  test.if(stores !== "memory")(
    "is returned even if an own exercise is gone since; another input with the key is still invalid",
    async () => {
      await fresh()
      const row = session("2026-03-02", "18:00:00", [exercise("Gargoyle Heave", [set({ weightKg: 40 })])])
      const { importId } = await importRows(service(), person, "strong", [row])
      const { workouts } = await output<Listed>(person.rest("list_workouts"))
      const exerciseId = workouts[0]?.exercises[0]?.exerciseId ?? ""
      const workout = { name: "Heaves", exercises: [{ exerciseId, sets: [{ reps: 5 }] }] }
      const logged = (body: Record<string, unknown> = workout, key = "w") =>
        send(service(), person, "/v1/workouts", body, withKey(key))
      const first = await logged()
      const { id } = JSON.parse(first.text) as { id: string }
      await output(person.rest("delete_workout", { id }))
      await service().run(undoImport(importId as never))
      expect(await logged()).toEqual(replayOf(first))
      const again = await output<unknown>(person.mcp("log_workout", { ...workout, idempotency_key: "w" }))
      expect(again).toMatchObject(JSON.parse(first.text))
      const gone = ["exercises[0].exerciseId"]
      expect(await logged(workout, "other").then(({ text }) => fieldsOf(text))).toEqual(gone)
      expect(await logged({ ...workout, name: "More" }).then(({ text }) => fieldsOf(text))).toEqual(gone)
      expect(await invalidFields(person.mcp("log_workout", workout))).toEqual(gone)
      expect((await output<Listed>(person.rest("list_workouts"))).total).toBe(0)
    }
  )

  test("the same key with another input is refused on both surfaces; stating the default date counts as another input", async () => {
    await fresh()
    await post(entry, withKey("a"))
    for (const changed of [{ servings: 2 }, { mealType: "snack" }, { date: TODAY }]) {
      const { status, text, replayed } = await post({ ...entry, ...changed }, withKey("a"))
      expect([status, codeOf(text), replayed]).toEqual([409, "idempotency_conflict", false])
      const over = await failure(person.mcp("log_food_entry", { ...entry, ...changed, idempotency_key: "a" }))
      expect(over.code).toBe("idempotency_conflict")
    }
    expect(await entries()).toHaveLength(1)
  })

  test("a key belongs to one user and one operation", async () => {
    await fresh()
    await post(entry, withKey("a"))
    const food = await send(service(), person, "/v1/custom-foods", { ...OATS }, withKey("a"))
    expect([food.status, food.replayed]).toEqual([200, false])
    const other = await newPerson(service())
    const theirs = { ...entry, customFoodId: await newFood(other.rest) }
    const { status, replayed } = await post(theirs, withKey("a"), other)
    expect([status, replayed]).toEqual([200, false])
  })

  test("a failed call leaves the key unused", async () => {
    await fresh()
    const unknown = await post({ ...entry, customFoodId: "none" }, withKey("a"))
    expect(codeOf(unknown.text)).toBe("not_found")
    const invalid = await post({ ...entry, servings: 0 }, withKey("a"))
    expect(codeOf(invalid.text)).toBe("validation_failed")
    const { status, replayed } = await post(entry, withKey("a"))
    expect([status, replayed]).toEqual([200, false])
  })

  test("keys are 1 to 255 visible ASCII characters; a bad one is reported with the other faults", async () => {
    await fresh()
    const longest = "k".repeat(255)
    for (const key of ["!", "~", longest]) {
      expect((await post(entry, withKey(key))).status).toBe(200)
      expect((await post({ ...entry, idempotency_key: key })).replayed).toBe(true)
    }
    for (const key of ["", " ", "a b", "é", `${longest}k`, "\u007f", "a\n"]) {
      expect(fieldsOf((await post({ ...entry, idempotency_key: key })).text)).toEqual(["idempotency_key"])
      expect(await invalidFields(person.mcp("log_food_entry", { ...entry, idempotency_key: key }))).toEqual([
        "idempotency_key"
      ])
    }
    for (const key of ["", "a b", "é", `${longest}k`]) {
      expect(fieldsOf((await post(entry, withKey(key))).text)).toEqual(["Idempotency-Key"])
    }
    const all = await post({ ...entry, servings: 0, idempotency_key: "" }, withKey("a b"))
    expect(fieldsOf(all.text).sort()).toEqual(["Idempotency-Key", "idempotency_key", "servings"])
    expect(await entries()).toHaveLength(3)
  })

  test("header and field must agree; where they don't, both are named", async () => {
    await fresh()
    const { status, text } = await post({ ...entry, idempotency_key: "b" }, withKey("a"))
    expect([status, ...fieldsOf(text)]).toEqual([400, "Idempotency-Key", "idempotency_key"])
    expect(await entries()).toEqual([])
  })

  test("an operation without keys ignores the header and refuses the field", async () => {
    await fresh()
    const id = (JSON.parse((await post(entry)).text) as { entry: { id: string } }).entry.id
    const update = (body: Record<string, unknown>) =>
      service().fetch(PATH, {
        method: "PATCH",
        headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json", ...withKey("a b") },
        body: JSON.stringify(body)
      })
    expect((await update({ id, servings: 2 })).status).toBe(200)
    expect(fieldsOf(await (await update({ id, servings: 2, idempotency_key: "a" })).text())).toEqual([
      "idempotency_key"
    ])
  })

  test("a key lives for 24 hours from its first success, to the millisecond; then it is new again", async () => {
    await fresh()
    const first = await post(entry, withKey("a"))
    await service().setTime("2026-03-15T11:59:59.999Z")
    expect(await post(entry, withKey("a"))).toEqual(replayOf(first))
    await service().setTime(NEXT_NOON)
    const second = await post({ ...entry, servings: 2 }, withKey("a"))
    expect([second.status, second.replayed]).toEqual([200, false])
    expect(await post({ ...entry, servings: 2 }, withKey("a"))).toEqual(replayOf(second))
    expect(await entries()).toHaveLength(2)
    await service().setTime(NOON)
  })

  test("a key that turns 24 hours old during a call is judged by the instant when the call came", async () => {
    await fresh()
    const first = await post(entry, withKey("a"))
    const { entry: logged } = JSON.parse(first.text) as { entry: { id: string } }
    const callAt = (now: number) =>
      Effect.gen(function* () {
        const { once } = yield* Idempotency.Idempotency
        const diary = yield* DiaryStore
        const kept = yield* Effect.flatMap(IdempotencyStore, ({ find }) => find({ userId: person.id, ...KEY_A }, 0))
        const key = { ...KEY_A, fingerprint: kept?.fingerprint ?? "" }
        const answer = answerOf({ key, now }, { entry: "a second one" })
        const add = diary.add(NOTHING_DUE, person.id, DAY, eggs("second"), answer)
        const { value } = yield* once(person.id, key, now, NOTHING_DUE, Effect.catchTag(add, "FoodGone", Effect.die))
        return value
      }).pipe(Effect.provide(Idempotency.layer))
    await service().setTime(NEXT_NOON)
    const noon = Date.parse(NEXT_NOON)
    const replay = await service().run(callAt(noon - 1))
    expect(replay).toMatchObject({ replayed: true, output: { entry: { id: logged.id } } })
    expect(await service().run(callAt(noon))).toEqual({ replayed: false, output: { entry: "a second one" } })
    await service().setTime(NOON)
  })

  test("an entry of an own food that is gone is not added, and leaves the key unused", async () => {
    await fresh()
    const add = (id: string, kind: "custom_food" | "saved_meal", foodId: string) =>
      Effect.flatMap(DiaryStore, (diary) => {
        const entry = { ...eggs(id), food: { id: foodId, kind, name: "Gone", brandName: null } }
        const key = { ...KEY_A, fingerprint: "" }
        return Effect.either(
          diary.add(NOTHING_DUE, person.id, DAY, entry, answerOf({ key, now: Date.parse(NOON) }, id))
        )
      }).pipe(Effect.map((done) => (done._tag === "Left" ? done.left._tag : done.right.value.output)))
    expect(await service().run(add("gone 1", "custom_food", "cfood_gone"))).toBe("FoodGone")
    expect(await service().run(add("gone 2", "saved_meal", customFoodId))).toBe("FoodGone")
    expect(await entries()).toEqual([])
    expect(await service().run(add("there", "custom_food", customFoodId))).toBe("there")
    expect(await service().run(add("twin", "custom_food", customFoodId))).toBe("KeyTaken")
    expect((await entries()).map(({ id }) => id)).toEqual(["there"])
  })

  test("a sweep deletes the expired keys, and no others", async () => {
    await fresh()
    const kept = (key: string) =>
      Effect.flatMap(IdempotencyStore, (store) =>
        store.find({ userId: person.id, operation: "log_food_entry", key }, 0)
      ).pipe(Effect.map((answer) => answer !== undefined))
    const sweep = Effect.flatMap(Idempotency.Idempotency, ({ sweep }) => sweep).pipe(Effect.provide(Idempotency.layer))
    const afterSweep = () => service().run(Effect.zipRight(sweep, Effect.all([kept("old"), kept("young")])))
    await post(entry, withKey("old"))
    await service().setTime("2026-03-14T12:00:00.001Z")
    await post(entry, withKey("young"))
    await service().setTime("2026-03-15T11:59:59.999Z")
    expect(await afterSweep()).toEqual([true, true])
    await service().setTime(NEXT_NOON)
    expect(await afterSweep()).toEqual([false, true])
    await service().setTime(NOON)
  })

  test(
    "fifty calls at once with one key, over REST and MCP, make one entry and get fifty equal answers",
    async () => {
      await fresh()
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          if (index % 2 === 0) return (await post(entry, withKey("a"))).text
          return JSON.stringify(await output(person.mcp("log_food_entry", { ...entry, idempotency_key: "a" })))
        })
      )
      // Over MCP, a replay says so in its output.
      expect(new Set(answers.map((text) => text.replace(/,"replayed":true}$/, "}"))).size).toBe(1)
      expect(await entries()).toHaveLength(1)
    },
    SLOW
  )

  test("of concurrent calls that disagree under one key, one succeeds and the others conflict; without keys, each adds its own entry", async () => {
    await fresh()
    const codes = await Promise.all(
      [1, 2, 3, 4].map(async (servings) => {
        const { status, text } = await post({ ...entry, servings }, withKey("a"))
        return status === 200 ? "ok" : codeOf(text)
      })
    )
    expect(codes.sort()).toEqual(["idempotency_conflict", "idempotency_conflict", "idempotency_conflict", "ok"])
    await Promise.all(Array.from({ length: 10 }, () => post(entry)))
    expect(await entries()).toHaveLength(11)
  })
})

const swept = Layer.merge(connectedApps.memory, goals.memory).pipe(Layer.provide(MemoryDatabase.layer))

test("the sweep runs at once and then every hour until its scope closes, even after a failure", async () => {
  const program = Effect.gen(function* () {
    let sweeps = 0
    let sweepsOfApps = 0
    const failing = Effect.suspend(() => (++sweeps === 2 ? Effect.die("no database") : Effect.void))
    const idempotency = Idempotency.Idempotency.of({ once: () => Effect.dieMessage("unused"), sweep: failing })
    const clients = ClientStore.of({ ...(yield* ClientStore), sweep: () => Effect.sync(() => void sweepsOfApps++) })
    const counts: Array<readonly [number, number]> = []
    const pass = (time: Duration.DurationInput) =>
      Effect.zipRight(
        TestClock.adjust(time),
        Effect.sync(() => counts.push([sweeps, sweepsOfApps]))
      )
    yield* Effect.gen(function* () {
      const ofApps = sweepOf("codes and tokens of apps", sweepApps)
      yield* sweepHourly(Effect.zipRight(sweepOf("idempotency keys", idempotency.sweep), ofApps))
      for (const time of ["1 millis", "59 minutes", "1 minute", "1 hour"] as const) yield* pass(time)
    }).pipe(
      Effect.scoped,
      Effect.provideService(Idempotency.Idempotency, idempotency),
      Effect.provideService(ClientStore, clients)
    )
    yield* pass("5 hours")
    return counts
  })
  expect(
    await Effect.runPromise(
      program.pipe(Effect.provide([TestContext.TestContext, swept]), Logger.withMinimumLogLevel(LogLevel.None))
    )
  ).toEqual([
    [1, 1],
    [1, 1],
    [2, 2],
    [3, 3],
    [3, 3]
  ])
})
