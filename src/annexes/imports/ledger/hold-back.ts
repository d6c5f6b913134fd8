import { type Context, Effect } from "effect"
import { ActivityDay } from "../../../values/activity-day.ts"
import { changedOfApp } from "../devices/changed-in-files.ts"
import { importIds } from "../rows/model.ts"
import type { ChangedFact, WithdrawnFact } from "./facts-of-source.ts"
import type { ImportRecord, ImportStore } from "./store.ts"
import { isSame } from "./twins.ts"
import { around, spanOfSlot } from "./whole-file.ts"

const dayOf = ({ slot }: WithdrawnFact): ActivityDay => ActivityDay.make(slot.slice(0, 10))

/** Whether no import states both: then one may stand in the place of the other. */
const isApart = (one: WithdrawnFact, other: WithdrawnFact): boolean =>
  !one.statedBy.some((id) => other.statedBy.includes(id))

/** The sessions at the time of one that the person has changed or deleted. */
const sessionsHeld = (changed: ReadonlyArray<ChangedFact>, withdrawn: ReadonlyArray<WithdrawnFact>) => {
  const days = Map.groupBy(changed, dayOf)
  return withdrawn.filter((fact) => {
    const span = spanOfSlot(fact.slot)
    const near = around([dayOf(fact)]).flatMap((day) => days.get(day) ?? [])
    return near.some((other) => {
      const theirs = spanOfSlot(other.slot)
      const isThere = span === undefined || theirs === undefined ? fact.slot === other.slot : isSame(span, theirs)
      return isThere && isApart(fact, other)
    })
  })
}

/** The same for foods: each that the person has changed or deleted holds back one. */
const foodsHeld = (changed: ReadonlyArray<ChangedFact>, withdrawn: ReadonlyArray<WithdrawnFact>) => {
  const places = Map.groupBy(changed, ({ slot }) => slot)
  const used = new Set<ChangedFact>()
  const held = new Set<string>()
  for (const fact of withdrawn) {
    if (held.has(fact.key)) continue
    const holder = places.get(fact.slot)?.find((other) => !used.has(other) && isApart(fact, other))
    if (holder === undefined) continue
    used.add(holder)
    held.add(fact.key)
  }
  return withdrawn.filter(({ key }) => held.has(key))
}

/**
 * Before an import is undone, all or from a day on, has the undo not bring back what was replaced by facts that the person has
 * edited or deleted since: these stay in its place. As in a repeated import, facts are known by their keys, then by their places.
 */
export const holdBack = Effect.fnUntraced(function* (
  store: Context.Tag.Service<ImportStore>,
  { id, source }: Pick<ImportRecord, "id" | "source">,
  from?: ActivityDay
) {
  const userId = importIds.userOf(id)
  for (const kind of ["entry", "workout"] as const) {
    const changed = yield* changedOfApp(userId, source, kind, id)
    if (changed.length === 0) continue
    const withdrawn = yield* store.withdrawnOn(userId, source, kind, id, around(changed.map(dayOf)))
    const all = (kind === "entry" ? foodsHeld : sessionsHeld)(changed, withdrawn)
    const held = from === undefined ? all : all.filter((fact) => dayOf(fact) >= from)
    if (held.length === 0) continue
    yield* store.holdBack(
      userId,
      kind,
      id,
      held.map(({ key }) => key)
    )
  }
})
