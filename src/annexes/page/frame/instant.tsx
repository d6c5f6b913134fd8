/** @jsxImportSource hono/jsx */
import { DateTime } from "effect"
import type { User } from "../../../contract/handler/user.ts"
import { activityDayAt } from "../../../values/activity-day.ts"
import { longDay } from "../../../values/charts/format.ts"

/** An instant in a user's timezone, such as `14 Mar 2026, 12:00`. */
const textOf = (instant: DateTime.Utc, timezone: User["timezone"]): string => {
  const zone = DateTime.zoneUnsafeMakeNamed(timezone)
  const time = DateTime.formatIsoZoned(DateTime.setZone(instant, zone)).slice(11, 16)
  return `${longDay(activityDayAt(instant, zone))}, ${time}`
}

/** When something was last used, to follow when it was made; nothing if it never was. */
export const LastUsed = ({ at, user }: { readonly at: DateTime.Utc | null; readonly user: User }) =>
  at === null ? null : (
    <>
      , last used <Instant at={at} user={user} />
    </>
  )

/** An instant in the user's timezone. */
export const Instant = ({ at, user }: { readonly at: DateTime.Utc; readonly user: User }) => (
  <time datetime={DateTime.formatIso(at)}>{textOf(at, user.timezone)}</time>
)
