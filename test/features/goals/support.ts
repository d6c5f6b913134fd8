import { beforeEach, describe } from "bun:test"
import { type Call, NOON, newPerson, output, overEveryStore, type Service } from "../../support/app.ts"

export const YESTERDAY = "2026-03-13"
export const TOMORROW = "2026-03-15"

export const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
/** A Monday. */
const MONDAY = Date.parse("2026-03-09T00:00:00Z")
const MILLIS_PER_DAY = 86_400_000

/** The day `days` after 2026-03-09, a Monday. */
export const dayAt = (days: number): string => new Date(MONDAY + days * MILLIS_PER_DAY).toISOString().slice(0, 10)

export interface Goal {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly metric: string | null
  readonly targetValue: number | null
  readonly unit?: string
  readonly comparison: string | null
  readonly schedule: {
    readonly days: ReadonlyArray<string>
    readonly startDate: string
    readonly endDate: string | null
  }
  readonly active: boolean
  readonly calculated: boolean
}

export interface DailyGoal {
  readonly goalId: string
  readonly name: string
  readonly type: string
  readonly metric: string | null
  readonly targetValue: number | null
  readonly unit?: string
  readonly comparison: string | null
  readonly currentValue: number | boolean
  readonly completed: boolean
  readonly calculated: boolean
}

export interface Day {
  readonly date: string
  readonly timezone: string
  readonly goals: ReadonlyArray<DailyGoal>
}

type Input = Record<string, unknown>

type Details = NonNullable<Parameters<Service["person"]>[0]>

/** A new person and their actions, over one surface. */
export const goalKeeper = async (service: Service, surface: "rest" | "mcp", details: Details = {}) => {
  const person = await newPerson(service, details)
  const call: Call = person[surface]
  const saved = (input: Input) =>
    output<{ goal: Goal; created: boolean; sameName?: ReadonlyArray<string> }>(call("save_goal", input))
  const day = (date?: string) => output<Day>(call("get_daily_goals", date === undefined ? {} : { date }))

  return {
    person,
    call,
    saved,
    save: async (input: Input) => (await saved(input)).goal,
    list: async () => (await output<{ goals: ReadonlyArray<Goal> }>(call("list_goals"))).goals,
    day,
    /** The only goal of a day, or undefined. */
    only: async (date?: string) => {
      const { goals } = await day(date)
      if (goals.length > 1) throw new Error(`${goals.length} goals on ${date}`)
      return goals[0]
    },
    progress: (goalId: string, value: unknown, date?: string) =>
      call("set_goal_progress", { goalId, value, ...(date === undefined ? {} : { date }) }),
    /** Logs `servings` servings of 100 g of a food with these macros. */
    eat: async (macros: Input, servings: number, date?: string) => {
      const { customFood } = await output<{ customFood: { id: string } }>(
        call("save_custom_food", {
          name: "Food",
          protein: 0,
          carbs: 0,
          fat: 0,
          servingSize: 100,
          servingSizeUnit: "g",
          ...macros
        })
      )
      const { entry } = await output<{ entry: { id: string } }>(
        call("log_food_entry", {
          customFoodId: customFood.id,
          servings,
          mealType: "lunch",
          ...(date === undefined ? {} : { date })
        })
      )
      return entry.id
    },
    walk: (value: number, date?: string) =>
      output(
        call("set_body_metrics", {
          metric: "steps",
          readings: [{ value, ...(date === undefined ? {} : { date }) }]
        })
      )
  }
}

export type GoalKeeper = Awaited<ReturnType<typeof goalKeeper>>

/**
 * Runs the same tests over every set of stores and both surfaces, each at noon of TODAY; `fresh()` creates a person.
 */
export const overEverySurface = (
  subject: string,
  tests: (fresh: (details?: Details) => Promise<GoalKeeper>, service: () => Service) => void
): void =>
  overEveryStore(subject, (service) => {
    beforeEach(() => service().setTime(NOON))
    for (const surface of ["rest", "mcp"] as const) {
      describe(`over ${surface}`, () => tests((details) => goalKeeper(service(), surface, details), service))
    }
  })

/** What a save needs for a goal of each kind. */
export const water = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min" }
export const habit = { name: "Stretch", type: "boolean" }
export const protein = { name: "Protein", type: "numeric", metric: "protein", targetValue: 120, comparison: "min" }
