import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { type ActivityDay, activityDayAt } from "../../values/activity-day.ts"
import { UserId } from "../../values/ids.ts"
import { must } from "../../values/must.ts"
import { trimmed } from "../../values/text.ts"
import { DistanceUnit, WeightUnit } from "../../values/units.ts"
import { present } from "../fields.ts"
import { Limits } from "./limits.ts"

export const Plan = Schema.Literal("paid", "trial", "free")
export type Plan = typeof Plan.Type

/** The name of a user: 1 to 200 characters. */
export const UserName = trimmed({ min: 1, max: 200 })

/** An IANA timezone name known to this machine, such as `Europe/Berlin`. */
export const Timezone = Schema.String.pipe(
  Schema.filter((name) => /^[A-Za-z]/.test(name) && Option.isSome(DateTime.zoneMakeNamed(name)), {
    ...must({ be: "timezone" })
  }),
  Schema.brand("Timezone")
)
export type Timezone = typeof Timezone.Type

/** A timezone name in any case. It is normalised to the IANA spelling; aliases are kept. */
export const TimezoneName = Schema.transform(Schema.String, Timezone, {
  strict: false,
  decode: (text) => {
    const name = text.trim()
    const known = Option.map(DateTime.zoneMakeNamed(name), ({ id }) => id)
    return Option.getOrElse(
      Option.filter(known, (id) => id.toLowerCase() === name.toLowerCase()),
      () => name
    )
  },
  encode: (name) => name
})

export const User = Schema.Struct({
  id: UserId,
  name: Schema.String,
  timezone: Timezone,
  bodyWeightUnit: WeightUnit,
  strengthUnit: WeightUnit,
  distanceUnit: DistanceUnit,
  plan: Plan,
  /** When access ends; null for no end. */
  accessUntil: Schema.NullOr(Schema.DateTimeUtcFromSelf),
  /** The user's own limits, which override the service's. */
  ownLimits: Schema.partialWith(Limits, { exact: true }),
  /** Set if somebody outside hears of changes to the user's data: see `Announcer`. */
  hasListeners: present(Schema.Literal(true))
})
export type User = typeof User.Type

/** Whether the user has access at `now` (epoch milliseconds): on a paid plan or trial that has not ended. */
export const hasAccess = ({ plan, accessUntil }: User, now: number): boolean =>
  plan !== "free" && (accessUntil === null || now < DateTime.toEpochMillis(accessUntil))

/**
 * The last day computed for each timezone, with the second it is valid for: computing it is slow, and happens several
 * times a request.
 */
const lastAsked = new Map<Timezone, { readonly second: number; readonly day: ActivityDay }>()

/** The user's Activity Day at `now` (epoch milliseconds). */
export const dayOf = ({ timezone }: User, now: number): ActivityDay => {
  const second = Math.floor(now / 1000)
  const last = lastAsked.get(timezone)
  if (last?.second === second) return last.day
  const day = activityDayAt(DateTime.unsafeMake(now), DateTime.zoneUnsafeMakeNamed(timezone))
  lastAsked.set(timezone, { second, day })
  return day
}

/** The user's Activity Day now. */
export const today = (user: User): Effect.Effect<ActivityDay> =>
  Effect.map(Clock.currentTimeMillis, (now) => dayOf(user, now))

/** The limits that apply to a user: their own, else the service's. */
export const limitsOf = ({ ownLimits }: User, defaults: Limits): Limits =>
  Object.keys(ownLimits).length === 0 ? defaults : { ...defaults, ...ownLimits }
