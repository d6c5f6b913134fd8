import { type Context, Effect } from "effect"
import { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { sessionRank } from "../rows/ranks.ts"
import { rankOf } from "./overlapping-sessions.ts"
import type { ImportStore } from "./store.ts"
import type { DeletedSession, Session } from "./stored-sessions.ts"
import { isSame, MOST_APART, sessionsAround, spanOfSession } from "./twins.ts"
import { spanOfSlot } from "./whole-file.ts"
import { unhide } from "./withdraw.ts"

/** For each session, those of files at its time that come before it. */
const above = (sessions: ReadonlyArray<Session>): ReadonlyMap<Session, ReadonlyArray<Session>> => {
  const found = new Map<Session, Array<Session>>(sessions.map((session) => [session, []]))
  const spans = sessions.map((session) => ({ session, span: spanOfSession(session) }))
  spans.sort((one, other) => one.span.start - other.span.start)
  for (const [at, one] of spans.entries()) {
    for (const other of spans.slice(at + 1)) {
      if (other.span.start - one.span.start > MOST_APART) break
      if (!isSame(one.span, other.span)) continue
      const [first, second] = [rankOf(one.session), rankOf(other.session)]
      if (first > second) found.get(other.session)?.push(one.session)
      if (second > first) found.get(one.session)?.push(other.session)
    }
  }
  return found
}

/** Whether a session was deleted as another source stated it: then it stays hidden. */
const isOf =
  (session: Session) =>
  ({ importId, source, slot }: DeletedSession): boolean => {
    if (slot === null) return importId === session.hiddenBy
    const span = spanOfSlot(slot)
    return sessionRank(source) > rankOf(session) && span !== undefined && isSame(span, spanOfSession(session))
  }

/** All days but those whose neighbours do not exist. */
export const EVER = [ActivityDay.make("1900-01-05"), ActivityDay.make("2100-12-25")] as const

/**
 * Shows the sessions between two days that nothing hides any longer, and hides those that another source states, after sessions of files
 * were taken back or brought back. What hid a session may have been deleted in Fettle; then it stays hidden.
 */
export const settleSessions = Effect.fnUntraced(function* (
  store: Context.Tag.Service<ImportStore>,
  userId: UserId,
  [first, last]: readonly [first: ActivityDay, last: ActivityDay]
) {
  const free: Array<Session> = []
  for (const [session, others] of above(yield* sessionsAround(store, userId, first, last))) {
    const { made, workoutId, hiddenBy, isEdited } = session
    const by = others.find((other) => other.made !== null)?.made
    if (made === null || isEdited) continue
    if (hiddenBy !== null && by === undefined) free.push(session)
    if (hiddenBy === null && by !== undefined && by !== null)
      yield* store.write(userId, by.importId, by.rank, { hidden: [{ key: made.key, workoutId, by: by.importId }] })
  }
  if (free.length === 0) return
  const deleted = yield* store.deletedSessions(userId)
  const shown = free.filter((session) => !deleted.some(isOf(session))).flatMap(({ made }) => made?.key ?? [])
  if (shown.length > 0) yield* unhide(store, userId, shown)
})
