/** A page of a longer list, and the cursor of the next page. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/**
 * Makes a page of at most `limit` items from up to `limit` + 1 found ones; `cursorOf` makes the cursor after the last
 * item.
 */
export const pageOf = <A>(found: ReadonlyArray<A>, limit: number, cursorOf: (last: A) => string): Page<A> => {
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, hasMore: last !== undefined, nextCursor: last === undefined ? null : cursorOf(last) }
}
