import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { output, overEveryStore, type Service } from "../../support/app.ts"
import { randomRuns } from "../../support/stores.ts"
import { dayAt, type Goal, type GoalKeeper, goalKeeper, habit, protein, WEEK } from "./support.ts"

const RUNS = randomRuns(8)
/** The days that are checked, and the one on which everything begins. */
const FIRST = -10
const LAST = 30
const BEGIN = 0
const METRICS = ["calories", "protein", "fat", "carbs", "alcohol"] as const

const allDays = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index)
const noonOf = (service: Service, day: number) => service.setTime(`${dayAt(day)}T12:00:00Z`)
const weekdayAt = (day: number) => WEEK[((day % 7) + 7) % 7]

/** The model's state of a goal on one day, from which everything about that day follows. */
interface State {
  readonly target: number
  readonly comparison: string
  readonly days: ReadonlyArray<string>
  readonly start: number
  readonly end: number | null
  readonly active: boolean
}

const anyDays = fc.uniqueArray(fc.constantFrom(...WEEK), { minLength: 1, maxLength: 7 })
const anyState = fc.record({
  target: fc.integer({ min: 0, max: 9 }),
  comparison: fc.constantFrom("min", "max", "equals"),
  days: anyDays,
  start: fc.integer({ min: FIRST, max: LAST }),
  end: fc.option(fc.integer({ min: FIRST, max: LAST })),
  active: fc.boolean()
})

type Step =
  | { readonly kind: "create"; readonly state: State }
  | { readonly kind: "change"; readonly which: number; readonly change: Partial<State> }
  | { readonly kind: "wait"; readonly days: number }
  | { readonly kind: "delete"; readonly which: number }
  | { readonly kind: "rename"; readonly which: number; readonly name: string }

const which = fc.nat(5)
const anyPart = anyState.chain((state) =>
  fc.subarray(["target", "comparison", "days", "start", "end", "active"] as const, { minLength: 1 }).map((keys) => {
    const change: Partial<State> = Object.fromEntries(keys.map((key) => [key, state[key]]))
    return change
  })
)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("create" as const), state: anyState }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("change" as const), which, change: anyPart }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const), which, name: fc.constantFrom("x", "y") }) }
)

const inputOf = ({ target, comparison, days, start, end, active }: Partial<State>) => ({
  ...(target === undefined ? {} : { targetValue: target }),
  ...(comparison === undefined ? {} : { comparison }),
  ...(active === undefined ? {} : { active }),
  ...(days === undefined && start === undefined && end === undefined
    ? {}
    : {
        schedule: {
          ...(days === undefined ? {} : { days }),
          ...(start === undefined ? {} : { startDate: dayAt(start) }),
          ...(end === undefined ? {} : { endDate: end === null ? null : dayAt(end) })
        }
      })
})

const isPossible = ({ start, end }: State) => end === null || start <= end

const isDue = (day: number, { days, start, end, active }: State) =>
  active && day >= start && (end === null || day <= end) && days.includes(weekdayAt(day) ?? "")

/** A goal in the model: its state on every single day. */
interface Modelled {
  readonly id: string
  readonly name: string
  readonly first: State
  readonly newest: State
  readonly byDay: ReadonlyMap<number, State>
}

/**
 * An earlier day after `change`: unchanged, unless only its start kept the goal from it, and the start now lies
 * earlier.
 */
const earlierDay = (day: number, state: State, { start }: Partial<State>, first: State): State =>
  start === undefined || day < start || day >= state.start
    ? state
    : { ...state, target: first.target, comparison: first.comparison, start }

/** Plays the steps against the service and the model; a save that is impossible in the model must be refused. */
const play = async (service: Service, keeper: GoalKeeper, steps: ReadonlyArray<Step>) => {
  let today = BEGIN
  let goals: ReadonlyArray<Modelled> = []
  const put = (changed: Modelled) => {
    goals = goals.map((goal) => (goal.id === changed.id ? changed : goal))
  }
  const idsOfName = (name: string, self?: string) =>
    goals.filter((goal) => goal.name === name && goal.id !== self).map(({ id }) => id)
  for (const step of steps) {
    const goal = "which" in step ? goals[step.which % Math.max(1, goals.length)] : undefined
    if (step.kind === "wait") {
      today += step.days
      await noonOf(service, today)
    } else if (step.kind === "create") {
      const save = keeper.call("save_goal", { ...protein, metric: "custom", ...inputOf(step.state) })
      if (isPossible(step.state)) {
        const { goal, sameName = [] } = await output<{ goal: Goal; sameName?: ReadonlyArray<string> }>(save)
        expect(sameName).toEqual(idsOfName(protein.name))
        const byDay = new Map(allDays.map((day) => [day, step.state]))
        goals = [...goals, { id: goal.id, name: protein.name, first: step.state, newest: step.state, byDay }]
      } else expect(await save).toMatchObject({ ok: false, error: { code: "validation_failed" } })
    } else if (goal !== undefined && step.kind === "change") {
      const newest = { ...goal.newest, ...step.change }
      const save = await keeper.call("save_goal", { id: goal.id, ...inputOf(step.change) })
      expect(save.ok).toBe(isPossible(newest))
      if (save.ok) {
        const byDay = new Map(
          [...goal.byDay].map(([day, state]) => [
            day,
            day >= today ? newest : earlierDay(day, state, step.change, goal.first)
          ])
        )
        put({ ...goal, newest, byDay })
      }
    } else if (goal !== undefined && step.kind === "rename") {
      const { sameName = [] } = await keeper.saved({ id: goal.id, name: step.name })
      expect(sameName).toEqual(idsOfName(step.name, goal.id))
      put({ ...goal, name: step.name })
    } else if (goal !== undefined) {
      await output(keeper.call("delete_goal", { id: goal.id }))
      goals = goals.filter(({ id }) => id !== goal.id)
    }
  }
  return { today, goals }
}

const everyDay = (keeper: GoalKeeper, days: ReadonlyArray<number>) =>
  Promise.all(days.map(async (day) => (await keeper.day(dayAt(day))).goals))

overEveryStore("goals, after any sequence of changes", (service) => {
  const surfaces = fc.constantFrom("rest" as const, "mcp" as const)
  const check = <A>(property: fc.IAsyncProperty<A>) => fc.assert(property, { numRuns: RUNS })
  const begin = async (surface: "rest" | "mcp") => {
    await noonOf(service(), BEGIN)
    return goalKeeper(service(), surface)
  }

  test("every day shows the result of replaying all changes day by day", async () => {
    await check(
      fc.asyncProperty(surfaces, fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (surface, steps) => {
        const keeper = await begin(surface)
        const { goals } = await play(service(), keeper, steps)
        expect((await keeper.list()).map(({ id, name, targetValue }) => [id, name, targetValue])).toEqual(
          goals.map(({ id, name, newest }) => [id, name, newest.target])
        )
        const shown = await everyDay(keeper, allDays)
        for (const [index, day] of allDays.entries()) {
          const due = goals.flatMap(({ id, name, byDay }) => {
            const state = byDay.get(day)
            return state !== undefined && isDue(day, state) ? [[id, name, state.target, state.comparison]] : []
          })
          expect(shown[index]?.map((goal) => [goal.goalId, goal.name, goal.targetValue, goal.comparison])).toEqual(due)
        }
      })
    )
  })

  test("no save of today changes a goal on an earlier day that showed it; only its start adds it to one", async () => {
    await check(
      fc.asyncProperty(
        surfaces,
        fc.array(anyStep, { maxLength: 8 }),
        fc.array(anyPart, { minLength: 1, maxLength: 4 }),
        async (surface, steps, changes) => {
          const keeper = await begin(surface)
          const { today, goals } = await play(service(), keeper, [...steps, { kind: "wait", days: 1 }])
          const past = allDays.filter((day) => day < today)
          const before = await everyDay(keeper, past)
          for (const change of changes) {
            for (const { id } of goals) await keeper.call("save_goal", { id, ...inputOf(change) })
          }
          const movesStart = changes.some(({ start }) => start !== undefined)
          for (const [index, goals] of (await everyDay(keeper, past)).entries()) {
            const shown = new Set(before[index]?.map(({ goalId }) => goalId))
            expect(movesStart ? goals.filter(({ goalId }) => shown.has(goalId)) : goals).toEqual(before[index] ?? [])
          }
        }
      )
    )
  })

  test("progress is accepted for exactly the days, up to today, that show the goal", async () => {
    await check(
      fc.asyncProperty(surfaces, fc.array(anyStep, { minLength: 3, maxLength: 8 }), async (surface, steps) => {
        const keeper = await begin(surface)
        const { today, goals } = await play(service(), keeper, steps)
        for (const [index, shown] of (await everyDay(keeper, allDays)).entries()) {
          const day = FIRST + index
          for (const { id } of goals.slice(0, 1)) {
            const set = await keeper.progress(id, day + 100, dayAt(day))
            expect(set.ok).toBe(day <= today && shown.some(({ goalId }) => goalId === id))
            if (!set.ok) expect(set.error.details?.fields).toMatchObject([{ field: "date" }])
          }
        }
        for (const [index, shown] of (await everyDay(keeper, allDays)).entries()) {
          const day = FIRST + index
          for (const { goalId, currentValue } of shown) {
            const isSet = goals.slice(0, 1).some(({ id }) => id === goalId) && day <= today
            expect(currentValue).toBe(isSet ? day + 100 : 0)
          }
        }
      })
    )
  })

  describe("calculated goals", () => {
    const grams = fc.oneof(
      fc.double({ min: 0, max: 24, noNaN: true }),
      fc.integer({ min: 0, max: 24_000 }).map((milligrams) => milligrams / 1000)
    )
    const macros = fc.record({ protein: grams, carbs: grams, fat: grams, alcohol: grams })
    const meal = fc.record({
      macros,
      servings: fc.oneof(fc.double({ min: 5e-324, max: 30, noNaN: true }), fc.integer({ min: 1, max: 30 })),
      day: fc.integer({ min: -1, max: 1 })
    })

    test("show the sum of the day's entries as the diary shows them", async () => {
      await check(
        fc.asyncProperty(surfaces, fc.array(meal, { maxLength: 8 }), async (surface, meals) => {
          const keeper = await begin(surface)
          for (const metric of METRICS) {
            await keeper.save({ ...protein, metric, schedule: { startDate: dayAt(-1) } })
          }
          await keeper.save(habit)
          for (const { macros, servings, day } of meals) await keeper.eat(macros, servings, dayAt(day))
          for (const day of [-1, 0, 1]) {
            const { entries } = await output<{
              entries: ReadonlyArray<{ nutrition: Record<(typeof METRICS)[number], number> }>
            }>(keeper.call("list_food_entries", { from: dayAt(day), to: dayAt(day), limit: 100 }))
            const { goals } = await keeper.day(dayAt(day))
            for (const metric of METRICS) {
              const hundredths = entries.reduce((sum, { nutrition }) => sum + Math.round(nutrition[metric] * 100), 0)
              expect(goals.find((goal) => goal.metric === metric)?.currentValue).toBe(hundredths / 100)
            }
          }
        })
      )
    })
  })
})
