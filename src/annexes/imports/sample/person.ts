import type { Food } from "../../../features/foods/model.ts"
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import { round } from "../../../values/round.ts"
import type { PartName } from "../archive/format.ts"

/** How many days the sample person has logged, today included. */
export const SAMPLE_DAYS = 180

/** Marks the ids of sample data, so that an export can leave it out. */
const MARK = "_sample"

/** Whether an id is that of sample data. */
export const isSampleId = (id: unknown): boolean => typeof id === "string" && id.includes(MARK)

/** Random numbers from 0 to 1, the same for every person. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

type Meal = "breakfast" | "lunch" | "dinner" | "snack"

/** What the person eats: the catalogue's food, about how many grams, and how often. */
const MENU: ReadonlyArray<readonly [meal: Meal, food: string, grams: number, chance: number]> = [
  ["breakfast", "food_fndds_51300120", 66, 0.9],
  ["breakfast", "food_fndds_63107010", 126, 0.7],
  ["breakfast", "food_fndds_92101900", 360, 0.8],
  ["lunch", "food_fndds_24120120", 150, 0.85],
  ["lunch", "food_fndds_56205001", 230, 0.85],
  ["lunch", "food_fndds_72103030", 120, 0.8],
  ["lunch", "food_fndds_82104000", 12, 0.85],
  ["dinner", "food_fndds_26137110", 150, 0.9],
  ["dinner", "food_fndds_56130000", 230, 0.9],
  ["dinner", "food_fndds_82104000", 12, 0.8],
  ["snack", "food_fndds_42100100", 35, 0.8],
  ["snack", "food_fndds_63107010", 126, 0.5]
]

const PIZZA = "food_fndds_58106200"

/** The foods that the person eats. */
export const SAMPLE_FOODS: ReadonlyArray<string> = [...new Set([...MENU.map(([, food]) => food), PIZZA])]

/** The person's lifts: the load at first, and what is added each week, in kilograms. */
const LIFTS = [
  ["exr_barbell_squat", 60, 1.25],
  ["exr_barbell_bench_press", 50, 0.75],
  ["exr_bent_over_barbell_row", 45, 0.75],
  ["exr_barbell_deadlift", 80, 1.5]
] as const

export type SampleLine = readonly [part: PartName, line: Readonly<Record<string, unknown>>]

interface Made {
  readonly today: ActivityDay
  readonly foods: ReadonlyMap<string, Food>
  /** Tells this sample from an earlier one of the same account. */
  readonly run: string
  readonly weightUnit: "kg" | "lb"
}

const instant = (date: string, time: string): string => `${date}T${time}:00.000Z`

const toLoad = (kg: number): number => Math.round(kg / 2.5) * 2.5

/** A day of the person: `ago` days before today, and `week` weeks after the first. */
interface Day {
  readonly date: ActivityDay
  readonly ago: number
  readonly week: number
  /** On holiday, nothing is logged but steps. */
  readonly isAway: boolean
}

const readingsOf = ({ date, ago, isAway }: Day, random: () => number): ReadonlyArray<SampleLine> => {
  const about = (value: number, spread: number) => value + (random() + random() - 1) * spread
  const lost = 4.4 * (ago / SAMPLE_DAYS)
  const isWeighed = !isAway && (ago === 0 || random() < 0.8)
  return [
    ...(isWeighed
      ? [["readings", { metric: "weight", date, value: round(about(78.1 + lost, 0.7), 1) }] satisfies SampleLine]
      : []),
    ...(isWeighed && ago % 4 === 0
      ? [
          [
            "readings",
            { metric: "body_fat", date, value: round(about(17.6 + lost * 0.6, 0.5), 1) }
          ] satisfies SampleLine
        ]
      : []),
    ["readings", { metric: "steps", date, value: Math.round(about(ago === 0 ? 5200 : 9100, ago === 0 ? 300 : 4200)) }]
  ]
}

const entriesOf = (
  { date, ago, isAway }: Day,
  { foods, run }: Made,
  random: () => number
): ReadonlyArray<SampleLine> => {
  const isFriday = new Date(`${date}T00:00:00Z`).getUTCDay() === 5
  const menu = isFriday ? [...MENU.filter(([meal]) => meal !== "dinner"), ["dinner", PIZZA, 300, 1] as const] : MENU
  return menu.flatMap(([meal, id, grams, chance], index) => {
    const [isEaten, amount] = [random() < chance, grams * (0.85 + 0.3 * random())]
    const food = foods.get(id)
    if (food === undefined || !isEaten || isAway || (ago === 0 && meal === "dinner")) return []
    const { calories, protein, carbs, fat, alcohol } = food.perServing
    const line = {
      id: `entry${MARK}${run}${ago}x${index}`,
      date,
      mealType: meal,
      servings: round(amount / food.serving.size, 2),
      foodKind: "food",
      foodId: id,
      foodName: food.name,
      brandName: food.brandName,
      ...{ calories, protein, carbs, fat, alcohol },
      servingSize: food.serving.size,
      servingUnit: food.serving.unit,
      servingText: food.serving.text ?? null,
      createdAt: instant(date, `${String(6 + index).padStart(2, "0")}:30`)
    }
    return [["entries", line] satisfies SampleLine]
  })
}

const exercisesOf = (week: number, isRun: boolean, random: () => number) =>
  isRun
    ? [
        {
          exerciseId: "exr_running",
          sets: [
            {
              setType: "working",
              distanceMeters: Math.round(5000 + week * 90 + random() * 800),
              durationSeconds: Math.round(1750 + random() * 200)
            }
          ]
        }
      ]
    : LIFTS.map(([exerciseId, start, gain]) => ({
        exerciseId,
        sets: [0.6, 1, 1, 1].map((share) => ({
          setType: share < 1 ? "warmup" : "working",
          weightKg: toLoad((start + gain * week) * share),
          reps: share < 1 ? 8 : 5 + Math.floor(random() * 3)
        }))
      }))

const workoutOf = (
  { date, ago, week, isAway }: Day,
  { run }: Made,
  random: () => number
): ReadonlyArray<SampleLine> => {
  const [isSkipped, weekday] = [random() < 0.1, ago % 7]
  if (isAway || isSkipped || ![1, 3, 5].includes(weekday)) return []
  const isRun = weekday === 5
  const exercises = exercisesOf(week, isRun, random)
  const line = {
    id: `wkout${MARK}${run}${ago}`,
    revision: 1,
    date,
    name: isRun ? "Run" : "Full body",
    startTime: null,
    endTime: null,
    durationSeconds: isRun ? 1900 : 3300,
    notes: null,
    estimatedCalories: isRun ? 400 : 330,
    exerciseCount: exercises.length,
    exercises,
    createdAt: instant(date, "17:30"),
    appCalories: null
  }
  return [["workouts", line]]
}

const goalsOf = ({ today, run, weightUnit }: Made): ReadonlyArray<SampleLine> => {
  const first = plusDays(today, -SAMPLE_DAYS + 1)
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  const goals = [
    ["Calories", "calories", 2200, "max", null],
    ["Protein", "protein", 110, "min", null],
    ["Weight", "weight", weightUnit === "kg" ? 77 : 170, "max", weightUnit],
    ["Stretch", null, null, null, null]
  ] as const
  return goals.flatMap(([name, metric, targetValue, comparison, unit], place): ReadonlyArray<SampleLine> => {
    const id = `goal${MARK}${run}${place}`
    const terms = { targetValue, comparison, days, startDate: first, endDate: null, active: true }
    return [
      ["goals", { id, place: place + 1, name, type: metric === null ? "boolean" : "numeric", metric, unit }],
      ["goal-revisions", { goalId: id, fromDay: first, ...terms }]
    ]
  })
}

/** A recipe for four of chicken, rice and broccoli. */
const recipeOf = ({ foods, run, today }: Made): ReadonlyArray<SampleLine> => {
  const parts = [
    ["food_fndds_24120120", 5],
    ["food_fndds_56205001", 8],
    ["food_fndds_72103030", 5]
  ] as const
  const items = parts.flatMap(([id, servings]) => {
    const food = foods.get(id)
    return food === undefined ? [] : [{ food, servings }]
  })
  if (items.length < parts.length) return []
  const grams = items.reduce((sum, { food, servings }) => sum + food.serving.size * servings, 0)
  const per100 = (name: "calories" | "protein" | "carbs" | "fat" | "alcohol") =>
    (items.reduce((sum, { food, servings }) => sum + food.perServing[name] * servings, 0) * 100) / grams
  const line = {
    id: `cfood${MARK}${run}`,
    name: "Chicken and rice bowl",
    brandName: null,
    servingSize: grams / 4,
    servingUnit: "g",
    servingText: "1 bowl",
    calories: per100("calories"),
    protein: per100("protein"),
    carbs: per100("carbs"),
    fat: per100("fat"),
    alcohol: per100("alcohol"),
    createdAt: instant(plusDays(today, -SAMPLE_DAYS + 1), "19:00"),
    recipe: {
      makesServings: 4,
      items: items.map(({ food, servings }) => ({ foodKind: "food", foodId: food.id, name: food.name, servings }))
    }
  }
  return [["custom-foods", line]]
}

const routineOf = ({ run, today }: Made): SampleLine => [
  "routines",
  {
    id: `rout${MARK}${run}`,
    place: 1,
    name: "Full body",
    exercises: LIFTS.map(([exerciseId]) => ({
      exerciseId,
      sets: [
        { setType: "warmup", reps: 8 },
        { setType: "working", reps: 5 },
        { setType: "working", reps: 5 },
        { setType: "working", reps: 5 }
      ]
    })),
    createdAt: instant(plusDays(today, -SAMPLE_DAYS + 1), "18:00")
  }
]

/**
 * Half a year of one plausible person, ended today, as lines of an archive: readings with gaps and a holiday, a diary,
 * training that progresses, goals, a routine and a recipe. The same for everybody but for the dates, ids and units.
 */
export const samplePerson = (made: Made): ReadonlyArray<SampleLine> => {
  const random = randomFrom(2026)
  const days = Array.from({ length: SAMPLE_DAYS }, (_, index): Day => {
    const ago = SAMPLE_DAYS - 1 - index
    return { date: plusDays(made.today, -ago), ago, week: Math.floor(index / 7), isAway: ago >= 120 && ago < 132 }
  })
  return [
    ...recipeOf(made),
    ...days.flatMap((day) => [
      ...readingsOf(day, random),
      ...entriesOf(day, made, random),
      ...workoutOf(day, made, random)
    ]),
    routineOf(made),
    ...goalsOf(made)
  ]
}
