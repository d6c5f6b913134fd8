import type { Eaten, HistoryRow, Moment, Reading, WorkoutRow } from "../../../../src/annexes/imports/rows/rows.ts"
import { ActivityDay, plusDays } from "../../../../src/values/activity-day.ts"
import { output, type Person } from "../../../support/app.ts"

/** What a person has done in an app between two exports. */
export type Change = (rows: ReadonlyArray<HistoryRow>) => ReadonlyArray<HistoryRow>

const isDated = (row: HistoryRow): row is Reading | Eaten | WorkoutRow => "at" in row || "start" in row

const momentOf = (row: Reading | Eaten | WorkoutRow): Moment => (row._tag === "Workout" ? row.start : row.at)

/** The rows of facts, each once. */
export const dated = (rows: ReadonlyArray<HistoryRow>) => rows.filter(isDated)

const MINUTE = 60_000

const moved = (moment: Moment, minutes: number): Moment => {
  const { day, time, instant } = moment
  if (time === null) return { ...moment, day: plusDays(day, Math.sign(minutes)) }
  const local = new Date(Date.parse(`${day}T${time}Z`) + minutes * MINUTE).toISOString()
  return {
    ...moment,
    day: ActivityDay.make(local.slice(0, 10)),
    time: local.slice(11, 19),
    instant: instant === null ? null : instant + minutes * MINUTE
  }
}

/** Changes every second fact of a kind, and leaves the other rows as they are. */
const everySecond =
  (change: (row: Eaten | WorkoutRow) => Eaten | WorkoutRow | undefined): Change =>
  (rows) => {
    let count = 0
    return rows.flatMap((row): HistoryRow | ReadonlyArray<HistoryRow> => {
      if (row._tag !== "Eaten" && row._tag !== "Workout") return [row]
      return count++ % 2 === 0 ? (change(row) ?? []) : [row]
    })
  }

const movedBy = (minutes: number): Change =>
  everySecond((row) =>
    row._tag === "Workout"
      ? { ...row, start: moved(row.start, minutes), end: row.end && moved(row.end, minutes) }
      : { ...row, at: moved(row.at, minutes) }
  )

const again = (row: HistoryRow): HistoryRow =>
  row._tag === "Workout"
    ? { ...row, title: `${row.title} again`, start: moved(row.start, 6 * 60), end: row.end && moved(row.end, 6 * 60) }
    : row._tag === "Eaten"
      ? { ...row, name: `${row.name} again` }
      : row

const laterHalf: Change = (rows) => {
  const days = [...new Set(dated(rows).map((row) => momentOf(row).day))].sort()
  const middle = days[Math.ceil(days.length / 2)]
  return middle === undefined ? rows.slice(1) : rows.filter((row) => !isDated(row) || momentOf(row).day >= middle)
}

export const CHANGES: Readonly<Record<string, Change>> = {
  "renamed facts": everySecond((row) =>
    row._tag === "Workout" ? { ...row, title: `${row.title} A` } : { ...row, name: `${row.name} A` }
  ),
  corrections: everySecond((row) =>
    row._tag === "Workout"
      ? { ...row, notes: "Corrected" }
      : { ...row, amount: "150 g", nutrition: { ...row.nutrition, calories: (row.nutrition.calories ?? 0) + 50 } }
  ),
  "moved starts": movedBy(20),
  "starts moved over midnight": movedBy(10 * 60),
  "deleted facts": everySecond(() => undefined),
  "added facts": (rows) => [...rows, ...dated(rows).slice(0, 3).map(again)],
  "a shorter range": laterHalf
}

type Facts = ReadonlyArray<readonly [kind: string, day: string, fact: string]>

/** A person's facts without ids and what differs between two imports of one file, each with its kind and day. */
export const factsBetween = async ({ rest }: Person, from: string, to: string): Promise<Facts> => {
  const found: Array<readonly [string, string, string]> = []
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    const range = { from: `${year}-01-01`, to: `${year}-12-31` }
    for (const metric of ["weight", "body_fat", "steps"]) {
      const { readings } = await output<{ readings: ReadonlyArray<{ date: string; value: number }> }>(
        rest("list_body_metrics", { metric, ...range })
      )
      for (const { date, value } of readings) found.push([metric, date, String(value)])
    }
    let cursor: string | null = null
    do {
      const page: { entries: ReadonlyArray<{ id: string; date: string }>; nextCursor: string | null } = await output(
        rest("list_food_entries", { ...range, limit: 100, ...(cursor === null ? {} : { cursor }) })
      )
      for (const { id: _, ...entry } of page.entries) found.push(["entry", entry.date, JSON.stringify(entry)])
      cursor = page.nextCursor
    } while (cursor !== null)
  }
  const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(rest("list_workouts", { limit: 100 }))
  for (const { id } of workouts) {
    const { id: _, ...workout } = await output<{ id: string; date: string }>(rest("get_workout", { id }))
    const text = JSON.stringify(workout, (key, value) =>
      key === "estimatedCalories" || String(value).startsWith("ownex_") ? undefined : value
    )
    found.push(["workout", workout.date, text])
  }
  return found.sort((a, b) => (a.join() < b.join() ? -1 : 1))
}

/** The kind and day of each fact that rows state. */
export const daysIn = (rows: ReadonlyArray<HistoryRow>): ReadonlySet<string> =>
  new Set(
    dated(rows).map((row) => {
      const kind = row._tag === "Workout" ? "workout" : row._tag === "Eaten" ? "entry" : row.metric
      return `${kind} ${momentOf(row).day}`
    })
  )

/** What a second file gives: its facts on the days that it states, and those of the first on all others. */
export const over = (first: Facts, second: Facts, days: ReadonlySet<string>): Facts =>
  [...first.filter(([kind, day]) => !days.has(`${kind} ${day}`)), ...second].sort((a, b) =>
    a.join() < b.join() ? -1 : 1
  )
