/** A page of a longer list, and the cursor of the next one. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/** The first `limit` of what was found, one more having been asked for; `cursorOf` makes the cursor behind the last of them. */
export const pageOf = <A>(found: ReadonlyArray<A>, limit: number, cursorOf: (last: A) => string): Page<A> => {
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, hasMore: last !== undefined, nextCursor: last === undefined ? null : cursorOf(last) }
}
