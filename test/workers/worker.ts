import { appendFileSync } from "node:fs"
import { Effect, Option, Schedule } from "effect"
import { Siblings } from "../../src/workers/siblings.ts"
import { layerSiblings, number, released, tellServing } from "../../src/workers/worker.ts"

/** A worker for tests of the supervisor: appends what its siblings tell to the file OUTPUT, until it is let go. */
const worker = Option.getOrThrow(number)
const manner = process.env.MANNER ?? ""

const main = Effect.gen(function* () {
  const siblings = yield* Siblings
  let asked = 0
  // A deaf one says something once, and never again.
  const snapshot = Effect.suspend(() =>
    manner === "third is deaf" && worker === 3 && asked > 0 ? Effect.never : Effect.succeed(`${worker}: ${++asked}`)
  )
  yield* siblings.offer(snapshot)
  if (manner === "second is broken" && worker === 2) return
  yield* tellServing
  yield* siblings.snapshots.pipe(
    Effect.map((snapshots) =>
      appendFileSync(process.env.OUTPUT ?? "", `${JSON.stringify({ worker, pid: process.pid, snapshots })}\n`)
    ),
    Effect.repeat(Schedule.spaced("50 millis"))
  )
}).pipe(Effect.provide(layerSiblings), Effect.raceFirst(manner === "stubborn" ? Effect.never : released))

await Effect.runPromise(main)
process.exit(0)
