import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { makeService, NOON, output, type Service, TODAY } from "../../support/app.ts"
import { inMemory } from "../../support/stores.ts"

type Input = Readonly<Record<string, unknown>>
type Step = readonly [tool: string, input: Input | ((answers: ReadonlyArray<unknown>) => Input)]

/** A person's request about nutrients, sets or measures, and the calls that answer it. */
interface Task {
  readonly asks: string
  readonly calls: ReadonlyArray<Step>
  /** A part of the last answer. */
  readonly shows: Input
  /** What nobody knows: the paths at which the last answer has nothing, rather than 0. */
  readonly lacks?: ReadonlyArray<string>
  /** The most tokens (o200k) of all inputs and answers together. */
  readonly tokens: number
}

const at = (answers: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], answers)

const [WEEK, YESTERDAY] = ["2026-03-09", "2026-03-13"]
const kg = (value: number) => ({ value, unit: "kg" })
const context: Step = ["get_context", {}]
const week: Step = ["list_food_entries", { from: WEEK, to: TODAY, limit: 1 }]
const newest: ReadonlyArray<Step> = [
  ["list_workouts", { limit: 1 }],
  ["get_workout", (answers) => ({ id: at(answers, "0.workouts.0.id") })]
]
const findGranola: Step = ["search_foods", { query: "granola", kind: "custom_food", limit: 1 }]
/** The last workout, changed. */
const changed = (change: (exercises: Array<Record<string, unknown>>) => void): Step => [
  "replace_workout",
  (answers) => {
    const workout = JSON.parse(JSON.stringify(answers[1]))
    change(workout.exercises)
    return workout
  }
]

const TASKS: ReadonlyArray<Task> = [
  {
    asks: "Am I getting enough fibre?",
    calls: [["get_daily_goals", {}]],
    shows: { goals: [{ metric: "fiber", targetValue: 30, currentValue: 8, completed: false, partial: true }] },
    tokens: 90
  },
  {
    asks: "How much fibre do I eat a day?",
    calls: [context, week],
    shows: {
      totals: [
        { date: YESTERDAY, fiber: 4 },
        { date: TODAY, fiber: 8, partial: expect.arrayContaining(["fiber"]) }
      ]
    },
    lacks: ["totals.0.partial"],
    tokens: 710
  },
  {
    asks: "Sodium this week?",
    calls: [context, week],
    shows: {
      totals: [
        { date: YESTERDAY, sodium: 200 },
        { date: TODAY, partial: expect.arrayContaining(["sodium"]) }
      ]
    },
    lacks: ["totals.1.sodium"],
    tokens: 700
  },
  {
    asks: "At least 35 g of fibre from now on.",
    calls: [
      ["list_goals", {}],
      ["save_goal", (answers) => ({ id: at(answers, "0.goals.0.id"), targetValue: 35 })]
    ],
    shows: { created: false, goal: { metric: "fiber", targetValue: 35, unit: "g", calculated: true } },
    tokens: 220
  },
  {
    asks: "Not more than 2,300 mg of sodium a day.",
    calls: [["save_goal", { name: "Sodium", type: "numeric", metric: "sodium", targetValue: 2300, comparison: "max" }]],
    shows: { created: true, goal: { metric: "sodium", unit: "mg", calculated: true } },
    tokens: 130
  },
  {
    asks: "How much sugar is in a banana?",
    calls: [["search_foods", { query: "banana", limit: 1 }]],
    shows: { foods: [{ perServing: { sugars: expect.any(Number) } }] },
    tokens: 280
  },
  {
    asks: "Is my granola high in saturated fat?",
    calls: [findGranola],
    shows: { foods: [{ name: "Granola" }] },
    lacks: ["foods.0.perServing.saturatedFat", "foods.0.per100g.saturatedFat"],
    tokens: 130
  },
  {
    asks: "My granola has 8 g of fibre per 100 g.",
    calls: [
      findGranola,
      [
        "save_custom_food",
        (answers) => ({
          id: at(answers, "0.foods.0.id"),
          name: "Granola",
          protein: at(answers, "0.foods.0.per100g.protein"),
          carbs: at(answers, "0.foods.0.per100g.carbs"),
          fat: at(answers, "0.foods.0.per100g.fat"),
          fiber: 8,
          servingSize: at(answers, "0.foods.0.serving.size"),
          servingSizeUnit: at(answers, "0.foods.0.serving.unit")
        })
      ]
    ],
    shows: { created: false, customFood: { name: "Granola", fiber: 8 } },
    lacks: ["customFood.sodium"],
    tokens: 300
  },
  {
    asks: "Dinner out: 850 kcal, with 12 g of fibre.",
    calls: [
      [
        "log_food_entry",
        { quickAdd: { name: "Dinner out", calories: 850, fiber: 12 }, servings: 1, mealType: "dinner" }
      ]
    ],
    shows: { entry: { nutrition: { calories: 850, fiber: 12 } } },
    lacks: ["entry.nutrition.sugars", "entry.nutrition.saturatedFat", "entry.nutrition.sodium"],
    tokens: 170
  },
  {
    asks: "Log a superset: curls with 12.5 kg and pushdowns with 30 kg, three times ten each.",
    calls: [
      [
        "log_workout",
        {
          name: "Arms",
          exercises: [
            { name: "Dumbbell biceps curl", superset: 1, sets: Array(3).fill({ weight: kg(12.5), reps: 10 }) },
            { name: "Triceps pushdown", superset: 1, sets: Array(3).fill({ weight: kg(30), reps: 10 }) }
          ]
        }
      ]
    ],
    shows: { workout: { exercises: [{ superset: 1 }, { superset: 1 }] } },
    lacks: ["workout.exercises.0.notes", "workout.exercises.0.sets.0.technique"],
    tokens: 520
  },
  {
    asks: "Bench press, 80 kg times five, then a drop set of 60 kg times ten.",
    calls: [
      [
        "log_workout",
        {
          name: "Push",
          exercises: [
            {
              name: "Barbell bench press",
              sets: [
                { weight: kg(80), reps: 5 },
                { weight: kg(60), reps: 10, technique: "drop" }
              ]
            }
          ]
        }
      ]
    ],
    shows: { workout: { exercises: [{ sets: [{ reps: 5 }, { reps: 10, technique: "drop" }] }] } },
    lacks: ["workout.exercises.0.sets.0.technique"],
    tokens: 250
  },
  {
    asks: "My last squat was to failure.",
    calls: [
      ...newest,
      changed((exercises) => {
        exercises[0] = { ...exercises[0], sets: [{ weight: kg(100), reps: 5, technique: "failure" }] }
      })
    ],
    shows: { workout: { exercises: [{ sets: [{ technique: "failure" }] }, {}, {}] } },
    tokens: 750
  },
  {
    asks: "What did I do in turns last time?",
    calls: newest,
    shows: { exercises: [{ name: "Barbell Squat", superset: 1 }, { name: "Push-Up", superset: 1 }, { name: "Plank" }] },
    lacks: ["exercises.2.superset"],
    tokens: 340
  },
  {
    asks: "Note on the plank: wrists hurt.",
    calls: [
      ...newest,
      changed((exercises) => {
        exercises[2] = { ...exercises[2], notes: "wrists hurt" }
      })
    ],
    shows: { workout: { exercises: [{}, {}, { notes: "wrists hurt" }] } },
    lacks: ["workout.exercises.0.notes"],
    tokens: 770
  },
  {
    asks: "Waist is 88.",
    calls: [["set_body_metrics", { metric: "waist", readings: [{ value: 88, unit: "cm" }] }]],
    shows: { readings: [{ date: TODAY, value: 88, unit: "cm", previous: null }] },
    tokens: 80
  },
  {
    asks: "My left arm measured 14.5 inches.",
    calls: [["set_body_metrics", { metric: "left_arm", readings: [{ value: 14.5, unit: "in" }] }]],
    shows: { readings: [{ value: 36.83, unit: "cm" }] },
    tokens: 100
  },
  {
    asks: "Is my waist getting smaller?",
    calls: [["list_body_metrics", { metric: "waist", analysis: true }]],
    shows: { readings: [{ value: 90 }, { value: 89 }], trend: { unit: "cm" } },
    lacks: ["readings.2"],
    tokens: 290
  },
  {
    asks: "I slept 7 hours and 10 minutes.",
    calls: [["set_body_metrics", { metric: "sleep", readings: [{ value: 430 }] }]],
    shows: { readings: [{ date: TODAY, value: 430, unit: "minutes" }] },
    tokens: 70
  },
  {
    asks: "How did I sleep this week?",
    calls: [["list_body_metrics", { metric: "sleep" }]],
    shows: {
      today: TODAY,
      readings: [
        { date: "2026-03-10", value: 400 },
        { date: YESTERDAY, value: 440 }
      ]
    },
    lacks: ["readings.2", "trend"],
    tokens: 220
  },
  {
    asks: "Resting heart rate this morning: 52.",
    calls: [["set_body_metrics", { metric: "resting_heart_rate", readings: [{ value: 52, unit: "bpm" }] }]],
    shows: { readings: [{ value: 52, unit: "bpm" }] },
    tokens: 90
  }
]

/** A person of whose food not everything is known, with a superset, girths and nights. */
const prepared = async (service: Service) => {
  await service.setTime(NOON)
  const person = await service.person()
  const make = <A>(operation: string, input: Input) => output<A>(person.mcp(operation, input))
  const granola = { name: "Granola", protein: 9, carbs: 60, fat: 8, servingSize: 50, servingSizeUnit: "g" }
  const { customFood } = await make<{ customFood: { id: string } }>("save_custom_food", granola)
  const quick = (quickAdd: Input, date = TODAY) =>
    make("log_food_entry", { quickAdd: { calories: 300, ...quickAdd }, servings: 1, mealType: "lunch", date })
  await quick(
    { name: "Soup", protein: 5, carbs: 9, fat: 3, fiber: 4, sugars: 2, saturatedFat: 1, sodium: 200 },
    YESTERDAY
  )
  await quick({ name: "Beans", fiber: 8 })
  await make("log_food_entry", { customFoodId: customFood.id, servings: 1, mealType: "breakfast" })
  await make("save_goal", { name: "Fibre", type: "numeric", metric: "fiber", targetValue: 30, comparison: "min" })
  const readings = (metric: string, unit: string, ...values: ReadonlyArray<readonly [date: string, value: number]>) =>
    make("set_body_metrics", { metric, readings: values.map(([date, value]) => ({ date, value, unit })) })
  await readings("waist", "cm", ["2026-03-01", 90], ["2026-03-08", 89])
  await readings("sleep", "minutes", ["2026-03-10", 400], [YESTERDAY, 440])
  await make("log_workout", {
    name: "Legs",
    date: YESTERDAY,
    exercises: [
      { name: "Barbell squat", superset: 1, sets: [{ weight: kg(100), reps: 5 }] },
      { name: "Push-up", superset: 1, sets: [{ reps: 20 }] },
      { name: "Plank", sets: [{ holdSeconds: 60 }] }
    ]
  })
  return person
}

/** The most calls that a task may need on average. */
const MOST_CALLS = 1.6

describe("tasks about nutrients, sets and measures", () => {
  let service: Service
  beforeAll(async () => {
    service = await makeService(inMemory.layer)
  })
  afterAll(() => service.stop())

  test(`are twenty, and need at most ${MOST_CALLS} calls on average`, () => {
    expect(TASKS).toHaveLength(20)
    expect(TASKS.reduce((sum, { calls }) => sum + calls.length, 0) / TASKS.length).toBeLessThanOrEqual(MOST_CALLS)
  })

  test.each(TASKS.map((task) => [task.asks, task] as const))(
    "%s",
    async (asks, { calls, shows, lacks = [], tokens }) => {
      const person = await prepared(service)
      const answers: Array<unknown> = []
      let spent = 0
      for (const [tool, input] of calls) {
        const given = typeof input === "function" ? input(answers) : input
        answers.push(await output(person.mcp(tool, given)))
        spent += countTokens(JSON.stringify(given)) + countTokens(JSON.stringify(answers.at(-1)))
      }
      if (process.env.TABLE !== undefined) console.info(`| ${asks} | ${calls.length} | ${spent} |`)
      expect(answers.at(-1)).toMatchObject(shows)
      expect(lacks.map((path) => [path, at(answers.at(-1), path)])).toEqual(lacks.map((path) => [path, undefined]))
      expect(spent).toBeLessThanOrEqual(tokens)
    }
  )
})
