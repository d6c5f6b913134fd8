/** A value derived from one version of a user's list. */
export interface Kept<A> {
  readonly version: string
  readonly value: A
}

/**
 * Keeps a derived value for each user, so that it is derived again only when the list has changed: those used last,
 * for at most this many users, and with at most this many items in all their lists. The last one put is always kept.
 */
export const keptByUser = <A>(most: { readonly users: number; readonly items: number }) => {
  const kept = new Map<string, Kept<A> & { readonly size: number }>()
  let items = 0
  const drop = (userId: string) => {
    items -= kept.get(userId)?.size ?? 0
    kept.delete(userId)
  }
  return {
    get: (userId: string): Kept<A> | undefined => {
      const found = kept.get(userId)
      if (found === undefined) return undefined
      kept.delete(userId)
      kept.set(userId, found)
      return found
    },
    /** `size` is the number of items in the list. */
    put: (userId: string, version: string, value: A, size: number): void => {
      drop(userId)
      kept.set(userId, { version, value, size })
      items += size
      for (const oldest of kept.keys()) {
        if (oldest === userId || (kept.size <= most.users && items <= most.items)) break
        drop(oldest)
      }
    }
  }
}
