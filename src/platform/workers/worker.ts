import { Effect, FiberSet, Layer, Option, Ref, Schema } from "effect"
import { FromSupervisor, type FromWorker, makeQuestions, WORKER } from "./channel.ts"
import type { Crew } from "./crew.ts"
import { Siblings } from "./siblings.ts"

/** Longer than the supervisor waits for one worker, so that its own answer arrives in time. */
const ANSWER_WITHIN = "2 seconds"

/** This process's number among the supervisor's workers, counted from 1; none if no supervisor started it. */
export const number: Option.Option<number> =
  process.send === undefined ? Option.none() : Option.map(Option.fromNullable(process.env[WORKER]), Number)

const send = (message: FromWorker): void => {
  // Without a supervisor nobody needs the message, and the worker ends on its own.
  if (process.connected) process.send?.(message)
}

/** Reports to the supervisor that this worker now accepts requests. */
export const reportServing = Effect.sync(() => send({ _tag: "Serving" }))

/** Waits until the supervisor stops this worker or has ended itself. */
export const released = Effect.async<void>((resume) => {
  if (process.connected) process.once("disconnect", () => resume(Effect.void))
  else resume(Effect.void)
})

const decode = Schema.decodeUnknownOption(FromSupervisor)

/** The other workers, reached through the supervisor. */
export const layerSiblings = Layer.scoped(
  Siblings,
  Effect.gen(function* () {
    const own = yield* Ref.make<Option.Option<Effect.Effect<string>>>(Option.none())
    const questions = makeQuestions<ReadonlyArray<string>>()
    let crew = Option.none<Crew>()
    const run = yield* FiberSet.makeRuntime<never>()

    const answerOwn = (question: number) =>
      Ref.get(own).pipe(
        Effect.flatMap(Effect.transposeOption),
        Effect.map(Option.map((snapshot) => send({ _tag: "Snapshot", question, snapshot })))
      )
    const receive = (received: unknown): void => {
      const message = Option.getOrUndefined(decode(received))
      if (message?._tag === "AskSnapshot") run(answerOwn(message.question))
      if (message?._tag === "Snapshots") questions.answer(message.question, message.snapshots)
      if (message?._tag === "CrewChanged") crew = Option.some(message.crew)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("message", receive)),
      () => Effect.sync(() => process.off("message", receive))
    )

    return Siblings.of({
      offer: (snapshot) => Ref.set(own, Option.some(snapshot)),
      snapshots: questions
        .ask((question) => send({ _tag: "AskSnapshots", question }))
        .pipe(
          Effect.timeout(ANSWER_WITHIN),
          Effect.catchAll(() =>
            Effect.map(Effect.flatMap(Ref.get(own), Effect.transposeOption), (own) => Option.toArray(own))
          )
        ),
      crew: Effect.sync(() => crew)
    })
  })
)
