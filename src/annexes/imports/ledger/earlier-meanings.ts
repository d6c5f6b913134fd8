import { Effect } from "effect"
import { nameKey } from "../../../features/exercises/own.ts"
import { WorkoutStore } from "../../../features/workouts/store.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { WorkoutRow } from "../rows/rows.ts"
import type { SpoolReader } from "../uploads/spool.ts"
import type { Named } from "./mapping.ts"
import { ImportStore } from "./store.ts"

/**
 * Exercises that once were a part of another one: until 1.0.0, one exercise of the catalogue stood for two names of an
 * app. By id, the one that had their sets.
 */
export const SPLIT_FROM: ReadonlyMap<string, string> = new Map([
  ["exr_bent_over_two_arm_long_bar_row", "exr_t_bar_row_with_handle"],
  ["exr_close_grip_push_up", "exr_push_ups_close_triceps_position"],
  ["exr_seated_machine_row", "exr_leverage_iso_row"],
  ["exr_seated_machine_triceps_press", "exr_machine_triceps_extension"]
])

const BATCH = 100

const idOf = ({ match }: Named): string | undefined => (match.by === "own" ? undefined : match.exerciseId)

const count = (ids: ReadonlyArray<string | undefined>, id: string): number => ids.filter((each) => each === id).length

/** A session of the file, and the workout that an earlier import made of it. */
interface Known {
  readonly day: ActivityDay
  readonly workoutId: string
  /** The names of its exercises. */
  readonly names: ReadonlyArray<string>
}

/** The sessions of the file with one of these names that an earlier import has stored. */
const knownSessions = Effect.fnUntraced(function* (userId: UserId, held: SpoolReader, names: ReadonlySet<string>) {
  const store = yield* ImportStore
  const written = [...names].map((name) => JSON.stringify(name))
  const known: Array<Known> = []
  for (const groups of held.groups("workout", BATCH)) {
    const having = groups.filter(({ bodies }) => bodies.some((body) => written.some((name) => body.includes(name))))
    if (having.length === 0) continue
    const items = yield* store.items(
      userId,
      "workout",
      having.map(({ key }) => key)
    )
    for (const { key, bodies } of having) {
      const item = items.get(key)
      if (item === undefined || item.since === "deleted") continue
      const rows = bodies.map((body): WorkoutRow => JSON.parse(body))
      const named = rows.flatMap(({ exercises }) => exercises.map(({ name }) => name))
      if (rows[0] !== undefined) known.push({ day: rows[0].start.day, workoutId: item.factId, names: named })
    }
  }
  return known
})

/**
 * Leaves a name with its earlier sets: if an earlier import stored sessions of the file while one exercise stood for two,
 * the name keeps meaning that one, so that its history is not split. Names that the person has chosen an exercise for are
 * not looked at.
 */
export const keepEarlierMeanings = Effect.fn("keepEarlierMeanings")(function* (
  userId: UserId,
  held: SpoolReader,
  names: ReadonlyArray<Named>,
  choices: ReadonlyMap<string, string>
) {
  const moved = names.filter((named) => SPLIT_FROM.has(idOf(named) ?? "") && !choices.has(nameKey(named.name)))
  if (moved.length === 0) return names
  const sessions = yield* knownSessions(userId, held, new Set(moved.map(({ name }) => name)))
  const days = sessions.map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return names
  const formers = moved.flatMap((named) => SPLIT_FROM.get(idOf(named) ?? "") ?? [])
  const stored = yield* (yield* WorkoutStore).performed(userId, first, last, formers)
  const exercisesOf = new Map(
    stored.map(({ id, exercises }) => [id, exercises.map(({ exerciseId }) => exerciseId)] as const)
  )
  const meanings = new Map(names.map((named) => [named.name, idOf(named)]))
  const isFormer = (name: string, now: string, former: string) =>
    sessions.some(({ workoutId, names: ofSession }) => {
      const ids = exercisesOf.get(workoutId) ?? []
      const stated = ofSession.map((each) => meanings.get(each))
      return ofSession.includes(name) && !ids.includes(now) && count(ids, former) > count(stated, former)
    })
  return names.map((named): Named => {
    const { name, match } = named
    const now = idOf(named) ?? ""
    const former = moved.includes(named) ? SPLIT_FROM.get(now) : undefined
    return match.by === "own" || former === undefined || !isFormer(name, now, former)
      ? named
      : { ...named, match: { by: match.by, exerciseId: former } }
  })
})
