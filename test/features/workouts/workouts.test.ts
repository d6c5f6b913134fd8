import { beforeAll, describe, expect, test } from "bun:test"
import {
  type Call,
  failure,
  invalidFields,
  NOON,
  output,
  overEveryStore,
  type Person,
  TODAY
} from "../../support/app.ts"
import { editable, get, type Listed, log, run, type Saved, squats } from "./support.ts"

overEveryStore("workouts", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      let person: Person
      let call: Call
      const fresh = async (details: Parameters<ReturnType<typeof service>["person"]>[0] = {}) => {
        person = await service().person(details)
        call = person[surface]
      }
      const weigh = (value: number, date: string) =>
        output(call("set_body_metrics", { metric: "weight", readings: [{ value, unit: "kg", date }] }))

      test("a logged workout comes back completely, in its order, with loads in the user's unit", async () => {
        await fresh({ strengthUnit: "lb" })
        const saved = await log(call, {
          name: "  Leg day ",
          durationSeconds: 3600,
          notes: " felt good\n",
          exercises: [
            {
              name: "BARBELL squat",
              sets: [
                { setType: "warmup", weight: { value: 100.1234, unit: "lb" }, loadIntent: "bar_total", reps: 8 },
                { weight: { value: 60, unit: "kg" }, reps: 0, intensity: 8.5 },
                { weight: null, holdSeconds: 12.5 }
              ]
            },
            { ...run, name: "not looked at beside an id" },
            squats
          ]
        })
        expect(saved).toEqual({
          id: saved.id,
          date: TODAY,
          timezone: "UTC",
          workout: expect.objectContaining({ id: saved.id, sets: 4 })
        })
        expect(saved.workout.exercises[0]?.sets[1]?.given).toEqual({ value: 60, unit: "kg" })
        const withoutGiven = JSON.parse(JSON.stringify(saved.workout).replace(/,"given":\{[^}]*\}/g, ""))
        expect(withoutGiven).toEqual(await get(call, saved.id))
        expect(saved.id).toMatch(/^wkout_[0-9a-z]{16}$/)
        expect(await get(call, saved.id)).toEqual({
          id: saved.id,
          sets: 4,
          volume: { value: 0, unit: "lb" },
          name: "Leg day",
          date: TODAY,
          durationSeconds: 3600,
          notes: " felt good\n",
          exercises: [
            {
              exerciseId: "exr_barbell_squat",
              name: "Barbell Squat",
              sets: [
                {
                  setNumber: 1,
                  setType: "warmup",
                  weight: { value: 100.1234, unit: "lb" },
                  weightKg: 45.4152,
                  loadIntent: "bar_total",
                  reps: 8
                },
                {
                  setNumber: 2,
                  setType: "working",
                  weight: { value: 132.2774, unit: "lb" },
                  weightKg: 60,
                  reps: 0,
                  intensity: 8.5
                },
                { setNumber: 3, setType: "working", holdSeconds: 12.5 }
              ]
            },
            {
              exerciseId: "exr_running",
              name: "Running",
              sets: [{ setNumber: 1, setType: "working", distanceMeters: 5000, durationSeconds: 1500 }]
            },
            {
              exerciseId: "exr_barbell_squat",
              name: "Barbell Squat",
              sets: [
                { setNumber: 1, setType: "warmup", weight: { value: 132.2774, unit: "lb" }, weightKg: 60, reps: 8 },
                { setNumber: 2, setType: "working", reps: 5, intensity: 8 }
              ]
            }
          ]
        })
      })

      test("an omitted date is today in the user's timezone, to the second, through a clock change", async () => {
        await fresh({ timezone: "America/New_York" })
        for (const [instant, date] of [
          ["2026-03-08T04:59:59Z", "2026-03-07"],
          ["2026-03-08T05:00:00Z", "2026-03-08"],
          ["2026-03-09T03:59:59Z", "2026-03-08"],
          ["2026-03-09T04:00:00Z", "2026-03-09"],
          ["2026-11-02T04:59:59Z", "2026-11-01"],
          ["2026-11-02T05:00:00Z", "2026-11-02"]
        ] as const) {
          await service().setTime(instant)
          expect(await log(call)).toMatchObject({ date, timezone: "America/New_York" })
        }
        await service().setTime(NOON)
      })

      test("all faults are reported at once, each by its path", async () => {
        await fresh()
        const fields = await invalidFields(
          call("log_workout", {
            name: " ",
            durationSeconds: 1.5,
            date: "2026-02-30",
            colour: "red",
            exercises: [
              { exerciseId: "exr_running", sets: [{ reps: 1 }, { reps: -1, intensity: 11, weight: { value: "5" } }] },
              { exerciseId: "exr_runing", sets: [{ weight: { value: 2000.1, unit: "kg" }, mood: 1 }] },
              { name: "Benchpress", sets: [] },
              { sets: [{ loadIntent: "heavy", setType: "max" }] },
              { exerciseId: 5, name: "Running", sets: [{ distanceMeters: -1, durationSeconds: 86_401 }] },
              "squats"
            ]
          })
        )
        expect(new Set(fields)).toEqual(
          new Set([
            "name",
            "durationSeconds",
            "date",
            "colour",
            "exercises[0].sets[1].reps",
            "exercises[0].sets[1].intensity",
            "exercises[0].sets[1].weight.value",
            "exercises[0].sets[1].weight.unit",
            "exercises[1].exerciseId",
            "exercises[1].sets[0].weight.value",
            "exercises[1].sets[0].mood",
            "exercises[2].name",
            "exercises[2].sets",
            "exercises[3].exerciseId",
            "exercises[3].name",
            "exercises[3].sets[0].loadIntent",
            "exercises[3].sets[0].setType",
            "exercises[4].exerciseId",
            "exercises[4].sets[0].distanceMeters",
            "exercises[4].sets[0].durationSeconds",
            "exercises[5]"
          ])
        )
        expect(fields).toHaveLength(new Set(fields).size)
        expect((await output<Listed>(call("list_workouts"))).workouts).toEqual([])
      })

      test("an unknown exercise is answered with the closest names and their ids", async () => {
        await fresh()
        const messages = async (exercise: Record<string, unknown>) => {
          const error = await failure(call("log_workout", { name: "A", exercises: [{ ...exercise, sets: [{}] }] }))
          return error.details?.fields?.map(({ field, message }) => `${field}: ${message}`) ?? []
        }
        const [byName = "", ...none] = await messages({ name: "Barbel Bench Pres" })
        expect(byName).toStartWith("exercises[0].name: ")
        expect(byName).toContain("Barbell Bench Press (exr_barbell_bench_press)")
        expect(none).toEqual([])
        const [byId = ""] = await messages({ exerciseId: "exr_barbel_squat", name: "Barbell Squat" })
        expect(byId).toStartWith("exercises[0].exerciseId: ")
        expect(byId).toContain("Barbell Squat (exr_barbell_squat)")
        expect(await messages({ name: "squat" })).toHaveLength(1)
        for (const nothing of [{}, { name: "  " }, { exerciseId: null, name: null }]) {
          expect((await messages(nothing)).map((message) => message.split(":")[0])).toEqual([
            "exercises[0].exerciseId",
            "exercises[0].name"
          ])
        }
      })

      test("bounds are inclusive, and nothing beyond them is accepted", async () => {
        await fresh()
        const withSet = (set: Record<string, unknown>) => ({
          name: "A",
          exercises: [{ exerciseId: "exr_running", sets: [set] }]
        })
        const within: ReadonlyArray<readonly [string, unknown, unknown]> = [
          ["reps", [0, 10_000], [-1, 10_001, 1.5, "1"]],
          ["durationSeconds", [0, 0.5, 86_400], [-0.1, 86_400.1]],
          ["holdSeconds", [0, 86_400], [-0.1, 86_400.1]],
          ["distanceMeters", [0, 1_000_000], [-0.1, 1_000_000.1]],
          ["intensity", [0, 10], [-0.1, 10.1]],
          ["weight.value", [0, 2000], [-0.1, 2000.0001]]
        ]
        for (const [field, good, bad] of within) {
          const setOf = (value: unknown) =>
            field === "weight.value" ? { weight: { value, unit: "kg" } } : { [field]: value }
          for (const value of [good].flat()) await log(call, withSet(setOf(value)))
          for (const value of [bad].flat()) {
            expect(await invalidFields(call("log_workout", withSet(setOf(value))))).toEqual([
              `exercises[0].sets[0].${field}`
            ])
          }
        }
        await log(call, withSet({ weight: { value: 4409.2452, unit: "lb" } }))
        const heavy = withSet({ weight: { value: 4409.2453, unit: "lb" } })
        expect(await invalidFields(call("log_workout", heavy))).toEqual(["exercises[0].sets[0].weight.value"])
        const other = (workout: Record<string, unknown>) =>
          invalidFields(call("log_workout", { name: "A", exercises: [run], ...workout }))
        expect(await other({ durationSeconds: 604_801 })).toEqual(["durationSeconds"])
        expect(await other({ name: "😀".repeat(201) })).toEqual(["name"])
        expect(await other({ notes: "😀".repeat(10_001) })).toEqual(["notes"])
        expect(await other({ notes: "a\u0000" })).toEqual(["notes"])
        expect(await other({ exercises: [] })).toEqual(["exercises"])
        expect(await other({ exercises: undefined })).toEqual(["exercises"])
        expect(await other({ exercises: Array(101).fill(run) })).toEqual(["exercises"])
        expect(await other({ exercises: [{ ...run, sets: Array(101).fill({ reps: -1 }) }] })).toContain(
          "exercises[0].sets"
        )
        const longest = { name: "😀".repeat(200), notes: "😀".repeat(10_000), durationSeconds: 604_800 }
        const { id } = await log(call, longest)
        expect(await get(call, id)).toMatchObject(longest)
      }, 30_000)

      test("a hundred exercises of a hundred sets are one workout", async () => {
        await fresh()
        const sets = Array.from({ length: 100 }, (_, reps) => ({ reps }))
        const { id } = await log(call, { exercises: Array(100).fill({ exerciseId: "exr_push_up", sets }) })
        const { exercises } = await get(call, id)
        expect(exercises).toHaveLength(100)
        expect(exercises[99]?.sets.map(({ setNumber, reps }) => [setNumber, reps])).toEqual(
          sets.map(({ reps }) => [reps + 1, reps])
        )
      })

      test("replacing keeps only the id and, if none is given, the date", async () => {
        await fresh()
        const { id } = await log(call, {
          date: "2026-02-01",
          durationSeconds: 60,
          notes: "old",
          exercises: [run, squats]
        })
        const exercises = [{ exerciseId: "exr_push_up", sets: [{ reps: 20 }] }]
        const replaced = await output<Saved>(call("replace_workout", { id, name: "New", exercises }))
        expect(replaced).toEqual({ id, date: "2026-02-01", timezone: "UTC", workout: await get(call, id) })
        expect(replaced.workout).toEqual({
          id,
          name: "New",
          date: "2026-02-01",
          sets: 1,
          exercises: [
            {
              exerciseId: "exr_push_up",
              name: "Push-Up",
              weightIs: "added_bodyweight",
              sets: [{ setNumber: 1, setType: "working", reps: 20 }]
            }
          ]
        })
        const moved = await output<Saved>(call("replace_workout", { id, name: "New", exercises, date: "2026-02-02" }))
        expect(moved.date).toBe("2026-02-02")
        expect((await output<Listed>(call("list_workouts", { to: "2026-02-01" }))).workouts).toEqual([])
      })

      test("a refused replacement changes nothing; one without exercises is refused", async () => {
        await fresh()
        const { id } = await log(call, { exercises: [squats] })
        const before = await get(call, id)
        expect(await invalidFields(call("replace_workout", { id, name: "B" }))).toEqual(["exercises"])
        expect(
          await invalidFields(call("replace_workout", { id, name: "B", exercises: [run, { name: "?", sets: [{}] }] }))
        ).toEqual(["exercises[1].name"])
        expect(
          await invalidFields(call("replace_workout", { id, name: "B", exercises: [run], idempotency_key: "k" }))
        ).toEqual(["idempotency_key"])
        expect(await get(call, id)).toEqual(before)
      })

      test("deleting removes it for good", async () => {
        await fresh()
        const { id } = await log(call, { date: "2026-02-01" })
        expect(await output(call("delete_workout", { id }))).toEqual({
          id,
          deleted: true,
          name: "Run",
          date: "2026-02-01",
          timezone: "UTC"
        })
        for (const [operation, input] of [
          ["delete_workout", { id }],
          ["get_workout", { id }],
          ["replace_workout", { id, name: "A", exercises: [run] }]
        ] as const) {
          expect((await failure(call(operation, input))).code).toBe("not_found")
        }
        expect((await output<Listed>(call("list_workouts"))).workouts).toEqual([])
      })

      test("another user's workout is not found, and stays as it is", async () => {
        await fresh()
        const { id } = await log(call)
        const before = await get(call, id)
        const other = (await service().person())[surface]
        for (const [operation, input] of [
          ["get_workout", { id }],
          ["delete_workout", { id }],
          ["replace_workout", { id, name: "Mine", exercises: [squats] }]
        ] as const) {
          expect((await failure(other(operation, input))).code).toBe("not_found")
        }
        expect((await output<Listed>(other("list_workouts"))).workouts).toEqual([])
        expect(await get(call, id)).toEqual(before)
        expect((await failure(call("get_workout", { id: "'; --" }))).code).toBe("not_found")
        expect(await invalidFields(call("get_workout", { id: "x".repeat(129) }))).toEqual(["id"])
      })

      test("a repeated key adds nothing and returns the first answer, even once the workout is deleted and the day over", async () => {
        await fresh()
        const input = { name: "Run", exercises: [run], idempotency_key: "run-1" }
        const first = await output<Saved>(call("log_workout", input))
        expect(await output(call("log_workout", { ...input, exercises: [{ ...run }] }))).toMatchObject(first)
        expect(await output<unknown>(person.rest("log_workout", input))).toEqual(first)
        expect(await output<unknown>(person.mcp("log_workout", input))).toEqual({ ...first, replayed: true })
        expect((await output<Listed>(call("list_workouts"))).workouts).toHaveLength(1)
        expect((await failure(call("log_workout", { ...input, date: TODAY }))).code).toBe("idempotency_conflict")
        await output(call("delete_workout", { id: first.id }))
        await service().setTime("2026-03-15T11:59:59Z")
        expect(await output(call("log_workout", input))).toMatchObject(first)
        expect((await output<Listed>(call("list_workouts"))).workouts).toEqual([])
        await service().setTime("2026-03-15T12:00:00Z")
        expect((await output<Saved>(call("log_workout", input))).date).toBe("2026-03-15")
        await service().setTime(NOON)
      })

      test("concurrent calls with one key add one workout; without a key, each adds its own", async () => {
        await fresh()
        const twins = (input: Record<string, unknown>) =>
          Promise.all([1, 2, 3, 4].map(() => log(call, input).then(({ id }) => id)))
        expect(new Set(await twins({ idempotency_key: "k" })).size).toBe(1)
        expect(new Set(await twins({})).size).toBe(4)
        expect((await output<Listed>(call("list_workouts"))).workouts).toHaveLength(5)
      })

      test("a refused call leaves its key unused", async () => {
        await fresh()
        const wrong = { name: "Run", exercises: [{ name: "?", sets: [{}] }], idempotency_key: "k" }
        expect(await invalidFields(call("log_workout", wrong))).toEqual(["exercises[0].name"])
        await log(call, { idempotency_key: "k" })
      })

      test("calories use the latest weight on or before the workout's day, else the earliest after it, else there are none", async () => {
        await fresh()
        const kcal = async (date: string) => (await log(call, { date })).estimatedCalories
        expect(await log(call)).not.toHaveProperty("estimatedCalories")
        await weigh(80, "2026-03-10")
        await weigh(100, "2026-03-12")
        expect(await kcal("2026-03-01")).toBe(413)
        expect(await kcal("2026-03-10")).toBe(413)
        expect(await kcal("2026-03-11")).toBe(413)
        expect(await kcal("2026-03-12")).toBe(516)
        expect(await kcal("2027-01-01")).toBe(516)
      })

      test("estimated calories are stored until the workout is replaced", async () => {
        await fresh()
        await weigh(80, "2026-03-10")
        const { id, estimatedCalories } = await log(call)
        expect(estimatedCalories).toBe(413)
        await weigh(100, "2026-03-10")
        expect((await get(call, id)).estimatedCalories).toBe(413)
        const edited = editable(await get(call, id))
        expect((await output<Saved>(call("replace_workout", edited))).estimatedCalories).toBe(516)
        expect((await get(call, id)).estimatedCalories).toBe(516)
        const [listed] = (await output<{ workouts: ReadonlyArray<unknown> }>(call("list_workouts"))).workouts
        expect(listed).toMatchObject({ id, name: "Run", date: TODAY, estimatedCalories: 516, exerciseCount: 1 })
        await output(call("delete_body_metric", { metric: "weight", date: "2026-03-10" }))
        await output(call("replace_workout", edited))
        expect(await get(call, id)).not.toHaveProperty("estimatedCalories")
      })

      test("the longest possible efforts are counted too", async () => {
        await fresh()
        await weigh(500, TODAY)
        const sets = Array(100).fill({ durationSeconds: 86_400, distanceMeters: 1_000_000 })
        const exercises = Array(100).fill({ exerciseId: "exr_running", sets })
        const { id, estimatedCalories = 0 } = await log(call, { exercises })
        expect(estimatedCalories).toBeGreaterThan(2 ** 31)
        expect((await get(call, id)).estimatedCalories).toBe(estimatedCalories)
      }, 30_000)
    })
  }
})
