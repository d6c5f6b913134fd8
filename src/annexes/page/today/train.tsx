/** @jsxImportSource hono/jsx */
import { type ActivityDay, daysBetween } from "../../../values/activity-day.ts"
import { longDay, number } from "../../../values/charts/format.ts"
import type { Today } from "../features/overview/definition.ts"
import { weekdayName } from "../trends/figures.tsx"
import { againAddress, LOG_PATH, startAddress, workoutAddress } from "../workouts/workout-paths.ts"

type Lately = Today["lately"]
type Next = Lately["next"][number]

/** How many exercises of the next workout are named. */
const MOST_NAMED = 3

/** A day of the last week in words: today, yesterday, on Thursday; an earlier one by its date. */
export const dayWords = (day: ActivityDay, today: ActivityDay): string => {
  const ago = daysBetween(day, today)
  if (ago === 0) return "today"
  if (ago === 1) return "yesterday"
  return ago > 1 && ago < 7 ? `on ${weekdayName(day)}` : `on ${longDay(day)}`
}

const addressOf = ({ routineId, workoutId }: Next): string =>
  routineId === undefined ? againAddress(workoutId ?? "") : startAddress(routineId)

/** Its first exercises, how many more there are, and how long it usually takes. */
const contentText = ({ exercises, seconds }: Next): string => {
  const named = exercises.slice(0, MOST_NAMED)
  const more = exercises.length - named.length
  return [
    [...named, ...(more === 0 ? [] : [`${more} more`])].join(", "),
    ...(seconds === undefined ? [] : [`about ${number(seconds / 60)} min`])
  ]
    .filter((text) => text !== "")
    .join(" · ")
}

const Or = ({ others }: { readonly others: ReadonlyArray<Next> }) => (
  <p class="or">
    {others.length === 0 ? null : (
      <>
        or{" "}
        {others.map((each, index) => (
          <>
            {index === 0 ? null : ", "}
            <a href={addressOf(each)} aria-label={`Start ${each.name}`}>
              {each.name}
            </a>
          </>
        ))}
        {" · "}
      </>
    )}
    <a href={LOG_PATH}>another workout</a>
  </p>
)

/** The days of the week, with a mark and a link for each that has a workout. */
const Week = ({ week, today }: Pick<Lately, "week"> & { readonly today: ActivityDay }) => (
  <ol class="week" aria-label="This week">
    {week.map(({ date, workouts: [first, ...more] }) => {
      const name = weekdayName(date)
      const isToday = date === today ? " t" : ""
      return (
        <li>
          <span aria-hidden="true">{name[0]}</span>
          {first === undefined ? (
            <i class={isToday.trim()}>
              <span class="said">{`${name}: ${date === today ? "nothing yet" : "no workout"}`}</span>
              <span aria-hidden="true">{date === today ? "·" : "–"}</span>
            </i>
          ) : (
            <a
              class={`d${isToday}`}
              href={workoutAddress(first.id)}
              aria-label={`${name}: ${[first, ...more].map((each) => each.name).join(", ")}`}
            >
              ✓
            </a>
          )}
        </li>
      )
    })}
  </ol>
)

/** The workout that is likely next, to start with one tap, and this week's days. */
export const Train = ({ lately, today }: { readonly lately: Lately; readonly today: ActivityDay }) => {
  const [next, ...others] = lately.next
  const { last, week } = lately
  if (next === undefined || last === undefined) return null
  return (
    <section class="card" aria-labelledby="next-workout">
      <div class="next">
        <div>
          <p class="soft">
            Next, after {last.name} {dayWords(last.date, today)}
          </p>
          <h2 id="next-workout">{next.name}</h2>
          <p class="soft">{contentText(next)}</p>
        </div>
        <a class="button" href={addressOf(next)} aria-label={`Start ${next.name}`}>
          Start
        </a>
      </div>
      <Or others={others} />
      <Week week={week} today={today} />
    </section>
  )
}
