import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import type { Decision } from "./decide.ts"
import type { Item } from "./store.ts"

/** Collects facts that an import and other sources state about the same days, and which source holds. */
export interface ConflictsReport {
  /** `holds` is whether the other source's statement stays; otherwise it gives way. */
  readonly note: (source: string, what: string, day: ActivityDay, holds: boolean) => void
  /** One line per source and kind of fact, with the days. */
  readonly warnings: () => ReadonlyArray<string>
}

const MOST_SPANS = 20

/** Days as `2025-03-01 to 2025-03-05, 2025-03-09`. */
const inSpans = (days: ReadonlySet<ActivityDay>): string => {
  const spans: Array<{ readonly from: ActivityDay; to: ActivityDay }> = []
  for (const day of [...days].sort()) {
    const last = spans.at(-1)
    if (last !== undefined && plusDays(last.to, 1) === day) last.to = day
    else spans.push({ from: day, to: day })
  }
  const shown = spans.slice(0, MOST_SPANS).map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
  return [...shown, ...(spans.length > MOST_SPANS ? ["others"] : [])].join(", ")
}

/** Notes what a decision means for another source that has stated the same fact. */
export const noteConflict = (
  { source, conflicts }: { readonly source: string; readonly conflicts: ConflictsReport },
  item: Item,
  decision: Decision,
  what: string,
  day: ActivityDay
): void => {
  if (item.source === source) return
  if (decision.to === "changed") conflicts.note(item.source, what, day, false)
  else if (decision.to === "leftOut" && decision.isOthers) conflicts.note(item.source, what, day, true)
}

export const makeConflictsReport = (): ConflictsReport => {
  const noted = new Map<string, { readonly text: (days: string) => string; readonly days: Set<ActivityDay> }>()
  return {
    note: (source, what, day, holds) => {
      const key = `${source} ${what} ${holds}`
      const text = (days: string) =>
        holds
          ? `${source} comes first: its ${what} of these days stay: ${days}.`
          : `${source}: its ${what} of these days gave way to this import: ${days}.`
      const known = noted.get(key)
      if (known === undefined) noted.set(key, { text, days: new Set([day]) })
      else known.days.add(day)
    },
    warnings: () => [...noted.values()].map(({ text, days }) => text(inSpans(days)))
  }
}
