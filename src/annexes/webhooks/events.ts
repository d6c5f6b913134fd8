import { Effect, Option, Schema } from "effect"
import type { Change, Changing } from "../../call/announcer.ts"
import { DiaryEntry, show } from "../../features/diary/model.ts"
import { knownExercises } from "../../features/exercises/known.ts"
import { calledIn } from "../../features/workouts/content.ts"
import { savedAs } from "../../features/workouts/operations.ts"
import { WorkoutStore } from "../../features/workouts/store.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { IMPORT_FINISHED } from "../imports/ledger/finish-import.ts"
import { ImportId } from "../imports/rows/model.ts"
import { RemovableKind, Removed } from "../page/features/removals/definition.ts"
import type { EventName } from "./model.ts"

/** An event to send because of a change. */
export interface Told {
  readonly type: EventName
  readonly data: unknown
  /** A key under which the event is sent only once, even if a change that was committed is recorded again. */
  readonly once?: string
}

type ToldOf = (by: Changing, output: unknown) => Effect.Effect<ReadonlyArray<Told>>

const NOTHING = Effect.succeed([])

/** The operation's output, unchanged. */
const as =
  (type: EventName): ToldOf =>
  (_, data) =>
    Effect.succeed([{ type, data }])

const Readings = Schema.Struct({ readings: Schema.Array(Schema.Struct({ changed: Schema.Boolean })) })
const isReadings = Schema.is(Readings)

/** A reading that was there already, as after a retry, is no news. */
const readings: ToldOf = (_, data) =>
  isReadings(data) && data.readings.every(({ changed }) => !changed)
    ? NOTHING
    : Effect.succeed([{ type: "reading.set", data }])

const Copies = Schema.Struct({ date: ActivityDay, copies: Schema.Array(DiaryEntry) })
const decodeCopies = Schema.decodeUnknown(Copies)

/** Copied entries, as log_food_entry returns a meal that is logged again. */
const copies: ToldOf = ({ user: { timezone } }, output) =>
  Effect.map(Effect.orDie(decodeCopies(output)), ({ date, copies }) => {
    const entries = copies.map(show)
    const [entry] = entries
    return entry === undefined ? [] : [{ type: "food.logged", data: { entry, date, timezone, entries } }]
  })

const RemovedItem = Schema.Struct({
  ...Removed.fields,
  stored: Schema.parseJson(Schema.Struct({ kind: RemovableKind, stored: Schema.String }))
})
const decodeRemoved = Schema.decodeUnknown(RemovedItem)
const decodeDated = Schema.decodeUnknown(Schema.parseJson(Schema.Struct({ date: ActivityDay })))

/** A workout deleted on the page, as delete_workout returns it. */
const removed: ToldOf = ({ user: { timezone } }, output) =>
  Effect.gen(function* () {
    const { id, name, stored } = yield* decodeRemoved(output)
    if (stored.kind !== "workout") return []
    const { date } = yield* decodeDated(stored.stored)
    return [{ type: "workout.changed" as const, data: { id, deleted: true, name, date, timezone } }]
  }).pipe(Effect.orDie)

const decodeImport = Schema.decodeUnknown(Schema.Struct({ importId: ImportId }))

const finished: ToldOf = (_, data) =>
  Effect.map(Effect.orDie(decodeImport(data)), ({ importId }) => [{ type: "import.finished", data, once: importId }])

const isItem = Schema.is(Schema.Struct({ id: Schema.String }))

/** Returns the events of changes. A change without an event yields none. */
export const makeEvents = Effect.gen(function* () {
  const store = yield* WorkoutStore
  const known = yield* knownExercises

  /** A workout brought back on the page, as replace_workout returns it. Items of other kinds have other ids. */
  const restored: ToldOf = ({ user }, output) =>
    Effect.gen(function* () {
      const found = isItem(output) ? yield* store.find(user.id, output.id) : Option.none()
      if (Option.isNone(found)) return []
      const exercises = yield* known(user.id, { ids: found.value.exercises.map(({ exerciseId }) => exerciseId) })
      return [{ type: "workout.changed", data: savedAs(found.value, user, calledIn(exercises), []) }]
    })

  const tellers: Readonly<Record<string, ToldOf>> = {
    log_workout: as("workout.logged"),
    replace_workout: as("workout.changed"),
    delete_workout: as("workout.changed"),
    remove_item: removed,
    restore_item: restored,
    set_body_metrics: readings,
    log_food_entry: as("food.logged"),
    copy_food_entries: copies,
    [IMPORT_FINISHED]: finished
  }

  return (by: Changing, changes: ReadonlyArray<Change>) =>
    Effect.map(
      Effect.forEach(changes, ({ operation, output }) => tellers[operation]?.(by, output) ?? NOTHING),
      (all): ReadonlyArray<Told> => all.flat()
    )
})
