/** @jsxImportSource hono/jsx */
import { DateTime } from "effect"
import type { User } from "../../../contract/handler/user.ts"
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import { number } from "../../../values/charts/format.ts"
import type { Device } from "../../imports/devices/devices.ts"
import { RECORD_KINDS, type RecordKind } from "../../imports/devices/model.ts"
import type { DayCount, StoredDevice } from "../../imports/devices/store.ts"
import { Instant } from "../frame/instant.tsx"
import { nameOf } from "../readings/metric-names.ts"
import { dayName } from "../trends/figures.tsx"

/** The names of what a device sends, as things that are counted. */
const KINDS: Readonly<Partial<Record<RecordKind, string>>> = {
  weight: "Weigh-ins",
  body_fat: "Body fat readings",
  steps: "Step counts",
  entry: "Food entries",
  workout: "Workouts"
}

const kindName = (kind: RecordKind): string =>
  KINDS[kind] ?? (kind === "entry" || kind === "workout" ? "Records" : nameOf(kind))

/** A day as people name it: Today, Yesterday, or with its weekday. */
const dayText = (day: ActivityDay, today: ActivityDay): string =>
  day === today ? "Today" : day === plusDays(today, -1) ? "Yesterday" : dayName(day)

/** The same within a sentence. */
const lastDayText = (day: ActivityDay, today: ActivityDay): string =>
  dayText(day, today).replace(/^(?:Today|Yesterday)$/, (word) => word.toLowerCase())

/** How many records of each kind arrived for each day, latest first. */
export const ByDay = ({ days, today }: { readonly days: ReadonlyArray<DayCount>; readonly today: ActivityDay }) => {
  const shown = RECORD_KINDS.filter((kind) => days.some((count) => count.kind === kind))
  const dates = [...new Set(days.map(({ date }) => date))]
  const of = (date: DayCount["date"], kind: RecordKind) =>
    days.find((count) => count.date === date && count.kind === kind)?.records
  return (
    <section class="wide" aria-label="What came, by day">
      <table>
        <caption>How many came for each day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {shown.map((kind) => (
              <th scope="col" class="number">
                {kindName(kind)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dates.map((date) => (
            <tr>
              <th scope="row">{dayText(date, today)}</th>
              {shown.map((kind) => (
                <td class="number">{number(of(date, kind) ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How many records of each kind have arrived in total, with the last day of each. */
export const ByKind = ({ counts, today }: { readonly counts: Device["counts"]; readonly today: ActivityDay }) => (
  <ul>
    {RECORD_KINDS.flatMap((kind) => counts.filter((count) => count.kind === kind)).map(({ kind, records, lastDay }) => (
      <li>
        {kindName(kind)}: {number(records)}
        {lastDay === null ? "" : `, the last for ${lastDayText(lastDay, today)}`}
      </li>
    ))}
  </ul>
)

/** Something that is said of a device's arrivals, and when, in epoch milliseconds. */
interface Said {
  readonly text: string
  readonly at: number
}

/** What is said last: each text once, with its latest time. */
export const Latest = ({ said, user }: { readonly said: ReadonlyArray<Said>; readonly user: User }) => {
  const texts = Map.groupBy(said, ({ text }) => text)
  return (
    <ul>
      {[...texts].map(([text, parts]) => (
        <li>
          {text}{" "}
          <span class="soft">
            <Instant at={DateTime.unsafeMake(Math.max(...parts.map(({ at }) => at)))} user={user} />
            {parts.length === 1 ? "" : `, ${parts.length} times`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Whether a device may send data, and when it last did. */
export const Standing = ({
  device,
  user
}: {
  readonly device: Pick<StoredDevice, "arrivedAt" | "pausedAt" | "endedAt">
  readonly user: User
}) => {
  const { arrivedAt, pausedAt, endedAt } = device
  const state = endedAt !== null ? "ended, " : pausedAt !== null ? "paused, " : ""
  return (
    <>
      {state}
      {arrivedAt === null ? (
        "nothing has arrived yet"
      ) : (
        <>
          last arrival <Instant at={DateTime.unsafeMake(arrivedAt)} user={user} />
        </>
      )}
    </>
  )
}
