import type { startService } from "./service.ts"

type Service = Awaited<ReturnType<typeof startService>>

const DAY = 86_400_000

/** Random numbers, the same in every run. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

/** The foods of each meal: what to search for, and about how many grams. */
const MENU = [
  ["breakfast", "rolled oats", 70],
  ["breakfast", "whole milk", 250],
  ["breakfast", "banana", 120],
  ["lunch", "chicken breast roasted", 170],
  ["lunch", "cooked brown rice", 220],
  ["lunch", "broccoli cooked", 150],
  ["dinner", "salmon cooked", 160],
  ["dinner", "boiled potatoes", 300],
  ["dinner", "olive oil", 15],
  ["snack", "greek yogurt", 200],
  ["snack", "almonds", 30]
] as const

const LIFTS = [
  ["Barbell Squat", 80],
  ["Barbell Bench Press", 62.5],
  ["Barbell Deadlift", 100]
] as const

interface Food {
  readonly id: string
  readonly serving: { readonly size: number }
}

/** How long the demo history is, in days. */
interface Length {
  readonly readings: number
  readonly diary: number
  readonly training: number
}

/** Limits that making a history does not reach. */
const MOST = 1_000_000
const WIDE = { readsPerMinute: MOST, readsBurst: MOST, writesPerMinute: MOST, writesBurst: MOST, writesPerDay: MOST }

/** A person without data on a running service: their id and token, calls with it, and a link that signs them in. */
const strangerOn = async ({ baseUrl, newPerson, newToken, newLink }: Service) => {
  const userId = await newPerson("UTC", { name: "Robin Vale", ownLimits: WIDE })
  const token = await newToken(userId)
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const call = async <A>(method: string, path: string, body?: object): Promise<A> => {
    const response = await fetch(`${baseUrl}/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as A
  }
  return { userId, token, call, link: () => newLink(userId) }
}

/** A person who looks around with sample data. */
export const samplePerson = async (service: Service) => {
  const person = await strangerOn(service)
  await service.command("user", "sample", person.userId)
  return person
}

/**
 * A person with a realistic history: a slow loss of weight with missed weigh-ins, a diary, three sessions a week that
 * get heavier, and goals. Returns their id and token, and a link that signs them in.
 */
export const demoPerson = async (service: Service, { readings, diary, training }: Length) => {
  const person = await strangerOn(service)
  const { call } = person

  const random = randomFrom(2026)
  const about = (value: number, spread: number) => value + (random() + random() - 1) * spread
  const ago = (day: number) => new Date(Date.now() - day * DAY).toISOString().slice(0, 10)
  const days = (count: number) => Array.from({ length: count }, (_, day) => day)

  const set = async (metric: string, all: ReadonlyArray<object>) => {
    for (let start = 0; start < all.length; start += 100) {
      await call("PUT", "/body-metrics", { metric, readings: all.slice(start, start + 100) })
    }
  }
  // Some mornings without weighing, and a holiday.
  const weighed = days(readings).filter((day) => day === 0 || (random() < 0.8 && !(day > 30 && day < 48)))
  const lost = (day: number) => 4.6 * (day / 180) ** 0.8
  await set(
    "weight",
    weighed.map((day) => ({ date: ago(day), value: Math.round(about(78.2 + lost(day), 0.8) * 10) / 10, unit: "kg" }))
  )
  await set(
    "body_fat",
    weighed
      .filter((day) => day % 3 === 0)
      .map((day) => ({ date: ago(day), value: Math.round(about(17.4 + lost(day) * 0.6, 0.7) * 10) / 10 }))
  )
  await set(
    "steps",
    days(readings).map((day) => ({
      date: ago(day),
      value: Math.round(about(day === 0 ? 7200 : 9300, day === 0 ? 100 : 5200))
    }))
  )

  const foods = await Promise.all(
    MENU.map(async ([meal, query, grams]) => {
      const { foods } = await call<{ foods: ReadonlyArray<Food> }>(
        "GET",
        `/foods?query=${encodeURIComponent(query)}&kind=food&limit=1`
      )
      const [food] = foods
      if (food === undefined) throw new Error(`There is no ${query}`)
      return { meal, grams, food }
    })
  )
  for (const day of days(diary)) {
    for (const { meal, grams, food } of foods) {
      if (day === 0 && meal === "dinner") continue
      if (random() < 0.12) continue
      const servings = Math.round((about(grams, grams * 0.5) / food.serving.size) * 100) / 100
      await call("POST", "/food-entries", {
        foodId: food.id,
        servings: Math.max(0.1, servings),
        mealType: meal,
        date: ago(day)
      })
    }
  }

  for (const day of days(training).filter((day) => [1, 3, 6].includes(day % 7) && random() < 0.9)) {
    const progress = (training - day) / 7
    await call("POST", "/workouts", {
      name: day % 7 === 6 ? "Run" : "Strength",
      date: ago(day),
      durationSeconds: Math.round(about(3300, 900)),
      exercises:
        day % 7 === 6
          ? [
              {
                name: "Running",
                sets: [{ distanceMeters: Math.round(about(6000, 2000)), durationSeconds: Math.round(about(2000, 500)) }]
              }
            ]
          : LIFTS.map(([name, start]) => ({
              name,
              sets: days(4).map((set) => ({
                setType: set === 0 ? "warmup" : "working",
                weight: { value: Math.round((start * (set === 0 ? 0.6 : 1) + progress * 1.2) / 2.5) * 2.5, unit: "kg" },
                reps: 5 + Math.floor(random() * 3)
              }))
            }))
    })
  }

  const numeric = (name: string, metric: string, targetValue: number, comparison = "min") =>
    call<{ goal: { id: string } }>("POST", "/goal-templates", {
      name,
      type: "numeric",
      metric,
      targetValue,
      comparison,
      schedule: { startDate: ago(40) },
      ...(metric === "hydration" ? { unit: "ml" } : {})
    })
  await numeric("Calories", "calories", 2300, "max")
  await numeric("Protein", "protein", 140)
  await numeric("Steps", "steps", 9000)
  const water = await numeric("Water", "hydration", 2500)
  await call("PUT", "/daily-goals", { goalId: water.goal.id, value: 1750 })
  const stretch = await call<{ goal: { id: string } }>("POST", "/goal-templates", {
    name: "Stretch",
    type: "boolean",
    schedule: { startDate: ago(40) }
  })
  await call("PUT", "/daily-goals", { goalId: stretch.goal.id, value: true })

  return person
}
