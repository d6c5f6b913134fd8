import { createHash } from "node:crypto"
import type { Database } from "./database.ts"
import { todayIn } from "./days.ts"
import { Refusal } from "./errors.ts"

export interface User {
  readonly user_id: string
  readonly timezone: string
  readonly body_weight_unit: "kg" | "lb"
  readonly strength_unit: string
  readonly distance_unit: string
  readonly plan: string
  readonly access_until: Date | null
  readonly reads_per_minute: number
  readonly reads_burst: number
  readonly writes_per_minute: number
  readonly writes_burst: number
  readonly writes_per_day: number
}

/** The caller, their current day, and what is left of the bucket that the call was charged to. */
export interface Caller {
  readonly user: User
  readonly today: string
  readonly left: number
  readonly headers: Readonly<Record<string, string>>
}

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest()

const unauthorized = new Refusal(401, "unauthorized", "The token is missing, expired, revoked or unknown.")

interface Left {
  readonly tokens: number
}

/**
 * The caller of a known token with access, after charging one read or write to the limits; otherwise throws a refusal.
 */
export const admit = async (
  { query }: Database,
  authorization: string | undefined,
  access: "read" | "write"
): Promise<Caller> => {
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? "")?.[1]
  if (token === undefined) throw unauthorized
  const [user] = await query<User>("authenticate", [sha256(token)])
  if (user === undefined) throw unauthorized
  if (user.plan === "free" || (user.access_until !== null && user.access_until.getTime() <= Date.now()))
    throw new Refusal(403, "subscription_required", "Access needs a paid plan or a trial that is still running.")
  const today = todayIn(user.timezone)
  const isRead = access === "read"
  const perMinute = isRead ? user.reads_per_minute : user.writes_per_minute
  const burst = isRead ? user.reads_burst : user.writes_burst
  const [taken] = isRead
    ? await query<Left>("takeRead", [user.user_id, perMinute, burst])
    : await query<Left>("takeWrite", [user.user_id, perMinute, burst, today, user.writes_per_day])
  if (taken === undefined) throw new Refusal(429, "rate_limited", "A rate limit is spent; wait a little.")
  const left = Math.floor(taken.tokens)
  return {
    user,
    today,
    left,
    headers: { "ratelimit-policy": `"${access}s";q=${burst};w=60`, ratelimit: `"${access}s";r=${left}` }
  }
}
