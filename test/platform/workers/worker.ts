import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { Effect, Option, Schedule } from "effect"
import { Siblings } from "../../../src/platform/workers/siblings.ts"
import { layerSiblings, number, released, reportServing } from "../../../src/platform/workers/worker.ts"

/**
 * A worker for tests of the supervisor: appends its siblings' snapshots to the file OUTPUT until it is asked to end.
 */
const worker = Option.getOrThrow(number)
const manner = process.env.MANNER ?? ""

/** Whether a worker of this number has written before. */
const hasLived = () =>
  existsSync(process.env.OUTPUT ?? "") &&
  readFileSync(process.env.OUTPUT ?? "", "utf8").includes(`{"worker":${worker},`)

const main = Effect.gen(function* () {
  const siblings = yield* Siblings
  let asked = 0
  // A deaf worker sends one snapshot, and never another.
  const snapshot = Effect.suspend(() =>
    manner === "third is deaf" && worker === 3 && asked > 0 ? Effect.never : Effect.succeed(`${worker}: ${++asked}`)
  )
  yield* siblings.offer(snapshot)
  if (manner === "second is broken" && worker === 2) return
  if (manner === "second lives once" && worker === 2 && hasLived()) return
  yield* reportServing
  // The supervisor's clock may stand still, and then nothing ends its wait for a killed worker.
  const snapshots = manner === "second lives once" ? Effect.succeed([]) : siblings.snapshots
  yield* Effect.all([snapshots, siblings.crew]).pipe(
    Effect.map(([snapshots, crew]) =>
      appendFileSync(
        process.env.OUTPUT ?? "",
        `${JSON.stringify({ worker, pid: process.pid, snapshots, crew: Option.getOrNull(crew) })}\n`
      )
    ),
    Effect.repeat(Schedule.spaced("50 millis"))
  )
}).pipe(Effect.provide(layerSiblings), Effect.raceFirst(manner === "stubborn" ? Effect.never : released))

await Effect.runPromise(main)
process.exit(0)
