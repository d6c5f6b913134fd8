import { connect } from "../../src/client/client.ts"
import type { UserId } from "../../src/values/ids.ts"
import type { startService } from "./service.ts"

type Service = Awaited<ReturnType<typeof startService>>

/** A day before today, in UTC. */
export const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

export type Client = Awaited<ReturnType<typeof connect>>

/** A person without data, and their client. */
export const somebody = async (service: Service) => {
  const id = await service.newPerson()
  const fettle = await connect({ baseUrl: service.baseUrl, token: await service.newToken(id) })
  return { id, fettle }
}

const SPLIT = ["Push", "Pull", "Legs"] as const
const LIFTS = { Push: "Barbell Bench Press", Pull: "Barbell Deadlift", Legs: "Barbell Squat" } as const

/** Eight workouts of a split of three: the next is Legs. */
export const lifts = async (fettle: Client) => {
  for (let turn = 0; turn < 8; turn++) {
    const name = SPLIT[turn % 3] ?? "Push"
    const sets = [
      { setType: "warmup", weight: { value: 40, unit: "kg" }, reps: 8 },
      { weight: { value: 60 + turn, unit: "kg" }, reps: 5 },
      { weight: { value: 60 + turn, unit: "kg" }, reps: 5 }
    ] as const
    await fettle.log_workout({
      name,
      date: dayBefore(16 - turn * 2),
      durationSeconds: 3600,
      exercises: [
        { name: LIFTS[name], sets: [...sets] },
        { name: "Plank", sets: [{ holdSeconds: 60 }] }
      ]
    })
  }
}

/** Eight days of four meals until yesterday, and a goal. */
export const eats = async (fettle: Client) => {
  for (let day = 0; day < 8; day++)
    for (const mealType of ["breakfast", "lunch", "dinner", "snack"] as const)
      for (const name of ["Oats", "Banana"])
        await fettle.log_food_entry({
          quickAdd: { name, calories: 300, protein: 10, carbs: 40, fat: 5, alcohol: 0 },
          servings: 1,
          mealType,
          date: dayBefore(day + 1)
        })
  await fettle.save_goal({
    name: "Calories",
    type: "numeric",
    metric: "calories",
    targetValue: 2400,
    comparison: "max"
  })
}

/** A weight on each of 70 days until `since` days ago. */
export const weighs = async (fettle: Client, since = 1) => {
  await fettle.set_body_metrics({
    metric: "weight",
    readings: Array.from({ length: 70 }, (_, day) => ({
      value: 82 + day / 30 + (day % 3) / 5,
      unit: "kg" as const,
      date: dayBefore(day + since)
    }))
  })
}

/** Four people: what each does, and how it is recorded. */
export const HABITS: ReadonlyArray<
  readonly [name: string, does: (fettle: Client, id: UserId, service: Service) => Promise<unknown>]
> = [
  ["lifts", lifts],
  ["eats", eats],
  ["weighs", (fettle) => weighs(fettle)],
  ["has done all three for ten years", (_, id, service) => service.liveTenYears(id, dayBefore(1))]
]
