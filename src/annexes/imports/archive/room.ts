/** How many more items of a kind a person may have. */
export interface Room {
  /** The reason reported for an item without room. */
  readonly full: string
  readonly has: (id: string) => boolean
  /** Registers an item that the person has now, or would have in a dry run. */
  readonly add: (id: string) => void
  /** The items among these that exceed the limit. */
  readonly beyond: (ids: ReadonlyArray<string>) => ReadonlySet<string>
}

/** The room of a person who has the items `held`, and may have `most` of `what`. */
export const roomFor = (held: Iterable<string>, most: number, what: string): Room => {
  const known = new Set(held)
  return {
    full: `a person may have ${most} ${what}`,
    has: (id) => known.has(id),
    add: (id) => {
      known.add(id)
    },
    beyond: (ids) => new Set(ids.filter((id) => !known.has(id)).slice(Math.max(0, most - known.size)))
  }
}
