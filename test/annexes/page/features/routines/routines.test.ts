import { beforeAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { changeExercise, makeExercise } from "../../../../../src/annexes/imports/ledger/own-exercises.ts"
import { MOST_ROUTINES } from "../../../../../src/annexes/page/features/routines/model.ts"
import { RoutineStore } from "../../../../../src/annexes/page/features/routines/store.ts"
import { AccountStore } from "../../../../../src/features/accounts/store.ts"
import { log } from "../../../../features/workouts/support.ts"
import {
  failure,
  invalidFields,
  NOON,
  newPerson,
  output,
  overEveryDatabase,
  type Person
} from "../../../../support/app.ts"
import { type Listed, PUSH, type Removed, routinesOf, type Shown } from "./support.ts"

overEveryDatabase("Routines", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async (details: Parameters<typeof newPerson>[1] = {}) => {
    const person = await newPerson(service(), details)
    return { person, ...routinesOf(service(), person) }
  }

  const ownExercise = ({ id }: Person, name: string) =>
    service().run(
      Effect.orDie(makeExercise(id, { name, category: "strength" as const, trackingType: "weight_reps" as const }))
    )

  const code = async (outcome: Parameters<typeof failure>[0]) => (await failure(outcome)).code

  test("are stored as planned, including open values, in the order of creation", async () => {
    const { make, get, call } = await arrive()
    const id = await make(" Push & <pull> ")
    await make("Legs", [{ name: "barbell squats", sets: [{ reps: 5 }] }])
    const { routines } = await output<Listed>(call("get_routines"))
    expect(routines).toMatchObject([
      { id, name: "Push & <pull>", exercises: PUSH.map(({ exerciseId }) => ({ exerciseId })) },
      { name: "Legs", exercises: [{ exerciseId: "exr_barbell_squat", name: "Barbell Squat" }] }
    ])
    const { exercises } = await get(id)
    expect(exercises).toMatchObject(PUSH)
    expect(exercises[0]?.sets[2]).toEqual({ setNumber: 3, setType: "working" })
  })

  test("are made from a workout, with its name, exercises and sets, once for each key", async () => {
    const { person, call, get, names } = await arrive({ strengthUnit: "lb" })
    const exercises = PUSH.map(({ sets, ...exercise }) => ({ ...exercise, sets: sets.slice(0, 2) }))
    const { id } = await log(person.rest, { name: "Evening ".repeat(20), exercises, notes: "of that day" })
    const input = { workoutId: id, idempotency_key: "once" }
    const made = await Promise.all([1, 2, 3].map(() => output<{ id: string }>(call("make_routine_of_workout", input))))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await names()).toEqual(["Evening ".repeat(20).slice(0, 100).trim()])
    const workout = await output<Shown>(person.rest("get_workout", { id }))
    const planned = workout.exercises.map(({ sets, ...exercise }) => ({
      ...exercise,
      sets: sets.map(({ weight: _, weightKg: _kg, loadIntent: _intent, intensity: _effort, ...set }) => set)
    }))
    expect((await get(made[0]?.id ?? "")).exercises).toEqual(planned)
    expect(await code(call("make_routine_of_workout", { workoutId: "wkout_none" }))).toBe("not_found")
  })

  test("are updated from a workout: its exercises and sets in its order, without its weights; what is fixed or open stays", async () => {
    const { person, make, get, call } = await arrive()
    const kg = (value: number) => ({ value, unit: "kg" })
    const [SQUAT, BENCH, PLANK] = ["exr_barbell_squat", "exr_barbell_bench_press", "exr_plank"]
    const id = await make("Push", [
      { exerciseId: SQUAT, sets: [{ weight: kg(100), reps: 5 }, { reps: 5 }] },
      { exerciseId: BENCH, sets: [{}] },
      { exerciseId: "exr_running", sets: [{ durationSeconds: 600 }] }
    ])
    const { id: workoutId } = await log(person.rest, {
      name: "Today",
      exercises: [
        { exerciseId: BENCH, sets: [{ weight: kg(60), reps: 8 }] },
        { exerciseId: PLANK, sets: [{ holdSeconds: 60 }] },
        {
          exerciseId: SQUAT,
          sets: [
            { weight: kg(110), reps: 6, intensity: 9 },
            { weight: kg(110), reps: 6 },
            { weight: kg(115), reps: 4 }
          ]
        }
      ]
    })
    for (let sent = 0; sent < 2; sent++)
      expect(await output(call("update_routine_of_workout", { id, workoutId }))).toEqual({ id, name: "Push" })
    const { name, exercises } = await get(id)
    const working = (setNumber: number) => ({ setNumber, setType: "working" })
    expect([name, exercises.map(({ exerciseId, sets }) => [exerciseId, sets])]).toEqual([
      "Push",
      [
        [BENCH, [working(1)]],
        [PLANK, [{ ...working(1), holdSeconds: 60 }]],
        [
          SQUAT,
          [
            { ...working(1), weight: kg(100), weightKg: 100, reps: 6 },
            { ...working(2), reps: 6 },
            { ...working(3), reps: 4 }
          ]
        ]
      ]
    ])
    expect(await code(call("update_routine_of_workout", { id, workoutId: "wkout_none" }))).toBe("not_found")
    expect(await code(call("update_routine_of_workout", { id: "rout_none", workoutId }))).toBe("not_found")
  })

  test("of earlier versions, which stored the weights of a past workout, plan none", async () => {
    const { person, get, call } = await arrive()
    const set = { setType: "working" as const, weightKg: 100, loadIntent: "per_hand" as const, reps: 5 }
    const routine = { id: "rout_old", place: 1, name: "Old", exercises: [{ exerciseId: "exr_plank", sets: [set] }] }
    await service().run(Effect.flatMap(RoutineStore, (store) => store.add(person.id, { ...routine, createdAt: 0 })))
    const shown = { setNumber: 1, setType: "working", reps: 5 }
    expect((await get("rout_old")).exercises[0]?.sets).toEqual([shown])
    const exercises = [{ exerciseId: "exr_plank", sets: [{ weight: { value: 90, unit: "kg" } }] }]
    await output(call("change_routine", { id: "rout_old", name: "Old", exercises }))
    expect((await get("rout_old")).exercises).toMatchObject(exercises)
  })

  test("are replaced as a whole, and loads sent back as shown stay what they were", async () => {
    const { person, make, get, call } = await arrive({ strengthUnit: "lb" })
    const weight = { value: 62, unit: "kg" }
    const id = await make("Push", [{ exerciseId: "exr_barbell_squat", sets: [{ weight, reps: 5 }] }])
    const shown = (await get(id)).exercises[0]?.sets[0]?.weight
    const exercises = [
      { exerciseId: "exr_plank", sets: [{ holdSeconds: 60 }] },
      { exerciseId: "exr_barbell_squat", sets: [{ weight: shown, reps: 8 }, {}] }
    ]
    for (let sent = 0; sent < 2; sent++) await output(call("change_routine", { id, name: "Pull", exercises }))
    expect(await get(id)).toMatchObject({ name: "Pull", exercises })
    const { routine } = await output<Removed>(call("remove_routine", { id }))
    expect(routine.exercises[1]?.sets).toEqual([{ setType: "working", weightKg: 62, reps: 8 }, { setType: "working" }])
    expect(await service().run(Effect.flatMap(RoutineStore, (store) => store.list(person.id)))).toEqual([])
  })

  test("are moved to any place, also by concurrent moves", async () => {
    const { make, names, call } = await arrive()
    const ids: Array<string> = []
    for (const name of ["a", "b", "c", "d"]) ids.push(await make(name))
    const [a, b, , d] = ids
    const move = (id: string | undefined, to: number) => output(call("move_routine", { id, to }))
    await move(d, 0)
    expect(await names()).toEqual(["d", "a", "b", "c"])
    for (let sent = 0; sent < 2; sent++) await move(a, 2)
    expect(await names()).toEqual(["d", "b", "a", "c"])
    await move(b, 1_000_000)
    expect(await names()).toEqual(["d", "a", "c", "b"])
    await Promise.all(ids.map((id) => move(id, 0)))
    expect((await names()).toSorted()).toEqual(["a", "b", "c", "d"])
    await make("e")
    expect((await names()).at(-1)).toBe("e")
    expect(await invalidFields(call("move_routine", { id: a, to: -1 }))).toEqual(["to"])
  })

  test("can be restored to their place for a day after a deletion", async () => {
    const { make, get, names, call } = await arrive()
    const [first] = [await make("a"), await make("b"), await make("c")]
    const second = (await output<Listed>(call("get_routines"))).routines[1]?.id ?? ""
    const before = await get(second)
    const removal = { id: second, idempotency_key: "removal" }
    const twins = await Promise.all([1, 2].map(() => output<Removed>(call("remove_routine", removal))))
    expect(twins[0]).toEqual(twins[1] as Removed)
    expect(await names()).toEqual(["a", "c"])
    const restore = () => call("restore_routine", { removedBy: "removal" })
    await Promise.all([1, 2, 3].map(() => output(restore())))
    expect(await names()).toEqual(["a", "b", "c"])
    expect(await get(second)).toEqual(before)

    await output(call("remove_routine", { id: first, idempotency_key: "yesterday" }))
    await service().setTime("2026-03-15T12:00:01Z")
    expect(await code(call("restore_routine", { removedBy: "yesterday" }))).toBe("not_found")
    await service().setTime(NOON)
    expect(await code(call("restore_routine", { removedBy: "never" }))).toBe("not_found")
  })

  test("are at most 100, with names of 1 to 100 characters and 200 sets in all", async () => {
    const { make, names, call } = await arrive()
    const one = { exerciseId: "exr_plank", sets: [{}] }
    const inputs: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
      [{ name: " ", exercises: [one] }, ["name"]],
      [{ name: "x".repeat(101), exercises: [one] }, ["name"]],
      [{ name: "x\u0000", exercises: [one] }, ["name"]],
      [{ name: "x", exercises: [] }, ["exercises"]],
      [{ name: "x", exercises: Array(101).fill(one) }, ["exercises"]],
      [{ name: "x", exercises: [{ ...one, sets: [] }] }, ["exercises[0].sets"]],
      [{ name: "x", exercises: [{ ...one, sets: Array(101).fill({}) }] }, ["exercises[0].sets"]],
      [{ name: "x", exercises: Array(3).fill({ ...one, sets: Array(67).fill({}) }) }, ["exercises"]],
      [{ name: "x", exercises: [{ exerciseId: "exr_none", sets: [{}] }] }, ["exercises[0].exerciseId"]],
      [
        { name: "x", exercises: [{ ...one, sets: [{ weight: { value: 2001, unit: "kg" }, reps: -1 }] }] },
        ["exercises[0].sets[0].reps", "exercises[0].sets[0].weight.value"]
      ]
    ]
    for (const [input, fields] of inputs) expect(await invalidFields(call("make_routine", input))).toEqual([...fields])
    await make("🏋".repeat(100), Array(2).fill({ ...one, sets: Array(100).fill({ reps: 5 }) }))
    const [, ...ids] = await Promise.all(Array.from({ length: MOST_ROUTINES - 1 }, (_, index) => make(`${index}`)))
    expect(await names()).toHaveLength(MOST_ROUTINES)
    expect(await code(call("make_routine", { name: "one more", exercises: [one] }))).toBe("limit_exceeded")
    await output(call("remove_routine", { id: ids[0], idempotency_key: "room" }))
    await make("one more")
    expect(await code(call("restore_routine", { removedBy: "room" }))).toBe("limit_exceeded")
  }, 60_000)

  test("created concurrently with one key are one; with other content, the key is refused", async () => {
    const { make, names, call } = await arrive()
    const key = { idempotency_key: "twins" }
    const made = await Promise.all([1, 2, 3, 4].map(() => make("Push", PUSH, key)))
    expect(new Set(made).size).toBe(1)
    expect(await names()).toEqual(["Push"])
    expect(await code(call("make_routine", { name: "Pull", exercises: PUSH, ...key }))).toBe("idempotency_conflict")
    expect(await make("Push")).not.toBe(made[0] ?? "")
  })

  test("show own exercises by their current names, and prevent their deletion", async () => {
    const { person, make, get, call } = await arrive()
    const own = await ownExercise(person, "Yoke Push")
    const id = await make("Yoke", [{ name: "yoke push", sets: [{}] }, PUSH[2] ?? {}])
    const rename = (name: string) =>
      service().run(Effect.orDie(changeExercise(person.id, own, { name, category: "strength" as const })))
    await rename("Yoke <Pull>")
    expect((await get(id)).exercises[0]).toMatchObject({ exerciseId: own, name: "Yoke <Pull>" })
    expect((await output<Listed>(call("get_routines"))).routines[0]?.exercises[0]).toEqual({
      exerciseId: own,
      name: "Yoke <Pull>"
    })
    const remove = (key: string) => call("remove_item", { kind: "exercise", id: own, idempotency_key: key })
    expect(await code(remove("early"))).toBe("conflict")
    await output(call("remove_routine", { id, idempotency_key: "yoke" }))
    await output(remove("late"))
    // A restored routine lacks what has since been deleted.
    await output(call("restore_routine", { removedBy: "yoke" }))
    expect((await get(id)).exercises.map(({ exerciseId }) => exerciseId)).toEqual(["exr_plank"])
  })

  test("cannot be restored if all their exercises were deleted", async () => {
    const { person, make, call } = await arrive()
    const own = await ownExercise(person, "Yoke Push")
    const id = await make("Yoke", [{ exerciseId: own, sets: [{}] }])
    await output(call("remove_routine", { id, idempotency_key: "yoke" }))
    await output(call("remove_item", { kind: "exercise", id: own, idempotency_key: "own" }))
    expect(await code(call("restore_routine", { removedBy: "yoke" }))).toBe("not_found")
  })

  test("of another user can be neither seen, changed, moved, deleted nor restored, and are deleted with their user", async () => {
    const owner = await arrive()
    const own = await ownExercise(owner.person, "Private heave")
    const id = await owner.make("Private", [{ exerciseId: own, sets: [{ reps: 4321 }] }])
    const gone = await owner.make("Gone")
    await output(owner.call("remove_routine", { id: gone, idempotency_key: "theirs" }))
    const { id: workoutId } = await log(owner.person.rest)
    const stranger = await arrive()
    const attempts: ReadonlyArray<readonly [string, object]> = [
      ["get_routine", { id }],
      ["change_routine", { id, name: "Mine", exercises: PUSH }],
      ["move_routine", { id, to: 0 }],
      ["remove_routine", { id, idempotency_key: "theirs" }],
      ["restore_routine", { removedBy: "theirs" }],
      ["make_routine_of_workout", { workoutId }]
    ]
    for (const [operation, input] of attempts)
      expect([operation, await code(stranger.call(operation, input))]).toEqual([operation, "not_found"])
    const exercises = [{ exerciseId: own, sets: [{}] }]
    expect(await invalidFields(stranger.call("make_routine", { name: "Mine", exercises }))).toEqual([
      "exercises[0].exerciseId"
    ])
    expect(await stranger.names()).toEqual([])
    expect(await owner.get(id)).toMatchObject({ name: "Private", exercises: [{ name: "Private heave" }] })

    const all = (userId: Person["id"]) => service().run(Effect.flatMap(RoutineStore, (store) => store.list(userId)))
    const mine = await stranger.make("Mine")
    await service().run(Effect.orDie(Effect.flatMap(AccountStore, (store) => store.deleteUser(owner.person.id))))
    expect(await all(owner.person.id)).toEqual([])
    expect((await all(stranger.person.id)).map(({ id }) => id)).toEqual([mine])
  })
})
