import { Data, type DateTime, HashMap } from "effect"
import { type Memory, table } from "../../../platform/database/memory.ts"
import type { UserId } from "../../../values/ids.ts"
import type { SecretHash } from "../../../values/secret-hash.ts"
import type { AnsweredChallenge } from "./passkey-store.ts"

interface Key {
  readonly userId: UserId
  readonly hash: SecretHash
}

const answered = table<Key, DateTime.Utc>("answered_challenges", ({ userId }) => userId)

/** Marks a challenge as answered. Returns whether it had not been answered before. */
export const answerIn = (memory: Memory, userId: UserId, { hash, expiresAt }: AnsweredChallenge): boolean => {
  const key: Key = Data.struct({ userId, hash })
  if (HashMap.has(memory.rows(answered), key)) return false
  memory.update(answered, HashMap.set(key, expiresAt))
  return true
}
