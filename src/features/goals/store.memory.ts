import { Array as Arr, Data, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { entriesOf, readingsOf } from "../../facts/tables.memory.ts"
import { type Memory, MemoryDatabase, table } from "../../platform/database/memory.ts"
import { ActivityDay, FIRST_DAY, LAST_DAY } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { historiesOf, Metric } from "../body-metrics/model.ts"
import { diaryEntries } from "../diary/store.memory.ts"
import type { BodyMetric, Goal, GoalId, Terms } from "./model.ts"
import type { DayFacts } from "./progress.ts"
import { GoalStore, type Version } from "./store.ts"

interface Key {
  readonly userId: UserId
  readonly id: GoalId
}

export interface Row {
  readonly place: number
  readonly goal: Omit<Goal, keyof Terms>
  /** Oldest first. The first version also applies to all earlier days. */
  readonly versions: Arr.NonEmptyReadonlyArray<Version>
  readonly progress: ReadonlyMap<ActivityDay, number>
}

export const goals = table<Key, Row>("goals", ({ userId }) => userId)

const goalKey = (userId: UserId, id: GoalId): Key => Data.struct({ userId, id })

/** The goal that a user last discarded, and when. */
interface Discarded {
  readonly id: GoalId
  readonly at: DateTime.Utc
  readonly row: Row
}

const discarded = table<UserId, Discarded>("deleted_goals", (userId) => userId)

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

/**
 * A version with its start moved back. The days gained have the first target, so they become a version of their own.
 */
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

/** Discarding and restoring goals. */
const discarding = (memory: Memory): Pick<GoalStore["Type"], "discard" | "restore" | "forgetDiscarded"> => ({
  discard: (userId, id, at) =>
    Effect.sync(() =>
      Option.map(HashMap.get(memory.rows(goals), goalKey(userId, id)), (row) => {
        memory.update(discarded, HashMap.set(userId, { id, at, row }))
        memory.update(goals, HashMap.remove(goalKey(userId, id)))
        return row.goal.name
      })
    ),

  restore: (userId, id) =>
    Effect.sync(() => {
      const found = Option.getOrUndefined(HashMap.get(memory.rows(discarded), userId))
      if (found?.id !== id) return false
      memory.update(goals, HashMap.set(goalKey(userId, id), found.row))
      memory.update(discarded, HashMap.remove(userId))
      return true
    }),

  forgetDiscarded: (until) =>
    Effect.sync(() =>
      memory.update(
        discarded,
        HashMap.filter(({ at }) => DateTime.greaterThanOrEqualTo(at, until))
      )
    )
})

const rowsOf = (memory: Memory, userId: UserId): ReadonlyArray<Row> =>
  memory
    .rowsOf(goals, userId)
    .map(([, row]) => row)
    .sort(Order.mapInput(Order.number, (row: Row) => row.place))

const lastUpTo = (memory: Memory, userId: UserId, metric: BodyMetric, day: ActivityDay): number | null =>
  readingsOf(memory, userId, metric).findLast(({ date }) => date <= day)?.value ?? null

const factsOn = (memory: Memory, userId: UserId, day: ActivityDay): DayFacts => {
  const entries = entriesOf(memory, diaryEntries, userId).filter(({ date }) => date === day)
  const reading = readingsOf(memory, userId, "steps").find(({ date }) => date === day)
  const last = (metric: BodyMetric) => lastUpTo(memory, userId, metric, day)
  return { entries, steps: reading?.value ?? null, weight: last("weight"), bodyFat: last("body_fat") }
}

const reading = (
  memory: Memory
): Pick<GoalStore["Type"], "list" | "count" | "find" | "findOn" | "named" | "day" | "histories" | "withReadings"> => {
  const findOn = (userId: UserId, id: GoalId, day: ActivityDay) =>
    Effect.sync(() => Option.map(HashMap.get(memory.rows(goals), goalKey(userId, id)), (row) => goalOn(row, day)))
  return {
    list: (userId) => Effect.sync(() => rowsOf(memory, userId).map((row) => goalOn(row, EVER_AFTER))),

    count: (userId) => Effect.sync(() => rowsOf(memory, userId).length),

    find: (userId, id) => findOn(userId, id, EVER_AFTER),

    findOn,

    named: (userId, name) =>
      Effect.sync(() => rowsOf(memory, userId).flatMap(({ goal }) => (goal.name === name ? [goal.id] : []))),

    day: (userId, day) =>
      Effect.sync(() => ({
        goals: rowsOf(memory, userId).map((row) => ({ goal: goalOn(row, day), set: row.progress.get(day) ?? null })),
        facts: factsOn(memory, userId, day)
      })),

    histories: (userId, from, to) =>
      Effect.sync(() =>
        rowsOf(memory, userId).map((row) => ({
          goal: goalOn(row, EVER_AFTER),
          versions: row.versions,
          progress: new Map([...row.progress].filter(([date]) => from <= date && date <= to)),
          before: {
            weight: lastUpTo(memory, userId, "weight", from),
            bodyFat: lastUpTo(memory, userId, "body_fat", from)
          }
        }))
      ),

    withReadings: (userId, from, to) =>
      Effect.sync(() => {
        const readings = Metric.literals.flatMap((metric) =>
          readingsOf(memory, userId, metric)
            .filter(({ date }) => from <= date && date <= to)
            .map((reading) => ({ metric, ...reading }))
        )
        return {
          goals: rowsOf(memory, userId).map((row) => goalOn(row, EVER_AFTER)),
          histories: historiesOf(readings)
        }
      })
  }
}

export const layer = Layer.effect(
  GoalStore,
  Effect.map(MemoryDatabase, (memory) => {
    const modify = (userId: UserId, id: GoalId, change: (row: Row) => Row) =>
      Effect.sync(() => memory.update(goals, HashMap.modify(goalKey(userId, id), change)))

    return GoalStore.of({
      ...reading(memory),

      add: (userId, goal) =>
        Effect.sync(() => {
          const { id, name, type, metric, unit } = goal
          const row: Row = {
            place: (rowsOf(memory, userId).at(-1)?.place ?? 0) + 1,
            goal: { id, name, type, metric, unit },
            versions: [{ from: EVER_BEFORE, terms: termsOf(goal) }],
            progress: new Map()
          }
          memory.update(goals, HashMap.set(goalKey(userId, id), row))
        }),

      relabel: (userId, id, { name, unit }) =>
        modify(userId, id, (row) => ({ ...row, goal: { ...row.goal, name, unit } })),

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

      delete: (userId, id) =>
        Effect.sync(() => {
          const held = HashMap.get(memory.rows(goals), goalKey(userId, id))
          memory.update(goals, HashMap.remove(goalKey(userId, id)))
          return Option.map(held, ({ goal }) => goal.name)
        }),

      ...discarding(memory),

      addProgress: (userId, id, day, amount) =>
        modify(userId, id, (row) => ({
          ...row,
          progress: new Map([...row.progress, [day, Math.max(0, (row.progress.get(day) ?? 0) + amount)]])
        })),

      setProgress: (userId, id, day, value) =>
        modify(userId, id, (row) => ({ ...row, progress: new Map([...row.progress, [day, value]]) }))
    })
  })
)
