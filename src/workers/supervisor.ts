import { Deferred, Duration, Effect, FiberSet, Option, Schedule, Schema } from "effect"
import { CannotStart } from "../values/cannot-start.ts"
import { type FromSupervisor, FromWorker, makeQuestions, WORKER } from "./channel.ts"

/** How long a worker has to give its snapshot. */
const SNAPSHOT_WITHIN = "1 second"

/** How long a worker may take to end once it is let go; longer than it gives its requests in flight. */
const END_WITHIN = "15 seconds"

/** A worker that lived this long was well: it dies for a new reason, and is started again at once. */
const WELL_AFTER = Duration.seconds(30)

/**
 * The pauses before a worker is started again, given how long it lived: 0.1 seconds, and twice as long each time, up to 10
 * seconds.
 */
export const pauses = Schedule.exponential("100 millis").pipe(
  Schedule.union(Schedule.spaced("10 seconds")),
  Schedule.intersect(Schedule.identity<Duration.Duration>()),
  Schedule.resetWhen(([, lived]) => Duration.greaterThanOrEqualTo(lived, WELL_AFTER))
)

/** A worker that serves. */
interface Worker {
  /** What it last told of itself: now, or where it does not answer in time, before. */
  readonly snapshot: Effect.Effect<Option.Option<string>>
}

const decode = Schema.decodeUnknownOption(FromWorker)

/**
 * Keeps `count` processes of `command` running until it is interrupted: one that ends is started again after a pause.
 * Interrupted, it lets all of them finish what they have accepted. Runs `whenAllServe` once, when the first ones all serve;
 * fails if one of those ends before.
 */
export const supervise = Effect.fn("supervise")(function* <E, R>(options: {
  readonly command: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly count: number
  readonly whenAllServe: Effect.Effect<void, E, R>
}) {
  const serving = new Set<Worker>()
  const questions = makeQuestions<string>()
  const run = yield* FiberSet.makeRuntime<never>()

  const snapshots = Effect.suspend(() =>
    Effect.forEach(serving, ({ snapshot }) => snapshot, { concurrency: "unbounded" })
  ).pipe(Effect.map((all) => all.flatMap(Option.toArray)))

  const spawn = (number: number, whenServing: () => void) => {
    const send = (message: FromSupervisor): void => {
      try {
        child.send(message)
      } catch {
        // It has just ended, which its own fiber sees.
      }
    }
    let latest = Option.none<string>()
    const worker: Worker = {
      snapshot: questions
        .ask((question) => send({ _tag: "AskSnapshot", question }))
        .pipe(
          Effect.timeoutOption(SNAPSHOT_WITHIN),
          Effect.map((given) => (latest = Option.orElse(given, () => latest)))
        )
    }
    const child = Bun.spawn([...options.command], {
      env: { ...options.environment, [WORKER]: String(number) },
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (received) => {
        const message = Option.getOrUndefined(decode(received))
        if (message?._tag === "Serving") {
          serving.add(worker)
          whenServing()
        }
        if (message?._tag === "Snapshot") questions.answer(message.question, message.snapshot)
        if (message?._tag === "AskSnapshots") {
          const { question } = message
          run(Effect.map(snapshots, (snapshots) => send({ _tag: "Snapshots", question, snapshots })))
        }
      }
    })
    return { child, worker }
  }

  /** One worker from its start to its end; says how it ended. */
  const liveOnce = (number: number, whenServing: () => void) =>
    Effect.acquireUseRelease(
      Effect.try({ try: () => spawn(number, whenServing), catch: (error) => `It could not be started: ${error}` }),
      ({ child }) =>
        Effect.map(
          Effect.promise(() => child.exited),
          () => (child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`)
        ),
      ({ child, worker }) =>
        Effect.gen(function* () {
          serving.delete(worker)
          // No signal: a second one, after a terminal's Ctrl-C, would end the worker in the midst of its requests.
          child.disconnect()
          const ended = Effect.promise(() => child.exited)
          // A release is uninterruptible, and a time limit would wait for it.
          const inTime = yield* ended.pipe(Effect.interruptible, Effect.timeoutOption(END_WITHIN))
          if (Option.isNone(inTime)) child.kill("SIGKILL")
          yield* ended
        })
    ).pipe(Effect.merge)

  const live = (number: number, started: Deferred.Deferred<void, CannotStart>) =>
    Effect.gen(function* () {
      const [lived, end] = yield* Effect.timed(liveOnce(number, () => Deferred.unsafeDone(started, Effect.void)))
      const isFirst = yield* Deferred.fail(
        started,
        new CannotStart({ message: `Worker ${number} ended before it served (${end}): see what it wrote above` })
      )
      if (!isFirst)
        yield* Effect.annotateLogs(Effect.logWarning("A worker ended, and is started again"), { worker: number, end })
      return lived
    }).pipe(Effect.repeat(pauses))

  const workers = yield* Effect.forEach(Array.from({ length: options.count }), (_, index) =>
    Effect.map(Deferred.make<void, CannotStart>(), (started) => ({ number: index + 1, started }))
  )
  yield* Effect.all(
    [
      Effect.forEach(workers, ({ number, started }) => live(number, started), { concurrency: "unbounded" }),
      Effect.zipRight(
        Effect.forEach(workers, ({ started }) => Deferred.await(started)),
        options.whenAllServe
      )
    ],
    { concurrency: "unbounded", discard: true }
  )
}, Effect.scoped)
