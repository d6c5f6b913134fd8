import type { ActivityDay } from "../../values/activity-day.ts"
import type { Batch } from "./batch.ts"
import { sessionRank } from "./ranks.ts"
import type { Session, ToHide } from "./store.ts"
import { twinsAmong } from "./twins.ts"

/** Sessions of other sources at the same time as an imported one. */
export interface Rivals {
  /** A session that always stays: it was logged or changed in Fettle, or another device has stated it. */
  readonly holding: Session | undefined
  /** Those that hide the imported session, and those that it hides. */
  readonly above: ReadonlyArray<Session>
  readonly below: ReadonlyArray<Session>
}

/**
 * The rivals of a session. Of two sessions at one time, the one from the source with the higher rank shows, whichever
 * was imported first. Hidden sessions count as well, so that the result depends only on which sessions exist.
 */
export const rivalsOf = (
  sessions: ReadonlyArray<Session>,
  source: string,
  start: { readonly millis: number } | undefined,
  end: { readonly millis: number } | undefined
): Rivals => {
  const twins = start === undefined ? [] : twinsAmong(sessions, { start: start.millis, end: end?.millis })
  const rank = sessionRank(source)
  const rankOf = ({ made }: Session) => sessionRank(made?.source ?? null)
  const holds = (session: Session) =>
    !session.isHidden && (session.isEdited || rankOf(session) === rank || rankOf(session) === Number.POSITIVE_INFINITY)
  return {
    holding: twins.find(holds),
    above: twins.filter((session) => rankOf(session) > rank),
    below: twins.filter((session) => rankOf(session) < rank)
  }
}

/** What a session and its rivals hide of each other. */
export const hiding = (
  { others }: Pick<Batch, "others">,
  { above, below }: Rivals,
  { key, workoutId, day }: { readonly key: string; readonly workoutId: string; readonly day: ActivityDay }
): ReadonlyArray<ToHide> => [
  ...above.flatMap(({ made }) => {
    if (made === null) return []
    others.note(made.source, "sessions", day, true)
    return [{ key, workoutId, by: made.importId }]
  }),
  ...below.flatMap(({ made, workoutId: other, isHidden }) => {
    if (made === null) return []
    if (above.length === 0 && !isHidden) others.note(made.source, "sessions", day, false)
    return [{ key: made.key, workoutId: other, by: undefined }]
  })
]
