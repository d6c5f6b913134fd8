import type { UserId } from "../../../values/ids.ts"

/** How many look-ups a user may cause at once, and after how many milliseconds one more. */
const MOST_AT_ONCE = 30
const ONE_MORE_AFTER = 60_000

/** How many users a process remembers. */
const MOST_USERS = 1000

/** Bounds the look-ups that each user causes in this process. */
export const makeAskers = () => {
  const left = new Map<UserId, { readonly left: number; readonly at: number }>()
  return {
    /** Takes one look-up from what the user has left at `now`, in epoch milliseconds. False if nothing is left. */
    take: (user: UserId, now: number): boolean => {
      const known = left.get(user) ?? { left: MOST_AT_ONCE, at: now }
      const regained = Math.max(0, now - known.at) / ONE_MORE_AFTER
      const has = Math.min(MOST_AT_ONCE, known.left + regained)
      if (has < 1) return false
      left.delete(user)
      left.set(user, { left: has - 1, at: now })
      if (left.size > MOST_USERS) left.delete(left.keys().next().value ?? user)
      return true
    }
  }
}
