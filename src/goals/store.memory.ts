import { Array as Arr, Data, Effect, HashMap, Layer, Option, Order } from "effect"
import { MemoryDatabase, table } from "../database/memory.ts"
import { diaryEntries } from "../diary/store.memory.ts"
import { bodyMetrics, entriesOf, readingsOf } from "../facts/tables.memory.ts"
import { ActivityDay, FIRST_DAY, LAST_DAY } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import type { Goal, GoalId, Terms } from "./model.ts"
import type { DayFacts } from "./progress.ts"
import { GoalStore } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly id: GoalId
}

export interface Version {
  readonly from: ActivityDay
  readonly terms: Terms
}

export interface Row {
  readonly place: number
  readonly goal: Omit<Goal, keyof Terms>
  /** Oldest first. The first version also applies to all earlier days. */
  readonly versions: Arr.NonEmptyReadonlyArray<Version>
  readonly progress: ReadonlyMap<ActivityDay, number>
}

export const goals = table<Key, Row>("goals", ({ userId }) => userId)

export const goalKey = (userId: UserId, id: GoalId): Key => Data.struct({ userId, id })

const EVER_BEFORE = ActivityDay.make(FIRST_DAY)
const EVER_AFTER = ActivityDay.make(LAST_DAY)

const termsOf = ({ targetValue, comparison, schedule, active }: Terms): Terms => ({
  targetValue,
  comparison,
  schedule,
  active
})

const goalOn = ({ goal, versions }: Row, day: ActivityDay): Goal => {
  const { terms } = versions.findLast(({ from }) => from <= day) ?? versions[0]
  return { ...goal, ...terms }
}

/** A version with its start moved back. Days gained have the first target, so they become a version of their own. */
const startedEarlier =
  (versions: Row["versions"], start: ActivityDay, today: ActivityDay) =>
  (version: Version, index: number): Arr.NonEmptyReadonlyArray<Version> => {
    const { from, terms } = version
    const { startDate } = terms.schedule
    if (from >= today || startDate <= from || startDate <= start) return [version]
    const { targetValue, comparison } = versions[0].terms
    const gained = {
      from,
      terms: { ...terms, targetValue, comparison, schedule: { ...terms.schedule, startDate: start } }
    }
    return startDate < (versions[index + 1]?.from ?? today) ? [gained, { from: startDate, terms }] : [gained]
  }

export const layer = Layer.effect(
  GoalStore,
  Effect.map(MemoryDatabase, (memory) => {
    const rowsOf = (userId: UserId): ReadonlyArray<Row> =>
      HashMap.toEntries(memory.rows(goals))
        .filter(([key]) => key.userId === userId)
        .map(([, row]) => row)
        .sort(Order.mapInput(Order.number, (row: Row) => row.place))

    const factsOn = (userId: UserId, day: ActivityDay): DayFacts => {
      const entries = entriesOf(memory.rows(diaryEntries), userId).filter(({ date }) => date === day)
      const reading = readingsOf(memory.rows(bodyMetrics), userId, "steps").find(({ date }) => date === day)
      return { entries, steps: reading?.value ?? null }
    }

    const findOn = (userId: UserId, id: GoalId, day: ActivityDay) =>
      Effect.sync(() => Option.map(HashMap.get(memory.rows(goals), goalKey(userId, id)), (row) => goalOn(row, day)))

    const modify = (userId: UserId, id: GoalId, change: (row: Row) => Row) =>
      Effect.sync(() => memory.update(goals, HashMap.modify(goalKey(userId, id), change)))

    return GoalStore.of({
      list: (userId) => Effect.sync(() => rowsOf(userId).map((row) => goalOn(row, EVER_AFTER))),

      count: (userId) => Effect.sync(() => rowsOf(userId).length),

      find: (userId, id) => findOn(userId, id, EVER_AFTER),

      findOn,

      add: (userId, goal) =>
        Effect.sync(() => {
          const { id, name, type, metric } = goal
          const row: Row = {
            place: (rowsOf(userId).at(-1)?.place ?? 0) + 1,
            goal: { id, name, type, metric },
            versions: [{ from: EVER_BEFORE, terms: termsOf(goal) }],
            progress: new Map()
          }
          memory.update(goals, HashMap.set(goalKey(userId, id), row))
        }),

      rename: (userId, id, name) => modify(userId, id, (row) => ({ ...row, goal: { ...row.goal, name } })),

      revise: (userId, id, from, terms) =>
        modify(userId, id, ({ versions: [first, ...later], ...row }) => ({
          ...row,
          versions: [first, ...later.filter((version) => version.from < from), { from, terms }]
        })),

      startEarlier: (userId, id, start, today) =>
        modify(userId, id, ({ versions, ...row }) => ({
          ...row,
          versions: Arr.flatMap(versions, startedEarlier(versions, start, today))
        })),

      named: (userId, name) =>
        Effect.sync(() => rowsOf(userId).flatMap(({ goal }) => (goal.name === name ? [goal.id] : []))),

      delete: (userId, id) =>
        Effect.sync(() => {
          const held = HashMap.get(memory.rows(goals), goalKey(userId, id))
          memory.update(goals, HashMap.remove(goalKey(userId, id)))
          return Option.map(held, ({ goal }) => goal.name)
        }),

      day: (userId, day) =>
        Effect.sync(() => ({
          goals: rowsOf(userId).map((row) => ({ goal: goalOn(row, day), set: row.progress.get(day) ?? null })),
          facts: factsOn(userId, day)
        })),

      setProgress: (userId, id, day, value) =>
        modify(userId, id, (row) => ({ ...row, progress: new Map([...row.progress, [day, value]]) }))
    })
  })
)
