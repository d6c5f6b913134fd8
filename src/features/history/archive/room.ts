/** How many items of a kind a person may still have. */
export interface Room {
  /** Why an item is left out for which there is none. */
  readonly full: string
  readonly has: (id: string) => boolean
  /** Says that the person has this item now, or in a dry run would have it. */
  readonly add: (id: string) => void
  /** Those of these items that would be more than a person may have. */
  readonly beyond: (ids: ReadonlyArray<string>) => ReadonlySet<string>
}

/** The room for a person who has the items `held`, and may have `most` of `what`. */
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
