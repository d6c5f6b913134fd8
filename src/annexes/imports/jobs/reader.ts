/**
 * The process that reads a file: it takes one order, answers it, and waits to be ended. It ends with the process that
 * started it.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Cause, Effect, Option, Schema } from "effect"
import { prepareHere } from "../ledger/prepare.ts"
import { ReadingOrder } from "../ledger/prepared.ts"
import { RESULT } from "./channel.ts"
import type { FromReader } from "./messages.ts"

const send = (message: FromReader): void => {
  process.send?.(message)
}

/** Makes the kernel end this process before any other if the machine runs out of memory. */
const offerItself = (): void => {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000")
  } catch {
    // Available on Linux only.
  }
}

const answerTo = (cause: Cause.Cause<Effect.Effect.Error<ReturnType<typeof prepareHere>>>): FromReader => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  switch (failure?._tag) {
    case "UnreadableFile": {
      const { file, line, problem, advice, isOfMachine } = failure
      return { _tag: "Unreadable", file, line, problem, advice, ...(isOfMachine === true ? { isOfMachine } : {}) }
    }
    case "UnansweredQuestions":
      return { _tag: "Unanswered", source: failure.source, questions: failure.questions }
    default:
      return { _tag: "Broken", cause: Cause.pretty(cause) }
  }
}

const answer = (received: unknown): Effect.Effect<void> =>
  Effect.gen(function* () {
    const order = yield* Effect.orDie(Schema.decodeUnknown(ReadingOrder)(received))
    const prepared = yield* prepareHere(order, ({ share, rows }) =>
      Effect.sync(() => send({ _tag: "Progress", share, rows }))
    )
    writeFileSync(join(order.folder, RESULT), JSON.stringify(prepared))
    send({ _tag: "Read" })
  }).pipe(Effect.catchAllCause((cause) => Effect.sync(() => send(answerTo(cause)))))

offerItself()
process.once("disconnect", () => process.exit())
process.once("message", (received) => Effect.runFork(answer(received)))
send({ _tag: "Ready" })
