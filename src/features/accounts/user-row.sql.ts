import { DateTime, Record } from "effect"
import { LIMITS, type LimitColumn } from "../../contract/handler/limits.ts"
import type { User } from "../../contract/handler/user.ts"
import type { UserId } from "../../values/ids.ts"

/** A row of `users` with the columns in {@link USER_COLUMNS}. */
export interface UserRow extends Record<LimitColumn, number | null> {
  readonly user_id: UserId
  readonly name: string
  readonly timezone: User["timezone"]
  readonly body_weight_unit: User["bodyWeightUnit"]
  readonly strength_unit: User["strengthUnit"]
  readonly distance_unit: User["distanceUnit"]
  readonly plan: User["plan"]
  readonly access_until: Date | null
  /** Only in rows with {@link ACTING_COLUMNS}. */
  readonly has_listeners?: boolean
}

/** A user's columns, for statements that read `users`. */
export const USER_COLUMNS = `users.user_id, users.name, timezone, body_weight_unit, strength_unit, distance_unit, plan,
  access_until, ${Object.values(LIMITS)
    .map(({ column }) => column)
    .join(", ")}`

/** The same with what is needed to change the user's data. */
export const ACTING_COLUMNS = `${USER_COLUMNS}, has_listeners`

export const toInstant = (date: Date | null) => (date === null ? null : DateTime.unsafeFromDate(date))
export const toDate = (instant: DateTime.Utc | null) => (instant === null ? null : DateTime.toDateUtc(instant))

export const toUser = (row: UserRow): User => ({
  id: row.user_id,
  name: row.name,
  timezone: row.timezone,
  bodyWeightUnit: row.body_weight_unit,
  strengthUnit: row.strength_unit,
  distanceUnit: row.distance_unit,
  plan: row.plan,
  accessUntil: toInstant(row.access_until),
  ownLimits: Object.fromEntries(
    Object.entries(LIMITS).flatMap(([name, { column }]) => {
      const limit = row[column]
      return limit === null ? [] : [[name, limit]]
    })
  ),
  ...(row.has_listeners === true ? { hasListeners: true } : {})
})

const limitsRow = (limits: User["ownLimits"]) =>
  Record.mapEntries(LIMITS, ({ column }, name) => [column, limits[name] ?? null])

export const toUserRow = (user: User): UserRow => ({
  user_id: user.id,
  name: user.name,
  timezone: user.timezone,
  body_weight_unit: user.bodyWeightUnit,
  strength_unit: user.strengthUnit,
  distance_unit: user.distanceUnit,
  plan: user.plan,
  access_until: toDate(user.accessUntil),
  ...limitsRow(user.ownLimits)
})
