import type { Database, Query } from "./database.ts"
import { Refusal } from "./errors.ts"
import { type Caller, sha256 } from "./guard.ts"

/** Performs a write once per key, in one transaction with the key; a repeated call gets the first one's answer. */
export const once = <A>(
  { transaction }: Database,
  { user }: Caller,
  operation: string,
  key: string | undefined,
  input: unknown,
  work: (query: Query) => Promise<A>
): Promise<A> =>
  transaction(async (query) => {
    if (key === undefined) return work(query)
    const fingerprint = sha256(JSON.stringify(input))
    const name = [user.user_id, operation, key]
    const [claimed] = await query("claimKey", [...name, fingerprint])
    if (claimed === undefined) {
      const [kept] = await query<{ readonly fingerprint: Uint8Array; readonly answer: string }>("readKey", name)
      if (kept === undefined || !fingerprint.equals(kept.fingerprint))
        throw new Refusal(409, "idempotency_conflict", "The key was already used with a different input.")
      return JSON.parse(kept.answer)
    }
    const answer = await work(query)
    await query("keepAnswer", [...name, JSON.stringify(answer)])
    return answer
  })
