import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { type ActivityDay, activityDayAt } from "../values/activity-day.ts"
import { UserId } from "../values/ids.ts"
import { trimmed } from "../values/text.ts"
import { DistanceUnit, WeightUnit } from "../values/units.ts"
import { Limits } from "./limits.ts"

export const Plan = Schema.Literal("paid", "trial", "free")
export type Plan = typeof Plan.Type

/** The name of a user: 1 to 200 characters. */
export const UserName = trimmed({ min: 1, max: 200 })

/** An IANA timezone name that this machine knows, such as `Europe/Berlin`. */
export const Timezone = Schema.String.pipe(
  Schema.filter((name) => /^[A-Za-z]/.test(name) && Option.isSome(DateTime.zoneMakeNamed(name)), {
    message: () => "must be an IANA timezone name, such as Europe/Berlin"
  }),
  Schema.brand("Timezone")
)
export type Timezone = typeof Timezone.Type

export const User = Schema.Struct({
  id: UserId,
  name: Schema.String,
  timezone: Timezone,
  bodyWeightUnit: WeightUnit,
  strengthUnit: WeightUnit,
  distanceUnit: DistanceUnit,
  plan: Plan,
  /** When access ends; null: not set. */
  accessUntil: Schema.NullOr(Schema.DateTimeUtcFromSelf),
  /** Limits of this user's own, in place of the service's. */
  ownLimits: Schema.partialWith(Limits, { exact: true })
})
export type User = typeof User.Type

/** Whether a plan gives access at `now` (epoch milliseconds): paid or on trial, and not past its end. */
export const hasAccess = ({ plan, accessUntil }: User, now: number): boolean =>
  plan !== "free" && (accessUntil === null || now < DateTime.toEpochMillis(accessUntil))

/** The day last asked for of each timezone, and its second: a calendar is dear, and asked several times a request. */
const lastAsked = new Map<Timezone, { readonly second: number; readonly day: ActivityDay }>()

/** The Activity Day at `now` (epoch milliseconds) where the user lives. */
export const dayOf = ({ timezone }: User, now: number): ActivityDay => {
  const second = Math.floor(now / 1000)
  const last = lastAsked.get(timezone)
  if (last?.second === second) return last.day
  const day = activityDayAt(DateTime.unsafeMake(now), DateTime.zoneUnsafeMakeNamed(timezone))
  lastAsked.set(timezone, { second, day })
  return day
}

/** Today's Activity Day where the user lives. */
export const today = (user: User): Effect.Effect<ActivityDay> =>
  Effect.map(Clock.currentTimeMillis, (now) => dayOf(user, now))

/** The limits that hold for a user: their own where they have some, else the service's. */
export const limitsOf = (user: User, defaults: Limits): Limits => ({ ...defaults, ...user.ownLimits })
