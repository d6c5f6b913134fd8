/** @jsxImportSource hono/jsx */

import { type ActivityDay, FIRST_DAY, isActivityDay, plusDays } from "../../../values/activity-day.ts"
import { counted, longDay, month } from "../../../values/charts/format.ts"
import { periodOf } from "../../../values/trends/periods.ts"
import type { Fields } from "../frame/form.tsx"
import type { OutputOf } from "../frame/page.ts"
import { WORKOUTS_PATH, workoutAddress } from "./workout-paths.ts"

type Workouts = OutputOf<"get_training_days">["workouts"]

const WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

/** The first and the last day of a month. */
export interface Month {
  readonly from: ActivityDay
  readonly to: ActivityDay
}

/** The month in a query, written 2026-03, up to the one of `today`; otherwise the one of `today`. */
export const monthIn = ({ month }: Fields, today: ActivityDay): Month => {
  const named = `${typeof month === "string" ? month : ""}-01`
  const from = periodOf(isActivityDay(named) && named <= today ? named : today, "month")
  return { from, to: plusDays(periodOf(plusDays(from, 31), "month"), -1) }
}

const linkTo = (day: ActivityDay): string => `${WORKOUTS_PATH}?month=${day.slice(0, 7)}`

/** The days of each week; undefined for another month's days. */
const weeksOf = ({ from, to }: Month): ReadonlyArray<ReadonlyArray<ActivityDay | undefined>> => {
  const weeks: Array<ReadonlyArray<ActivityDay | undefined>> = []
  for (let monday = periodOf(from, "week"); monday <= to; monday = plusDays(monday, 7)) {
    weeks.push(WEEK.map((_, index) => plusDays(monday, index)).map((day) => (day < from || day > to ? undefined : day)))
  }
  return weeks
}

const Day = ({ day, workouts }: { readonly day: ActivityDay; readonly workouts: Workouts }) => {
  const [first] = workouts
  const text = String(Number(day.slice(8)))
  return first === undefined ? (
    <span>{text}</span>
  ) : (
    <a
      href={workouts.length > 1 ? `${WORKOUTS_PATH}?day=${day}` : workoutAddress(first.id)}
      aria-label={`${longDay(day)}: ${workouts.map(({ name }) => name).join(", ")}`}
    >
      {text}
    </a>
  )
}

/** The training days of a month, each with a link to its workout, or to all of that day. */
export const Calendar = ({
  shown,
  today,
  workouts
}: {
  readonly shown: Month
  readonly today: ActivityDay
  readonly workouts: Workouts
}) => {
  const byDay = Map.groupBy(workouts, ({ date }) => date)
  return (
    <section class="card" aria-labelledby="calendar">
      <h2 id="calendar">
        {month(shown.from)} <small class="soft">{counted(byDay.size, "training day", "training days")}</small>
      </h2>
      <table class="training-days">
        <thead>
          <tr>
            {WEEK.map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(shown).map((week) => (
            <tr>
              {week.map((day) => (
                <td>{day === undefined ? "" : <Day day={day} workouts={byDay.get(day) ?? []} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="buttons">
        {shown.from <= FIRST_DAY ? null : (
          <a class="button quiet" href={linkTo(plusDays(shown.from, -1))}>
            Earlier month
          </a>
        )}
        {shown.to >= today ? null : (
          <a class="button quiet" href={linkTo(plusDays(shown.to, 1))}>
            Later month
          </a>
        )}
      </p>
    </section>
  )
}
