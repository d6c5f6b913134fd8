import { createHash } from "node:crypto"
import { lockUser } from "./achievements.ts"
import type { Database, Query } from "./database.ts"
import { Refusal } from "./errors.ts"
import type { User } from "./guard.ts"

const LIFETIME_MILLIS = 24 * 60 * 60 * 1000

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

/** Changes the user's facts in one transaction, once for a key where there is one. */
export const change = <A>(
  database: Database,
  user: User,
  call: { readonly operation: string; readonly key: string | undefined; readonly input: unknown },
  work: (query: Query) => Promise<A>
): Promise<A> =>
  database.transaction(async (query) => {
    await lockUser(query, user.id)
    const { operation, key, input } = call
    if (key === undefined) return work(query)
    const fingerprint = fingerprintOf(input)
    const [kept] = await query<{ readonly fingerprint: string; readonly output: string }>(
      `SELECT fingerprint, output FROM idempotency_keys
       WHERE user_id = $1 AND operation = $2 AND key = $3 AND kept_at > $4::timestamptz`,
      [user.id, operation, key, new Date(Date.now() - LIFETIME_MILLIS).toISOString()]
    )
    if (kept !== undefined) {
      if (kept.fingerprint !== fingerprint)
        throw new Refusal(409, "idempotency_conflict", "The key was already used with a different input.")
      return JSON.parse(kept.output)
    }
    const output = await work(query)
    await query(
      `INSERT INTO idempotency_keys (user_id, operation, key, fingerprint, output, kept_at)
       VALUES ($1, $2, $3, $4, $5, $6::timestamptz)
       ON CONFLICT (user_id, operation, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, output = excluded.output, kept_at = excluded.kept_at`,
      [user.id, operation, key, fingerprint, JSON.stringify(output), new Date().toISOString()]
    )
    return output
  })
