import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Context, Effect, Layer, Option } from "effect"
import { operations } from "../src/api.ts"
import { BodyMetricStore } from "../src/body-metrics/store.ts"
import { RateLimitStore } from "../src/call/rate-limit.ts"
import { STATUS } from "../src/contract/errors.ts"
import type { Operation } from "../src/contract/operation.ts"
import { CustomFoodStore } from "../src/custom-foods/store.ts"
import { DiaryStore } from "../src/diary/store.ts"
import { Achievements } from "../src/facts/facts.ts"
import { FoodSearch } from "../src/food-search/store.ts"
import { FoodCatalogue } from "../src/foods/store.ts"
import { GoalStore } from "../src/goals/store.ts"
import { WorkoutStore } from "../src/workouts/store.ts"
import { type Call, type Failed, makeService, output, type Person, type Service } from "./support/app.ts"
import { listedCodes } from "./support/codes.ts"
import { putCustomFood } from "./support/own-foods.ts"
import { storeSets } from "./support/stores.ts"

type Input = Readonly<Record<string, unknown>>

const SURFACES = ["rest", "mcp"] as const
type Surface = (typeof SURFACES)[number]

const oats = { name: "Oats", protein: 13, carbs: 60, fat: 7, servingSize: 40, servingSizeUnit: "g" }
const stretch = { name: "Stretch", type: "boolean" }
const pushUps = { name: "Push-ups", exercises: [{ exerciseId: "exr_push_up", sets: [{ reps: 20 }] }] }

const newFood = async (call: Call) =>
  (await output<{ customFood: { id: string } }>(call("save_custom_food", oats))).customFood.id
const eaten = (customFoodId: string) => ({ customFoodId, servings: 2, mealType: "lunch" })
const newEntry = async (call: Call) =>
  (await output<{ entry: { id: string } }>(call("log_food_entry", eaten(await newFood(call))))).entry.id
const newWorkout = async (call: Call) => (await output<{ id: string }>(call("log_workout", pushUps))).id
const newGoal = async (call: Call) => (await output<{ goal: { id: string } }>(call("save_goal", stretch))).goal.id

/**
 * Makes what an operation needs to succeed, and returns the input to call it with. Where an input names an item, the item
 * is made for that user, so that it is another one's to everybody else.
 */
const PREPARE: Readonly<Record<string, (call: Call) => Promise<Input>>> = {
  get_context: async () => ({}),
  list_body_metrics: async () => ({ metric: "weight" }),
  set_body_metrics: async () => ({ metric: "steps", readings: [{ value: 9000 }] }),
  delete_body_metric: async (call) => {
    await output(call("set_body_metrics", { metric: "steps", readings: [{ value: 9000 }] }))
    return { metric: "steps" }
  },
  search_foods: async () => ({ query: "oats" }),
  list_food_entries: async () => ({}),
  log_food_entry: async (call) => eaten(await newFood(call)),
  update_food_entry: async (call) => ({ id: await newEntry(call), servings: 3 }),
  delete_food_entry: async (call) => ({ id: await newEntry(call) }),
  save_custom_food: async (call) => ({ ...oats, id: await newFood(call) }),
  delete_custom_food: async (call) => ({ id: await newFood(call) }),
  search_exercises: async () => ({ query: "squat" }),
  list_workouts: async () => ({}),
  get_workout: async (call) => ({ id: await newWorkout(call) }),
  log_workout: async () => pushUps,
  replace_workout: async (call) => ({ ...pushUps, id: await newWorkout(call) }),
  delete_workout: async (call) => ({ id: await newWorkout(call) }),
  list_goals: async () => ({}),
  save_goal: async (call) => ({ ...stretch, id: await newGoal(call) }),
  delete_goal: async (call) => ({ id: await newGoal(call) }),
  get_daily_goals: async () => ({}),
  set_goal_progress: async (call) => ({ goalId: await newGoal(call), value: true })
}

const prepare = (operation: Operation, call: Call): Promise<Input> => {
  const prepared = PREPARE[operation.name]
  if (prepared === undefined) throw new Error(`Nothing prepares ${operation.name}`)
  return prepared(call)
}

const memory = storeSets.find(({ name }) => name === "memory")?.layer ?? storeSets[0]!.layer

/** Every workout is changed by somebody else between the moment a change reads it and the moment it writes. */
const contested = Layer.effect(
  WorkoutStore,
  Effect.map(WorkoutStore, (store) => ({
    ...store,
    current: (userId: Parameters<typeof store.current>[0], id: string) =>
      Effect.gen(function* () {
        const current = yield* store.current(userId, id)
        const workout = yield* store.find(userId, id)
        if (Option.isSome(current) && Option.isSome(workout)) {
          yield* store.replace(userId, workout.value.date, workout.value, current.value.revision)
        }
        return current
      })
  }))
).pipe(Layer.provideMerge(memory))

const die = () => Effect.die(new Error("secret of the inside"))

/** A store that answers nothing any more. */
const dead = <I, S extends object>(store: Context.Tag<I, S>) =>
  Layer.effect(
    store,
    Effect.map(store, (alive) => Object.fromEntries(Object.keys(alive).map((method) => [method, die])) as S)
  )

/** Accounts are there and nothing else, so that a call gets as far as it can. */
const withoutStores = Layer.mergeAll(
  dead(Achievements),
  dead(BodyMetricStore),
  dead(CustomFoodStore),
  dead(DiaryStore),
  dead(FoodSearch),
  dead(FoodCatalogue),
  dead(GoalStore),
  dead(WorkoutStore)
).pipe(Layer.provideMerge(memory))

/** Exercises are the code's own: searching them meets no store but that of the rate limits. */
const withoutLimits = dead(RateLimitStore).pipe(Layer.provideMerge(memory))

let service: Service
let rivalled: Service
let storeless: Service
let limitless: Service
beforeAll(async () => {
  service = await makeService(memory)
  rivalled = await makeService(contested)
  storeless = await makeService(withoutStores)
  limitless = await makeService(withoutLimits)
})
afterAll(() => Promise.all([service, rivalled, storeless, limitless].map(({ stop }) => stop())))

interface Answer {
  readonly status: number
  readonly output?: unknown
  readonly error?: Failed
}

/** Calls an operation over a surface, with headers in place of those that a good client sends. */
const send = async (
  { fetch }: Service,
  surface: Surface,
  operation: Operation,
  input: Input,
  headers: Readonly<Record<string, string>>
): Promise<Answer> => {
  const inBody = surface === "mcp" || operation.query === undefined
  const isPost = surface === "mcp" || !["GET", "DELETE"].includes(operation.method)
  const params = { name: operation.name, arguments: input }
  const query = new URLSearchParams(Object.entries(input).map(([name, value]): [string, string] => [name, `${value}`]))
  const response = await fetch(
    surface === "mcp" ? "/v1/mcp" : inBody || query.size === 0 ? operation.path : `${operation.path}?${query}`,
    {
      method: surface === "mcp" ? "POST" : operation.method,
      headers: { ...headers, ...(isPost ? { "content-type": "application/json" } : {}) },
      ...(isPost
        ? { body: JSON.stringify(surface === "mcp" ? { jsonrpc: "2.0", id: 1, method: "tools/call", params } : input) }
        : {})
    }
  )
  const { status } = response
  const body = (await response.json()) as {
    readonly error?: Failed
    readonly result?: { readonly structuredContent?: unknown; readonly _meta?: { "fettle/error": { error: Failed } } }
  }
  if (body.error !== undefined) return { status, error: body.error }
  if (surface === "rest") return { status, output: body }
  const error = body.result?._meta?.["fettle/error"].error
  return error === undefined ? { status, output: body.result?.structuredContent } : { status, error }
}

interface Scene {
  readonly operation: Operation
  readonly surface: Surface
}

/** A call by a person, with what is wrong about it. */
const call = (
  { operation, surface }: Scene,
  person: Person,
  input: Input,
  { on = service, headers = {} }: { readonly on?: Service; readonly headers?: Readonly<Record<string, string>> } = {}
) => send(on, surface, operation, input, { authorization: `Bearer ${person.token}`, ...headers })

const prepared = async (scene: Scene, on = service) => {
  const person = await on.person()
  return { person, input: await prepare(scene.operation, person[scene.surface]) }
}

const good = async (scene: Scene, headers: Readonly<Record<string, string>> = {}) => {
  const { person, input } = await prepared(scene)
  return call(scene, person, input, { headers })
}

/** A call by somebody new, whatever the operation needs. */
const byNewPerson = async (scene: Scene, details: Parameters<Service["person"]>[0], on = service) =>
  call(scene, await on.person(details), scene.operation.example.input as Input, { on })

const logged = async (person: Person, customFoodId: string) => {
  await output(person.rest("log_food_entry", eaten(customFoodId)))
}

/** How a conflict comes about, for each operation that lists it. */
const CONFLICT: Readonly<Record<string, (scene: Scene) => Promise<Answer>>> = {
  save_custom_food: async (scene) => {
    const person = await service.person()
    await putCustomFood(service, person, "cfood_counted", "Cookie", { servingUnit: "item" })
    await logged(person, "cfood_counted")
    return call(scene, person, { ...oats, id: "cfood_counted" })
  },
  delete_custom_food: async (scene) => {
    const { person, input } = await prepared(scene)
    await logged(person, String(input.id))
    return call(scene, person, input)
  },
  replace_workout: async (scene) => {
    const { person, input } = await prepared(scene, rivalled)
    return call(scene, person, input, { on: rivalled })
  },
  delete_workout: async (scene) => {
    const { person, input } = await prepared(scene, rivalled)
    return call(scene, person, input, { on: rivalled })
  }
}

/** How each code comes about, for every operation that lists it. */
const PROVOKE: Readonly<Record<string, (scene: Scene) => Promise<Answer>>> = {
  unauthorized: (scene) => good(scene, { authorization: "Bearer fettle_test_nonsense" }),
  origin_not_allowed: (scene) => good(scene, { origin: "https://evil.example.com" }),
  misdirected_request: (scene) => good(scene, { host: "evil.example.com" }),
  subscription_required: (scene) => byNewPerson(scene, { plan: "free" }),
  rate_limited: (scene) => byNewPerson(scene, { ownLimits: { readsBurst: 0, writesBurst: 0 } }),
  internal_error: async (scene) => {
    const withoutLimits = await byNewPerson(scene, {}, limitless)
    if (scene.operation.name === "search_exercises") return withoutLimits
    expect(withoutLimits.error?.code).toBe("internal_error")
    return byNewPerson(scene, {}, storeless)
  },
  validation_failed: async (scene) => {
    const { person, input } = await prepared(scene)
    return call(scene, person, { ...input, colour: "red" })
  },
  not_found: async (scene) => {
    const { input } = await prepared(scene)
    return call(scene, await service.person(), input)
  },
  conflict: async (scene) => {
    const provoke = CONFLICT[scene.operation.name]
    if (provoke === undefined) throw new Error(`Nothing brings ${scene.operation.name} into conflict`)
    return provoke(scene)
  },
  idempotency_conflict: async (scene) => {
    const { person, input } = await prepared(scene)
    const first = { ...input, idempotency_key: "once" }
    expect((await call(scene, person, first)).error).toBeUndefined()
    const other = "name" in input ? { ...first, name: "Another" } : { ...first, servings: 7 }
    return call(scene, person, other)
  },
  limit_exceeded: async (scene) => {
    const person = await service.person({ ownLimits: { customFoods: 1, goalTemplates: 1 } })
    const { id: _held, ...another } = await prepare(scene.operation, person[scene.surface])
    return call(scene, person, another)
  }
}

/** What MCP answers as an HTTP status; every other failure is the result of a call. */
const HTTP_ON_MCP = ["unauthorized", "origin_not_allowed", "misdirected_request"]

const scenes = operations.flatMap((operation) =>
  SURFACES.map((surface) => ({ name: operation.name, surface, scene: { operation, surface } }))
)

describe.each(scenes)("$name over $surface", ({ surface, scene }) => {
  test("succeeds", async () => {
    const { status, output, error } = await good(scene)
    expect(error).toBeUndefined()
    expect(status).toBe(200)
    expect(output).toBeObject()
  })

  test.each(Object.keys(listedCodes(scene.operation)))("fails with %s", async (code) => {
    const provoke = PROVOKE[code]
    if (provoke === undefined) throw new Error(`Nothing provokes ${code}`)
    const { status, error } = await provoke(scene)
    expect(error).toMatchObject({ code, message: expect.stringMatching(/\w{3}/) })
    expect(error?.requestId).toMatch(/^req_[0-9a-z]{20}$/)
    expect(JSON.stringify(error)).not.toContain("secret")
    const isStatus = surface === "rest" || HTTP_ON_MCP.includes(code)
    expect(status).toBe(isStatus ? (STATUS as Readonly<Record<string, number>>)[code]! : 200)
  })
})

test("every code is listed somewhere, and nothing is prepared for what is gone", () => {
  const listed = new Set(operations.flatMap((operation) => Object.keys(listedCodes(operation))))
  expect([...listed].sort()).toEqual(Object.keys(STATUS).sort())
  expect(Object.keys(PROVOKE).sort()).toEqual(Object.keys(STATUS).sort())
  expect(Object.keys(PREPARE)).toEqual(expect.arrayContaining(operations.map(({ name }) => name)))
  expect(Object.keys(PREPARE)).toHaveLength(operations.length)
})
