import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"
import type { Database } from "./database.ts"
import { todayIn } from "./days.ts"
import { Refusal } from "./errors.ts"
import { settings } from "./settings.ts"

export type Limits = typeof settings.limits

export interface User {
  readonly id: string
  readonly timezone: string
  readonly weightUnit: "kg" | "lb"
  readonly strengthUnit: string
  readonly distanceUnit: string
  readonly today: string
  readonly limits: Limits
}

interface UserRow {
  readonly timezone: string
  readonly body_weight_unit: "kg" | "lb"
  readonly strength_unit: string
  readonly distance_unit: string
  readonly plan: string
  readonly access_until: Date | null
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly reads_per_minute: number | null
  readonly reads_burst: number | null
  readonly writes_per_minute: number | null
  readonly writes_burst: number | null
  readonly writes_per_day: number | null
  readonly body_metric_batch: number | null
  readonly goal_templates: number | null
  readonly custom_foods: number | null
}

const limitsOf = (row: UserRow): Limits => ({
  readsPerMinute: row.reads_per_minute ?? settings.limits.readsPerMinute,
  readsBurst: row.reads_burst ?? settings.limits.readsBurst,
  writesPerMinute: row.writes_per_minute ?? settings.limits.writesPerMinute,
  writesBurst: row.writes_burst ?? settings.limits.writesBurst,
  writesPerDay: row.writes_per_day ?? settings.limits.writesPerDay,
  bodyMetricBatch: row.body_metric_batch ?? settings.limits.bodyMetricBatch,
  goalTemplates: row.goal_templates ?? settings.limits.goalTemplates,
  customFoods: row.custom_foods ?? settings.limits.customFoods
})

const unauthorized = new Refusal(401, "unauthorized", "The token is missing, malformed, expired or revoked.")

const FIND = `
  SELECT timezone, body_weight_unit, strength_unit, distance_unit, plan, access_until, expires_at, revoked_at,
    reads_per_minute, reads_burst, writes_per_minute, writes_burst, writes_per_day,
    body_metric_batch, goal_templates, custom_foods
  FROM tokens JOIN users USING (user_id)
  WHERE tokens.user_id = $1 AND token_hash = $2 AND environment = 'test'`

/** The user of a token that is known, in force and of a user with access. */
export const authenticate = async (database: Database, authorization: string | undefined): Promise<User> => {
  const [, token = "", owner] =
    /^bearer +(fettle_test_([0-9a-z]{16})[0-9a-z]{32}_[0-9a-z]{7}) *$/i.exec(authorization ?? "") ?? []
  if (owner === undefined) throw unauthorized
  const end = token.lastIndexOf("_")
  if (crc32(token.slice(0, end)).toString(36).padStart(7, "0") !== token.slice(end + 1)) throw unauthorized
  const id = `usr_${owner}`
  const now = Date.now()
  const [row] = await database.query<UserRow>(FIND, [id, createHash("sha256").update(token).digest("hex")])
  if (row === undefined || row.revoked_at !== null) throw unauthorized
  if (row.expires_at !== null && row.expires_at.getTime() <= now) throw unauthorized
  if (row.plan === "free" || (row.access_until !== null && row.access_until.getTime() <= now))
    throw new Refusal(403, "subscription_required", "Access needs a paid plan or a trial that is still running.")
  return {
    id,
    timezone: row.timezone,
    weightUnit: row.body_weight_unit,
    strengthUnit: row.strength_unit,
    distanceUnit: row.distance_unit,
    today: todayIn(row.timezone),
    limits: limitsOf(row)
  }
}

export interface Allowance {
  readonly reads: number
  readonly writes: number
  readonly writesToday: number
}

interface BucketRow {
  readonly reads: number
  readonly writes: number
  readonly writes_today: number
  readonly allowed: boolean
}

const TAKE = `
  INSERT INTO rate_limits (user_id, reads, writes, at, day, writes_today, allowed)
  VALUES ($1, $2::double precision - $6::int, $3::double precision - $7::int, $4::double precision, $5::date, $7::int, true)
  ON CONFLICT (user_id) DO UPDATE SET (reads, writes, at, day, writes_today, allowed) = (
    SELECT reads - allowed::int * $6::int, writes - allowed::int * $7::int, GREATEST(rate_limits.at, $4::double precision),
      $5::date, writes_today + allowed::int * $7::int, allowed
    FROM (
      SELECT reads, writes, writes_today,
        ($6::int = 0 OR reads >= 1 - 1e-9) AND ($7::int = 0 OR (writes >= 1 - 1e-9 AND writes_today < $8::int)) AS allowed
      FROM (
        SELECT
          LEAST($2::double precision, rate_limits.reads
            + GREATEST(0, $4::double precision - rate_limits.at) * $9::double precision) AS reads,
          LEAST($3::double precision, rate_limits.writes
            + GREATEST(0, $4::double precision - rate_limits.at) * $10::double precision) AS writes,
          CASE WHEN rate_limits.day = $5::date THEN rate_limits.writes_today ELSE 0 END AS writes_today
      ) AS refilled
    ) AS judged
  )
  RETURNING reads, writes, writes_today, allowed`

/** Takes one read or write from the user's buckets, which all servers share, or refuses the call. */
export const take = async ({ query }: Database, user: User, access: "read" | "write"): Promise<Allowance> => {
  const { limits } = user
  const [row] = await query<BucketRow>(TAKE, [
    user.id,
    limits.readsBurst,
    limits.writesBurst,
    Date.now(),
    user.today,
    access === "read" ? 1 : 0,
    access === "write" ? 1 : 0,
    limits.writesPerDay,
    limits.readsPerMinute / 60_000,
    limits.writesPerMinute / 60_000
  ])
  if (row === undefined || !row.allowed) throw new Refusal(429, "rate_limited", "A rate limit is spent; wait a little.")
  return {
    reads: Math.floor(row.reads + 1e-9),
    writes: Math.floor(row.writes + 1e-9),
    writesToday: Math.max(0, limits.writesPerDay - row.writes_today)
  }
}
