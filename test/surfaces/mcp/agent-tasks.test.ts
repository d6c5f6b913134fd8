import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { makeService, NOON, output, type Service, TODAY } from "../../support/app.ts"
import { putMeal } from "../../support/own-foods.ts"
import { inMemory } from "../../support/stores.ts"

type Input = Readonly<Record<string, unknown>>

/** A call of a task. The input may use results of the task's earlier calls. */
type Step = readonly [tool: string, input: Input | ((answers: ReadonlyArray<unknown>) => Input)]

/** A person's request, the fewest calls that answer it, and a part of the last answer. */
interface Task {
  readonly asks: string
  readonly calls: ReadonlyArray<Step>
  readonly shows: Input
}

/** The value at a path of earlier results, such as `0.foods.0.id`. */
const at = (answers: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], answers)

const task = (asks: string, calls: ReadonlyArray<Step>, shows: Input): Task => ({ asks, calls, shows })

/** Finds a food and logs it. */
const eat = (query: string, idField: string, more: Input): ReadonlyArray<Step> => [
  ["search_foods", { query, limit: 5 }],
  ["log_food_entry", (answers) => ({ [idField]: at(answers, "0.foods.0.id"), ...more })]
]
const context: Step = ["get_context", {}]
const kg = (value: number) => ({ value, unit: "kg" })
const YESTERDAY = "2026-03-13"
const named = (name: RegExp) => ({ food: { name: expect.stringMatching(name) } })

/** Tasks about other days than today call `get_context` first, unless another call of the task returns the day. */
const TASKS: ReadonlyArray<Task> = [
  task("I weigh 80.2 kg.", [["set_body_metrics", { metric: "weight", readings: [{ value: 80.2, unit: "kg" }] }]], {
    readings: [{ date: TODAY, value: 80.2, previous: { value: 80.5 } }]
  }),
  task(
    "Yesterday I was at 176.4 pounds.",
    [context, ["set_body_metrics", { metric: "weight", readings: [{ value: 176.4, unit: "lb", date: YESTERDAY }] }]],
    { readings: [{ date: YESTERDAY, value: 80.0137 }] }
  ),
  task("Body fat is 18.5 percent.", [["set_body_metrics", { metric: "body_fat", readings: [{ value: 18.5 }] }]], {
    readings: [{ date: TODAY, value: 18.5, unit: "percent" }]
  }),
  task("I walked 9,200 steps.", [["set_body_metrics", { metric: "steps", readings: [{ value: 9200 }] }]], {
    readings: [{ date: TODAY, value: 9200 }]
  }),
  task("What did I last weigh?", [context], { latest: { weight: { value: 80.5, date: TODAY } } }),
  task("How did my weight go this month?", [["list_body_metrics", { metric: "weight" }]], {
    today: TODAY,
    readings: [{ value: 82 }, { value: 81.4 }, { value: 80.5 }]
  }),
  task("Is my weight falling?", [["list_body_metrics", { metric: "weight", analysis: true }]], {
    trend: { unit: "kg", average: { date: TODAY } }
  }),
  task(
    "Delete yesterday's steps, I wore the wrong watch.",
    [context, ["delete_body_metric", { metric: "steps", date: YESTERDAY }]],
    { deleted: true, value: 4000 }
  ),
  task("Two eggs for breakfast.", eat("egg", "foodId", { servings: 2, mealType: "breakfast" }), {
    entry: { ...named(/^Egg/), servings: 2, mealType: "breakfast" }
  }),
  task("A banana as a snack.", eat("banana", "foodId", { servings: 1, mealType: "snack" }), {
    entry: named(/banana/i)
  }),
  task(
    "150 g of cooked chicken breast for lunch.",
    [
      ["search_foods", { query: "chicken breast cooked", limit: 5 }],
      [
        "log_food_entry",
        (answers) => ({
          foodId: at(answers, "0.foods.0.id"),
          servings: 150 / Number(at(answers, "0.foods.0.serving.size")),
          mealType: "lunch"
        })
      ]
    ],
    { entry: { ...named(/chicken/i), amount: { value: 150, unit: "g" } } }
  ),
  task("My overnight oats.", eat("overnight oats", "customFoodId", { servings: 1, mealType: "breakfast" }), {
    entry: named(/^Overnight oats$/)
  }),
  task("My breakfast bowl again.", eat("breakfast bowl", "savedMealId", { servings: 1, mealType: "breakfast" }), {
    entry: named(/^Breakfast bowl$/)
  }),
  task(
    "Dinner out, about 850 kcal.",
    [["log_food_entry", { quickAdd: { name: "Dinner out", calories: 850 }, servings: 1, mealType: "dinner" }]],
    { entry: { nutrition: { calories: 850 } } }
  ),
  task("What have I eaten today?", [["list_food_entries", {}]], { from: TODAY, total: 2, totals: [{ date: TODAY }] }),
  task(
    "How much protein do I average this week?",
    [context, ["list_food_entries", { from: "2026-03-09", to: TODAY, limit: 1 }]],
    { totals: [{ date: YESTERDAY }, { date: TODAY }] }
  ),
  task(
    "Breakfast was two servings of granola, not one.",
    [
      ["list_food_entries", {}],
      ["update_food_entry", (answers) => ({ id: at(answers, "0.entries.0.id"), servings: 2 })]
    ],
    { entry: { ...named(/^Granola$/), servings: 2 } }
  ),
  task(
    "The oats were dinner, not lunch.",
    [
      ["list_food_entries", {}],
      ["update_food_entry", (answers) => ({ id: at(answers, "0.entries.1.id"), mealType: "dinner" })]
    ],
    { entry: { ...named(/^Overnight oats$/), mealType: "dinner" } }
  ),
  task(
    "I did not eat the granola after all.",
    [
      ["list_food_entries", {}],
      ["delete_food_entry", (answers) => ({ id: at(answers, "0.entries.0.id") })]
    ],
    { deleted: true, entry: named(/^Granola$/) }
  ),
  task(
    "Save my protein bar: 60 g, with 20 g of protein, 22 g of carbs and 7 g of fat.",
    [
      [
        "save_custom_food",
        {
          name: "Protein bar",
          protein: 20,
          carbs: 22,
          fat: 7,
          perServing: true,
          servingSize: 60,
          servingSizeUnit: "g"
        }
      ]
    ],
    { created: true, customFood: { perServing: { calories: 231 } } }
  ),
  task(
    "My granola has 10 g of fat per 100 g.",
    [
      ["search_foods", { query: "granola", kind: "custom_food", limit: 5 }],
      [
        "save_custom_food",
        (answers) => ({
          id: at(answers, "0.foods.0.id"),
          name: "Granola",
          protein: at(answers, "0.foods.0.per100g.protein"),
          carbs: at(answers, "0.foods.0.per100g.carbs"),
          fat: 10,
          servingSize: at(answers, "0.foods.0.serving.size"),
          servingSizeUnit: at(answers, "0.foods.0.serving.unit")
        })
      ]
    ],
    { created: false, customFood: { name: "Granola", fat: 10, protein: 9 } }
  ),
  task(
    "Delete the food that I called Mistake.",
    [
      ["search_foods", { query: "mistake", kind: "custom_food", limit: 5 }],
      ["delete_custom_food", (answers) => ({ id: at(answers, "0.foods.0.id") })]
    ],
    { deleted: true, name: "Mistake" }
  ),
  task(
    "Bench press, three sets of five at 80 kg.",
    [
      [
        "log_workout",
        {
          name: "Push",
          exercises: [{ name: "Barbell bench press", sets: Array(3).fill({ weight: kg(80), reps: 5 }) }]
        }
      ]
    ],
    { workout: { exercises: [{ exerciseId: "exr_barbell_bench_press" }] } }
  ),
  task(
    "I ran 5 km in 25 minutes.",
    [
      [
        "log_workout",
        { name: "Run", exercises: [{ name: "Running", sets: [{ distanceMeters: 5000, durationSeconds: 1500 }] }] }
      ]
    ],
    { workout: { exercises: [{ exerciseId: "exr_running" }] } }
  ),
  task(
    "A plank of 90 seconds.",
    [["log_workout", { name: "Core", exercises: [{ name: "Plank", sets: [{ holdSeconds: 90 }] }] }]],
    { workout: { exercises: [{ exerciseId: "exr_plank", sets: [{ holdSeconds: 90 }] }] } }
  ),
  task(
    "Twenty pull-ups.",
    [["log_workout", { name: "Pull", exercises: [{ name: "pull-ups", sets: [{ reps: 20 }] }] }]],
    { workout: { exercises: [{ sets: [{ reps: 20 }] }] } }
  ),
  task(
    "Leg curls on the machine, 3 times 12 at 40 kg.",
    [
      ["search_exercises", { query: "leg curl machine", limit: 5 }],
      [
        "log_workout",
        (answers) => ({
          name: "Legs",
          exercises: [
            { exerciseId: at(answers, "0.exercises.0.id"), sets: Array(3).fill({ weight: kg(40), reps: 12 }) }
          ]
        })
      ]
    ],
    { workout: { exercises: [{ name: expect.stringMatching(/leg curl/i) }] } }
  ),
  task("What did I train this week?", [["list_workouts", { limit: 10 }]], {
    today: TODAY,
    workouts: [{ name: "Run", date: YESTERDAY }, { name: "Push" }]
  }),
  task("What is my best bench press?", [["list_workouts", { exerciseId: "Barbell Bench Press", limit: 1 }]], {
    exercise: { records: { heaviest: { value: 85, unit: "kg" } } }
  }),
  task(
    "How far did I run this month?",
    [context, ["list_workouts", { exerciseId: "Running", from: "2026-03-01", to: TODAY, limit: 1 }]],
    { exercise: { sums: { distanceMeters: 6000 } } }
  ),
  task(
    "Which sets did I do in my last push session?",
    [
      ["list_workouts", { limit: 10 }],
      ["get_workout", (answers) => ({ id: at(answers, "0.workouts.1.id") })]
    ],
    { name: "Push", exercises: [{ sets: [{ reps: 5 }, { reps: 3 }] }] }
  ),
  task(
    "The second bench set was 4 reps.",
    [
      ["list_workouts", { limit: 10 }],
      ["get_workout", (answers) => ({ id: at(answers, "0.workouts.1.id") })],
      [
        "replace_workout",
        (answers) => {
          const workout = JSON.parse(JSON.stringify(answers[1]))
          workout.exercises[0].sets[1].reps = 4
          return workout
        }
      ]
    ],
    { workout: { name: "Push", exercises: [{ sets: [{ reps: 5 }, { reps: 4 }] }] } }
  ),
  task(
    "Delete yesterday's run.",
    [
      ["list_workouts", { limit: 10 }],
      ["delete_workout", (answers) => ({ id: at(answers, "0.workouts.0.id") })]
    ],
    { deleted: true, name: "Run" }
  ),
  task(
    "Which hamstring exercises are there with dumbbells?",
    [["search_exercises", { query: "dumbbell hamstrings", limit: 5 }]],
    { exercises: expect.arrayContaining([expect.objectContaining({ equipment: "dumbbell" })]) }
  ),
  task(
    "I want at least 120 g of protein a day.",
    [["save_goal", { name: "Protein", type: "numeric", metric: "protein", targetValue: 120, comparison: "min" }]],
    { created: true, goal: { targetValue: 120, calculated: true } }
  ),
  task(
    "Meditate on Mondays and Thursdays.",
    [["save_goal", { name: "Meditate", type: "boolean", schedule: { days: ["mon", "thu"] } }]],
    { created: true, goal: { schedule: { days: ["mon", "thu"] } } }
  ),
  task(
    "I drank another half litre.",
    [
      ["get_daily_goals", {}],
      [
        "set_goal_progress",
        (answers) => ({
          goalId: at(answers, "0.goals.0.goalId"),
          value: Number(at(answers, "0.goals.0.currentValue")) + 500
        })
      ]
    ],
    { currentValue: 1500, completed: false }
  ),
  task("How do my goals stand?", [["get_daily_goals", {}]], {
    goals: [{ name: "Water" }, { name: "Steps" }, { name: "Stretch" }]
  }),
  task(
    "Pause the goal for steps.",
    [
      ["list_goals", {}],
      ["save_goal", (answers) => ({ id: at(answers, "0.goals.1.id"), active: false })]
    ],
    { goal: { name: "Steps", active: false } }
  ),
  task(
    "I have stretched.",
    [
      ["get_daily_goals", {}],
      ["set_goal_progress", (answers) => ({ goalId: at(answers, "0.goals.2.goalId"), value: true })]
    ],
    { completed: true }
  )
]

/** The most calls that a task may need on average. */
const MOST_CALLS = 1.8

/** A person who has used the service for a while. */
const prepared = async (service: Service) => {
  await service.setTime(NOON)
  const person = await service.person()
  const make = <A>(operation: string, input: Input) => output<A>(person.mcp(operation, input))
  const food = async (name: string) => {
    const macros = { protein: 9, carbs: 60, fat: 8, servingSize: 50, servingSizeUnit: "g" }
    return (await make<{ customFood: { id: string } }>("save_custom_food", { name, ...macros })).customFood.id
  }
  const [granola, oats] = [await food("Granola"), await food("Overnight oats")]
  await food("Mistake")
  await putMeal(service, person, "meal_breakfastbowl00", "Breakfast bowl", [
    { foodKind: "custom_food", foodId: oats, servings: 1 }
  ])
  await make("log_food_entry", { customFoodId: oats, servings: 2, mealType: "breakfast", date: YESTERDAY })
  await make("log_food_entry", { customFoodId: granola, servings: 1, mealType: "breakfast" })
  await make("log_food_entry", { customFoodId: oats, servings: 1, mealType: "lunch" })
  const weights = [82, 81.4, 80.5].map((value, at) => ({
    value,
    unit: "kg",
    date: `2026-03-${["01", "08", "14"][at]}`
  }))
  await make("set_body_metrics", { metric: "weight", readings: weights })
  await make("set_body_metrics", { metric: "steps", readings: [{ value: 4000, date: YESTERDAY }] })
  await make("log_workout", {
    name: "Push",
    date: "2026-03-11",
    exercises: [
      {
        exerciseId: "exr_barbell_bench_press",
        sets: [
          { weight: kg(80), reps: 5 },
          { weight: kg(85), reps: 3 }
        ]
      }
    ]
  })
  await make("log_workout", {
    name: "Run",
    date: YESTERDAY,
    exercises: [{ exerciseId: "exr_running", sets: [{ distanceMeters: 6000, durationSeconds: 2000 }] }]
  })
  const numeric = { type: "numeric", comparison: "min" }
  const { goal } = await make<{ goal: { id: string } }>("save_goal", {
    ...numeric,
    name: "Water",
    metric: "hydration",
    targetValue: 2000
  })
  await make("set_goal_progress", { goalId: goal.id, value: 1000 })
  await make("save_goal", { ...numeric, name: "Steps", metric: "steps", targetValue: 10_000 })
  await make("save_goal", { name: "Stretch", type: "boolean" })
  return person
}

describe("everyday tasks", () => {
  let service: Service
  beforeAll(async () => {
    service = await makeService(inMemory.layer)
  })
  afterAll(() => service.stop())

  test(`are forty, and need at most ${MOST_CALLS} calls on average`, () => {
    expect(TASKS).toHaveLength(40)
    expect(TASKS.reduce((sum, { calls }) => sum + calls.length, 0) / TASKS.length).toBeLessThanOrEqual(MOST_CALLS)
  })

  test.each(TASKS.map((task) => [task.asks, task] as const))("%s", async (_asks, { calls, shows }) => {
    const person = await prepared(service)
    const answers: Array<unknown> = []
    for (const [tool, input] of calls)
      answers.push(await output(person.mcp(tool, typeof input === "function" ? input(answers) : input)))
    expect(answers.at(-1)).toMatchObject(shows)
  })
})
