import type { Moment } from "../rows/rows.ts"

/**
 * Titles that keep sessions of one day apart whose time is unknown: the second walk is `Walking (2)`. A session is
 * identified by its title and start, so two walks would otherwise count as one. Expects the rows of a day together.
 */
export const dayTitles = () => {
  let day = ""
  let seen = new Map<string, number>()
  return (title: string, { day: next, time }: Moment): string => {
    if (time !== null) return title
    if (next !== day) seen = new Map()
    day = next
    const count = (seen.get(title) ?? 0) + 1
    seen.set(title, count)
    return count === 1 ? title : `${title} (${count})`
  }
}
