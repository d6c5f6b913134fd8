import { Effect } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { isRankOfDevice, SESSIONS_OF_DEVICES, sessionRank } from "../rows/ranks.ts"
import type { Batch, StatedSession } from "./batch.ts"
import { ELSEWHERE } from "./decide.ts"
import { type SessionTimes, spanOf } from "./session-times.ts"
import type { ToHide } from "./store.ts"
import type { Session, TimeRange } from "./stored-sessions.ts"
import { isSame, isThere, sessionsAround, twinsAmong } from "./twins.ts"

/** What is known of the sessions around those of a batch. */
export interface Around {
  /** The sessions that overlap the one with this key. */
  readonly overlappingOf: (key: string, times: Pick<SessionTimes, "start" | "end">) => Overlapping
  /** The stored sessions, by their ids. */
  readonly stored: ReadonlyMap<string, Session>
}

/** Sessions of other sources at the same time as an imported one. */
interface Overlapping {
  /** Why the session must not show, whatever else becomes of the others; undefined if it may. */
  readonly holding: string | undefined
  /** Those that hide the imported session, and those that it hides. */
  readonly above: ReadonlyArray<Session>
  readonly below: ReadonlyArray<Session>
}

export const NONE_OVERLAPPING: Overlapping = { holding: undefined, above: [], below: [] }

const DELETED = "was deleted in Fettle as another device stated it, and stays deleted"

/** The app that a session is of, whose file was imported or sent by a device; undefined for a record of a device. */
const appOf = ({ source, rank, filed }: NonNullable<Session["made"]>): string | undefined =>
  isRankOfDevice(rank) ? (filed ?? undefined) : source

const rankOfApp = (app: string | undefined): number => (app === undefined ? SESSIONS_OF_DEVICES : sessionRank(app))

/** Of sessions at one time, the one with the highest rank shows. */
export const rankOf = ({ made }: Session): number => (made === null ? sessionRank(null) : rankOfApp(appOf(made)))

/**
 * The stored sessions that may be one of a batch as recorded by others: those of all other sources; and for a source
 * whose files are one recording each, also those of its earlier imports that are not among `keys`. What devices state does
 * not overlap another device's: there, what is stated decides, not what is stored.
 */
const recordedByOthers = (
  sessions: ReadonlyArray<Session>,
  { source, importId, ofDevice }: Pick<Batch, "source" | "importId" | "ofDevice">,
  keys: ReadonlySet<string>,
  isStated: (session: Session) => boolean
): ReadonlyArray<Session> =>
  sessions.filter((session) => {
    const { made, isEdited } = session
    if (made === null) return true
    const isOfApp = appOf(made) === (ofDevice === undefined ? source : ofDevice.app)
    if (ofDevice !== undefined)
      return made.importId !== importId && !(isStated(session) && !isEdited) && !(isOfApp && !isRankOfDevice(made.rank))
    if (!isOfApp) return true
    return source === "activity-files" && made.importId !== importId && !keys.has(made.key)
  })

/**
 * Why a session of a device is not made: what other devices state at that time. Sessions of files that devices sent, which
 * may hold sets, come before those of records; among each, the order of the devices decides.
 */
const reasonOf = (
  twins: ReadonlyArray<StatedSession>,
  isFiled: boolean,
  deleted: ReadonlySet<string>
): string | undefined => {
  const comesFirst = (twin: StatedSession) => (twin.isFiled === isFiled ? twin.of === "earlier" : twin.isFiled)
  if (twins.some((twin) => comesFirst(twin) && !twin.isUndone)) return ELSEWHERE
  return twins.some(({ key }) => deleted.has(key)) ? DELETED : undefined
}

/**
 * Finds what overlaps the sessions with these keys on these days, all of which lie within `during` if that is given. Of two
 * sessions at one time, the one from the source with the higher rank shows, whichever was imported first. Hidden sessions
 * count as well, so that the result depends only on which sessions exist. A session that was logged or changed in Fettle
 * always stays.
 */
export const findOverlapping = Effect.fnUntraced(function* (
  batch: Batch,
  keys: ReadonlyArray<string>,
  days: readonly [ActivityDay, ...ReadonlyArray<ActivityDay>],
  during?: TimeRange
) {
  const { store, userId, source, ofDevice } = batch
  const [first, last] = [days[0], days.at(-1) ?? days[0]]
  const stated = ofDevice === undefined ? [] : yield* ofDevice.sessions(days)
  const others = stated.filter(({ of }) => of !== "this")
  const otherKeys = [...new Set(others.map(({ key }) => key))]
  const items = otherKeys.length === 0 ? [] : [...(yield* store.items(userId, "workout", otherKeys)).values()]
  const deleted = new Set(items.flatMap(({ key, since }) => (since === "deleted" ? [key] : [])))
  const allKeys = new Set(stated.map(({ key }) => key))
  const filedKeys = new Set(stated.flatMap(({ key, of, isFiled }) => (of === "this" && isFiled ? [key] : [])))
  const isStated = ({ made }: Session) => made !== null && isRankOfDevice(made.rank) && allKeys.has(made.key)
  const around = yield* sessionsAround(store, userId, first, last, during)
  const there = recordedByOthers(around, batch, new Set(keys), isStated)
  const rank = rankOfApp(ofDevice === undefined ? source : ofDevice.app)
  const holds = (session: Session) =>
    session.hiddenBy === null &&
    (session.isEdited || rankOf(session) === rank || rankOf(session) === Number.POSITIVE_INFINITY)

  const overlappingOf: Around["overlappingOf"] = (key, times) => {
    const span = spanOf(times)
    if (span === undefined) return NONE_OVERLAPPING
    const text = times.start?.text
    const reason = reasonOf(
      others.filter((other) => isSame(span, other.span)),
      filedKeys.has(key),
      deleted
    )
    // What a device sends from a file of the person, and that file, state the same session.
    const twins = twinsAmong(there, span).filter(({ made }) => made?.key !== key)
    const held = twins.find(holds)
    const holding = reason === undefined ? held && isThere(text, held) : `the session of ${text} ${reason}`
    return {
      holding,
      above: twins.filter((session) => rankOf(session) > rank),
      below: twins.filter((session) => rankOf(session) < rank)
    }
  }
  const stored = new Map(around.map((session) => [session.workoutId, session]))
  return { overlappingOf, stored } satisfies Around
})

/** What a session and those that overlap it hide of each other. */
export const hiding = (
  { conflicts }: Pick<Batch, "conflicts">,
  { above, below }: Overlapping,
  { key, workoutId, day }: { readonly key: string; readonly workoutId: string; readonly day: ActivityDay }
): ReadonlyArray<ToHide> => [
  ...above.flatMap(({ made }) => {
    if (made === null) return []
    conflicts.note(made.source, "sessions", day, true)
    return [{ key, workoutId, by: made.importId }]
  }),
  ...below.flatMap(({ made, workoutId: other, hiddenBy }) => {
    if (made === null) return []
    if (above.length === 0 && hiddenBy === null) conflicts.note(made.source, "sessions", day, false)
    return [{ key: made.key, workoutId: other, by: undefined }]
  })
]
