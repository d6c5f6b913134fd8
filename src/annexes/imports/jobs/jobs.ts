import { Cause, Context, Effect, Fiber, FiberMap, Layer, Option } from "effect"
import type { Achievements } from "../../../facts/achievements.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import type { OwnExercises } from "../../../features/exercises/store.ts"
import type { WorkoutStore } from "../../../features/workouts/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { inOwnTime } from "../../../platform/database/work.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { RoutineStore } from "../../page/features/routines/store.ts"
import type { ArchiveStore } from "../archive/store.ts"
import { undoDevice } from "../devices/devices.ts"
import type { DeviceId } from "../devices/model.ts"
import type { DeviceStore } from "../devices/store.ts"
import type { FileOptions } from "../ledger/import-file.ts"
import type { Prepare } from "../ledger/prepare.ts"
import type { ImportStore } from "../ledger/store.ts"
import { undoImport } from "../ledger/undo-import.ts"
import type { OnItems } from "../ledger/undo-items.ts"
import type { ImportId, Undone } from "../rows/model.ts"
import type { UnansweredQuestions } from "../rows/questions.ts"
import type { UnreadableFile } from "../rows/rows.ts"
import { removeFolder, UploadRefused } from "../uploads/upload-folder.ts"
import { fileOf, removeFile, uploadOf } from "../uploads/uploads.ts"
import {
  type Asked,
  beginJob,
  type Ended,
  FAILED,
  INTERRUPTED,
  type Refusal,
  type ReportProgress
} from "./job-notes.ts"
import { makeReadingPlaces, mostWorkOf } from "./reading-places.ts"

/** How long a request waits for a job to end, in milliseconds: short jobs are answered with their result. */
const PATIENCE = 1000

/** Runs work on histories that takes longer than a request: one job at a time per user. */
export class Jobs extends Context.Tag("Jobs")<
  Jobs,
  {
    /** Imports the user's upload, or with `dryRun` reports what an import would do. An imported upload is removed. */
    readonly startImport: (
      userId: UserId,
      options: Omit<FileOptions, "name">,
      asked: typeof Asked.Type
    ) => Effect.Effect<void, UploadRefused>
    /** Takes back one of the user's imports. */
    readonly startUndo: (userId: UserId, id: ImportId) => Effect.Effect<void, UploadRefused>
    /** Takes back what a device of the user has brought, all or from a day on. */
    readonly startDeviceUndo: (
      userId: UserId,
      id: DeviceId,
      from: ActivityDay | undefined
    ) => Effect.Effect<void, UploadRefused>
    /** Ends a running job, and removes the upload and the job's result. What was already written stays. */
    readonly cancel: (userId: UserId) => Effect.Effect<void>
  }
>() {}

type Services =
  | AccountStore
  | Achievements
  | ArchiveStore
  | DeviceStore
  | ImportStore
  | OwnExercises
  | RoutineStore
  | Transactions
  | WorkoutStore

type Failed = Omit<Extract<Ended, { readonly state: "failed" }>, "state">

const refusalIn = (failure: UnreadableFile | UnansweredQuestions): Refusal => {
  const { _tag } = failure
  if (_tag === "UnansweredQuestions") return { _tag, questions: failure.questions }
  const { file, line, problem, advice } = failure
  return { _tag, file, line, problem, advice }
}

const endedBy = (cause: Cause.Cause<Failed>): Effect.Effect<Ended> => {
  const failure = Cause.failureOption(cause)
  if (Option.isSome(failure)) {
    return Effect.succeed({ state: "failed", ...failure.value })
  }
  return Cause.isDie(cause)
    ? Effect.as(Effect.logError("Work on a history failed", cause), FAILED)
    : Effect.succeed(INTERRUPTED)
}

const make = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const fibers = yield* FiberMap.make<UserId>()
  const placeFor = makeReadingPlaces()

  /** Runs `work` as the user's job. Returns when it has ended, or after a second. */
  const run = Effect.fnUntraced(function* (
    userId: UserId,
    begun: string,
    work: (say: ReportProgress) => Effect.Effect<Ended, Failed, Services>
  ) {
    const { say, heartbeat, end } = yield* beginJob(userId, begun)
    // A request cannot be interrupted, and the fibers that it forks inherit that.
    const working = Effect.interruptible(Effect.raceFirst(Effect.provide(work(say), services), heartbeat)).pipe(
      Effect.catchAllCause(endedBy),
      Effect.flatMap(end)
    )
    const fiber = yield* FiberMap.run(fibers, userId, inOwnTime(userId)(Effect.uninterruptible(working)))
    yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(fiber)), PATIENCE)
  })

  const undo = (
    userId: UserId,
    work: (onItems: OnItems) => Effect.Effect<Omit<Undone, "importId">, { readonly message: string }, Services>
  ) =>
    run(userId, "Undoing", (say) =>
      Effect.map(
        work((items) => say(`Undoing: ${items} items`)),
        (undone): Ended => ({ state: "undone", undone })
      )
    )

  return Jobs.of({
    startImport: Effect.fn("startImport")(function* (userId, options, asked) {
      const upload = yield* uploadOf(userId)
      if (Option.isNone(upload) || upload.value.received !== upload.value.size)
        return yield* new UploadRefused({ message: "There is no complete upload. Choose the file again." })
      const file = upload.value
      const { name } = file
      // The readers are loaded with the first file, so that start-up does not wait for them.
      const { importFile } = yield* Effect.promise(() => import("../ledger/import-file.ts"))
      const { MostWork, prepareApart } = yield* Effect.promise(() => import("./prepare-apart.ts"))
      const prepare: Prepare = (order, onProgress) =>
        prepareApart(order, onProgress).pipe(
          Effect.provideService(MostWork, mostWorkOf(file.size)),
          placeFor(file.size)
        )
      const doing = options.dryRun ? "Looking through the file" : "Importing"
      yield* run(userId, doing, (say) =>
        importFile(
          userId,
          fileOf(userId, file),
          { ...options, name },
          ({ share }) => say(`${doing}: ${Math.round(share * 100)} %`),
          prepare
        ).pipe(
          Effect.tap(options.dryRun ? Effect.void : removeFile(userId, file)),
          Effect.map((report): Ended => ({ state: "imported", report, asked })),
          Effect.mapError((failure) => ({
            message: failure.message,
            asked,
            ...(failure._tag === "UnknownAccount" ? {} : { refusal: refusalIn(failure) })
          }))
        )
      )
    }),

    startUndo: (userId, id) => undo(userId, (onItems) => undoImport(id, onItems)),

    startDeviceUndo: (userId, id, from) => undo(userId, (onItems) => undoDevice(userId, id, from, onItems)),

    cancel: (userId) => Effect.zipRight(FiberMap.remove(fibers, userId), removeFolder(userId))
  })
})

/** Jobs continue after their request is answered, and end with the scope of the service. */
export const layer = Layer.scoped(Jobs, make)
