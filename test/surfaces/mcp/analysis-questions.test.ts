import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Storage from "../../../src/storage.ts"
import { makeService, NOON, newPerson, output, type Person, type Service } from "../../support/app.ts"

/* Questions that people ask about what their numbers mean. One call of an agent must return the answer, which follows from how the person's data was made. */

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.UTC(2026, 2, 14) - days * DAY).toISOString().slice(0, 10)
const before = (days: number) => Array.from({ length: days }, (_, index) => days - index)
const kg = (value: number) => ({ value, unit: "kg" })

let service: Service
let person: Person

/** Ate 2,000 kcal a day for 42 days and lost 0.5 kg a week, so spent 2,550; body fat fell by 0.2 a week. */
const live = async () => {
  const days = before(42)
  const metrics = [
    ["weight", (day: number) => ({ value: Number((80 + (0.5 / 7) * day).toFixed(4)), unit: "kg" })],
    ["body_fat", (day: number) => ({ value: Number((20 + (0.2 / 7) * day).toFixed(2)) })]
  ] as const
  for (const [metric, reading] of metrics) {
    const readings = days.map((day) => ({ ...reading(day), date: ago(day) }))
    await output(person.rest("set_body_metrics", { metric, readings }))
  }
  const { customFood } = await output<{ readonly customFood: { readonly id: string } }>(
    person.rest("save_custom_food", {
      name: "Ration",
      protein: 25,
      carbs: 0,
      fat: 0,
      servingSize: 100,
      servingSizeUnit: "g"
    })
  )
  for (const day of days) {
    for (const mealType of ["lunch", "dinner"]) {
      const entry = { customFoodId: customFood.id, servings: 10, mealType, date: ago(day) }
      await output(person.rest("log_food_entry", entry))
    }
  }
  const workouts = [
    [
      30,
      "exr_barbell_bench_press",
      [
        { weight: kg(80), reps: 8 },
        { weight: kg(90), reps: 3 }
      ]
    ],
    [
      20,
      "exr_barbell_bench_press",
      [
        { setType: "warmup", weight: kg(120), reps: 1 },
        { weight: kg(95), reps: 0 }
      ]
    ],
    [15, "exr_push_up", [{ reps: 20 }, { reps: 31 }]],
    [8, "exr_running", [{ distanceMeters: 12_000, durationSeconds: 4000 }]],
    [3, "exr_running", [{ distanceMeters: 5000, durationSeconds: 1500 }]]
  ] as const
  for (const [day, exerciseId, sets] of workouts) {
    await output(person.rest("log_workout", { name: "Training", date: ago(day), exercises: [{ exerciseId, sets }] }))
  }
}

beforeAll(async () => {
  service = await makeService(Storage.memory)
  await service.setTime(NOON)
  person = await newPerson(service)
  await live()
}, 60_000)
afterAll(() => service.stop())

const WEIGHT = { metric: "weight", from: ago(42), analysis: true }
const bench = { exerciseId: "exr_barbell_bench_press", limit: 1 }

interface Question {
  readonly question: string
  readonly call: readonly [string, Record<string, unknown>]
  readonly answer: Record<string, unknown>
}

const QUESTIONS: ReadonlyArray<Question> = [
  {
    question: "Am I in a deficit?",
    call: ["list_body_metrics", WEIGHT],
    answer: { energy: { status: "ok", balance: { value: -550 } } }
  },
  {
    question: "How many calories do I burn a day?",
    call: ["list_body_metrics", WEIGHT],
    answer: { energy: { expenditure: { value: 2550 }, intake: { mean: 2000, daysLogged: 42 } } }
  },
  {
    question: "How fast am I losing?",
    call: ["list_body_metrics", WEIGHT],
    answer: { trend: { rate: { perWeek: -0.5 } } }
  },
  {
    question: "Is my body fat falling?",
    call: ["list_body_metrics", { ...WEIGHT, metric: "body_fat" }],
    answer: { trend: { unit: "percent", rate: { perWeek: -0.2 } } }
  },
  {
    question: "What is my one-rep max in the bench press?",
    call: ["list_workouts", bench],
    // 80 kg × (1 + 8 / 30)
    answer: {
      exercise: { records: { estimatedOneRepMax: { value: 101.33, unit: "kg", date: ago(30), setNumber: 1 } } }
    }
  },
  {
    question: "What is the most I have benched?",
    call: ["list_workouts", bench],
    answer: { exercise: { records: { heaviest: { value: 90, unit: "kg", date: ago(30), setNumber: 2 } } } }
  },
  {
    question: "How many push-ups did I manage at once?",
    call: ["list_workouts", { exerciseId: "exr_push_up", limit: 1 }],
    answer: { exercise: { records: { mostReps: { value: 31, date: ago(15) } } } }
  },
  {
    question: "What was my longest run?",
    call: ["list_workouts", { exerciseId: "exr_running", limit: 1 }],
    answer: { exercise: { records: { farthest: { value: 12_000, date: ago(8) } }, sums: { distanceMeters: 17_000 } } }
  },
  { question: "What day is it?", call: ["get_context", {}], answer: { activityDay: "2026-03-14", weekday: "sat" } },
  {
    question: "Do I log enough to know what I spend?",
    call: ["list_body_metrics", { ...WEIGHT, from: ago(10) }],
    answer: { energy: { status: "not_enough_data", missing: [{ what: "days", have: 10, need: 28 }] } }
  }
]

test.each(QUESTIONS)("$question", async ({ call: [operation, input], answer }) => {
  expect(await output<Record<string, unknown>>(person.mcp(operation, input))).toMatchObject(answer)
})
