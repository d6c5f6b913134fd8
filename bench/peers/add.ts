import { createHash } from "node:crypto"
import { keepBadges, lockUser, logged } from "./achievements.ts"
import { arrayOf, type Database, type Query } from "./database.ts"
import { Refusal } from "./errors.ts"
import type { User } from "./guard.ts"

const LIFETIME_MILLIS = 24 * 60 * 60 * 1000

interface Call {
  readonly operation: string
  readonly key: string | undefined
  readonly input: unknown
}

/** Something that is added to a user's facts. */
export interface Addition<Row, A> {
  /** An INSERT that takes `user_id` from the table `locked`; its days are $3, its own values $4 and so on. */
  readonly insert: string
  readonly values: ReadonlyArray<unknown>
  readonly days: ReadonlyArray<string>
  /** Whether it replaces facts that may have earned a badge, which stays. */
  readonly replaces: boolean
  readonly output: (rows: ReadonlyArray<Row>) => A
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, sorted(item)])
        )
      : value

const fingerprintOf = (input: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(sorted(input)))
    .digest("hex")

const expiry = () => new Date(Date.now() - LIFETIME_MILLIS).toISOString()

/** The answer that was kept for the key, if it was used. */
const replay = async <A>(query: Query, user: User, { operation, key, input }: Call): Promise<A | undefined> => {
  const [kept] = await query<{ readonly fingerprint: string; readonly output: string }>(
    `SELECT fingerprint, output FROM idempotency_keys
     WHERE user_id = $1 AND operation = $2 AND key = $3 AND kept_at > $4::timestamptz`,
    [user.id, operation, key, expiry()]
  )
  if (kept === undefined) return undefined
  if (kept.fingerprint !== fingerprintOf(input))
    throw new Refusal(409, "idempotency_conflict", "The key was already used with a different input.")
  return JSON.parse(kept.output)
}

/**
 * Adds to a user's facts with all that follows from it, whole or not at all, and once for a key where there is one: one
 * transaction, a statement for each step, as one writes it by hand.
 */
export const add = <Row, A>(
  database: Database,
  user: User,
  call: Call,
  prepare: (query: Query) => Promise<Addition<Row, A>>
): Promise<A> =>
  database.transaction(async (query) => {
    await lockUser(query, user.id)
    if (call.key !== undefined) {
      const kept = await replay<A>(query, user, call)
      if (kept !== undefined) return kept
    }
    const { insert, values, days, replaces, output } = await prepare(query)
    if (replaces) await keepBadges(query, user.id, user.today)
    const rows = await query<Row>(
      `WITH locked AS (SELECT $1::text AS user_id WHERE $2::date IS NOT NULL AND $3::date[] IS NOT NULL) ${insert}`,
      [user.id, user.today, arrayOf(days), ...values]
    )
    await logged(query, user.id, user.today, days)
    const answer = output(rows)
    if (call.key !== undefined)
      await query(
        `INSERT INTO idempotency_keys (user_id, operation, key, fingerprint, output, kept_at)
         VALUES ($1, $2, $3, $4, $5, $6::timestamptz)
         ON CONFLICT (user_id, operation, key) DO UPDATE
         SET fingerprint = excluded.fingerprint, output = excluded.output, kept_at = excluded.kept_at`,
        [user.id, call.operation, call.key, fingerprintOf(call.input), JSON.stringify(answer), new Date().toISOString()]
      )
    return answer
  })
