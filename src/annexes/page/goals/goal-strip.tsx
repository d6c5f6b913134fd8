/** @jsxImportSource hono/jsx */

import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import { longDay } from "../../../values/charts/format.ts"
import { Weekday, weekdayOf } from "../../../values/weekday.ts"
import type { KeptGoal } from "../features/goal-keeping/definition.ts"
import { WEEKDAYS } from "./goal-words.ts"

type Day = KeptGoal["days"][number]

const KINDS = ["met", "missed", "open", "off"] as const satisfies ReadonlyArray<Day>

/** How often a goal was met on the days when it was due: met on 19 of 24 days. */
export const metText = (days: KeptGoal["days"]): string => {
  const due = days.filter((day) => day === "met" || day === "missed").length
  const met = days.filter((day) => day === "met").length
  return due === 0
    ? days.includes("open")
      ? "begins today"
      : "not due yet"
    : `met on ${met} of ${due} ${due === 1 ? "day" : "days"}`
}

/** A goal's last days as a strip, oldest first: full for met, pale for missed. */
export const Strip = ({ days }: Pick<KeptGoal, "days">) => (
  <svg
    class="strip"
    viewBox={`0 0 ${days.length * 10} 14`}
    preserveAspectRatio="none"
    role="img"
    aria-label={`The last ${days.length} days: ${metText(days)}`}
  >
    {KINDS.map((kind) => {
      const line = days.map((day, index) => (day === kind ? `M${index * 10 + 1} 7h8` : "")).join("")
      return line === "" ? null : <path class={`day-${kind}`} d={line} />
    })}
  </svg>
)

const NAMES: Readonly<Record<Day, string>> = { met: "met", missed: "missed", open: "still open", off: "not due" }

/** A goal's last days as a calendar with a row per week. `today` is the last day. */
export const Calendar = ({ days, today }: Pick<KeptGoal, "days"> & { readonly today: ActivityDay }) => {
  const first = plusDays(today, 1 - days.length)
  const before = Weekday.literals.indexOf(weekdayOf(first))
  const cells = [
    ...Array.from({ length: before }, () => undefined),
    ...days.map((day, index) => ({ day, date: plusDays(first, index) }))
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7))
  return (
    <table class="calendar">
      <caption>The last 4 weeks: {metText(days)}</caption>
      <thead>
        <tr>
          {Weekday.literals.map((day) => (
            <th scope="col" abbr={WEEKDAYS[day]}>
              {WEEKDAYS[day].slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr>
            {week.map((cell) =>
              cell === undefined ? (
                <td />
              ) : (
                <td class={`day-${cell.day}`} title={longDay(cell.date)}>
                  {Number(cell.date.slice(8))}
                  <span class="said"> {NAMES[cell.day]}</span>
                </td>
              )
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
