import { Deferred, Effect, Schema } from "effect"
import { Crew } from "./crew.ts"

/** Messages from a worker to its supervisor. */
export const FromWorker = Schema.Union(
  Schema.TaggedStruct("Serving", {}),
  Schema.TaggedStruct("AskSnapshots", { question: Schema.Int }),
  Schema.TaggedStruct("Snapshot", { question: Schema.Int, snapshot: Schema.String })
)
export type FromWorker = typeof FromWorker.Type

/** Messages from the supervisor to a worker. */
export const FromSupervisor = Schema.Union(
  Schema.TaggedStruct("AskSnapshot", { question: Schema.Int }),
  Schema.TaggedStruct("Snapshots", { question: Schema.Int, snapshots: Schema.Array(Schema.String) }),
  Schema.TaggedStruct("CrewChanged", { crew: Crew })
)
export type FromSupervisor = typeof FromSupervisor.Type

/** The environment variable that marks a process as a worker and contains its number. */
export const WORKER = "FETTLE_WORKER"

/** Questions sent over the channel. Each has a number, which its answer repeats. */
export const makeQuestions = <A>() => {
  const open = new Map<number, Deferred.Deferred<A>>()
  let last = 0
  return {
    /** Sends a question with a new number, and waits for the answer. */
    ask: (put: (question: number) => void): Effect.Effect<A> =>
      Effect.gen(function* () {
        const question = ++last
        const answer = yield* Deferred.make<A>()
        open.set(question, answer)
        return yield* Effect.sync(() => put(question)).pipe(
          Effect.zipRight(Deferred.await(answer)),
          Effect.ensuring(Effect.sync(() => open.delete(question)))
        )
      }),
    /** Passes on an answer. Ignored if nobody is waiting for it any more. */
    answer: (question: number, answer: A): void => {
      const asked = open.get(question)
      if (asked !== undefined) Deferred.unsafeDone(asked, Effect.succeed(answer))
    }
  }
}
