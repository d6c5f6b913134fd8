import { Deferred, Effect, Schema } from "effect"

/** What a worker tells its supervisor. */
export const FromWorker = Schema.Union(
  Schema.TaggedStruct("Serving", {}),
  Schema.TaggedStruct("AskSnapshots", { question: Schema.Int }),
  Schema.TaggedStruct("Snapshot", { question: Schema.Int, snapshot: Schema.String })
)
export type FromWorker = typeof FromWorker.Type

/** What the supervisor tells a worker. */
export const FromSupervisor = Schema.Union(
  Schema.TaggedStruct("AskSnapshot", { question: Schema.Int }),
  Schema.TaggedStruct("Snapshots", { question: Schema.Int, snapshots: Schema.Array(Schema.String) })
)
export type FromSupervisor = typeof FromSupervisor.Type

/** The environment variable that makes a process a worker, and numbers it. */
export const WORKER = "FETTLE_WORKER"

/** Questions that are put over the channel, each with a number by which its answer is known. */
export const makeQuestions = <A>() => {
  const open = new Map<number, Deferred.Deferred<A>>()
  let last = 0
  return {
    /** Asks with a new number, and waits for the answer. */
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
    /** Answers a question; one that nobody waits for any more is passed over. */
    answer: (question: number, answer: A): void => {
      const asked = open.get(question)
      if (asked !== undefined) Deferred.unsafeDone(asked, Effect.succeed(answer))
    }
  }
}
