import { Deferred, Duration, Effect, Fiber, FiberSet, Option, Schedule, Schema } from "effect"
import { CannotStart } from "../../values/cannot-start.ts"
import { type FromSupervisor, FromWorker, makeQuestions, WORKER } from "./channel.ts"
import { makeCrew } from "./crew.ts"

/** How long a worker may take to send its snapshot. */
const SNAPSHOT_WITHIN = "1 second"

/** How long a worker may take to stop. Longer than a server gives its requests in flight. */
const END_WITHIN = "15 seconds"

/** A worker that has run this long counts as healthy: if it ends, it is restarted without a longer pause. */
const WELL_AFTER = Duration.seconds(30)

/**
 * The pauses before a worker is restarted, depending on how long it ran: 0.1 seconds, doubled each time up to 10
 * seconds.
 */
export const pauses = Schedule.exponential("100 millis").pipe(
  Schedule.union(Schedule.spaced("10 seconds")),
  Schedule.intersect(Schedule.identity<Duration.Duration>()),
  Schedule.resetWhen(([, lived]) => Duration.greaterThanOrEqualTo(lived, WELL_AFTER))
)

/** A running worker that accepts requests. */
interface Worker {
  readonly send: (message: FromSupervisor) => void
  /** Its current snapshot or, if it does not answer in time, its last one. */
  readonly snapshot: Effect.Effect<string | undefined>
  readonly lastSnapshot: () => string | undefined
}

const decode = Schema.decodeUnknownOption(FromWorker)

interface Options<E, R> {
  readonly command: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly count: number
  readonly whenAllServe: Effect.Effect<void, E, R>
  /** Merges the last snapshots of workers that have ended into one. */
  readonly mergeEnded: (snapshots: ReadonlyArray<string>) => string
}

/** The workers that accept requests, and the merged snapshot of those that have ended. */
const makeRoster = Effect.fnUntraced(function* ({
  count,
  mergeEnded
}: Pick<Options<never, never>, "count" | "mergeEnded">) {
  const serving = new Set<Worker>()
  /** The merged snapshot of ended workers, if there are any. */
  let ended: ReadonlyArray<string> = []
  const crew = yield* makeCrew(count, (crew) => {
    for (const { send } of serving) send({ _tag: "CrewChanged", crew })
  })

  const snapshots = Effect.suspend(() => {
    // A worker that ends while it is asked must not be counted twice.
    const endedBefore = ended
    return Effect.map(
      Effect.forEach(serving, ({ snapshot }) => snapshot, { concurrency: "unbounded" }),
      (all) => [...endedBefore, ...all.filter((snapshot) => snapshot !== undefined)]
    )
  })

  const retire = (worker: Worker): void => {
    const last = worker.lastSnapshot()
    if (!serving.delete(worker)) return
    if (last !== undefined) ended = [mergeEnded([...ended, last])]
    crew.count(serving.size)
  }

  const begin = (worker: Worker): void => {
    serving.add(worker)
    crew.count(serving.size)
  }

  return { begin, retire, snapshots, has: (worker: Worker) => serving.has(worker) }
})

/** What is needed to start workers. */
interface Starting {
  readonly command: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly roster: Effect.Effect.Success<ReturnType<typeof makeRoster>>
  readonly questions: ReturnType<typeof makeQuestions<string>>
  readonly run: (effect: Effect.Effect<void>) => unknown
}

const spawn = ({ command, environment, roster, questions, run }: Starting, number: number, whenServing: () => void) => {
  const send = (message: FromSupervisor): void => {
    try {
      child.send(message)
    } catch {
      // The worker has just ended; its own fiber handles that.
    }
  }
  let last: string | undefined
  const worker: Worker = {
    send,
    lastSnapshot: () => last,
    snapshot: questions
      .ask((question) => send({ _tag: "AskSnapshot", question }))
      .pipe(
        Effect.timeoutOption(SNAPSHOT_WITHIN),
        Effect.map(() => last)
      )
  }
  const child = Bun.spawn([...command], {
    env: { ...environment, [WORKER]: String(number) },
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (received) => {
      const message = Option.getOrUndefined(decode(received))
      if (message?._tag === "Serving") {
        roster.begin(worker)
        whenServing()
      }
      if (message?._tag === "Snapshot" && roster.has(worker)) {
        last = message.snapshot
        questions.answer(message.question, message.snapshot)
      }
      if (message?._tag === "AskSnapshots") {
        const { question } = message
        run(Effect.map(roster.snapshots, (snapshots) => send({ _tag: "Snapshots", question, snapshots })))
      }
    }
  })
  return { child, worker }
}

/** Runs one worker until it ends. Returns how it ended. */
const liveOnce = (starting: Starting, number: number, whenServing: () => void) =>
  Effect.acquireUseRelease(
    Effect.try({
      try: () => spawn(starting, number, whenServing),
      catch: (error) => `It could not be started: ${error}`
    }),
    ({ child }) =>
      Effect.map(
        Effect.promise(() => child.exited),
        () => (child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`)
      ),
    ({ child, worker }) =>
      Effect.gen(function* () {
        starting.roster.retire(worker)
        // Sends no signal: after Ctrl-C in a terminal, it would be the second one, and end the worker with requests in
        // flight.
        child.disconnect()
        // A daemon, because another interruption of this fiber would end a child fiber.
        const killing = yield* Effect.sync(() => child.kill("SIGKILL")).pipe(
          Effect.delay(END_WITHIN),
          Effect.interruptible,
          Effect.forkDaemon
        )
        yield* Effect.promise(() => child.exited)
        yield* Fiber.interrupt(killing)
      })
  ).pipe(Effect.merge)

/**
 * Keeps `count` processes of `command` running until interrupted. A worker that ends is restarted after a pause. On
 * interruption, all workers finish the requests that they have accepted. Runs `whenAllServe` once, when all first
 * workers accept requests; fails if one of them ends before that.
 */
export const supervise = Effect.fn("supervise")(function* <E, R>(options: Options<E, R>) {
  const { command, environment, count } = options
  const roster = yield* makeRoster(options)
  const run = yield* FiberSet.makeRuntime<never>()
  const starting: Starting = { command, environment, roster, questions: makeQuestions<string>(), run }

  const live = (number: number, started: Deferred.Deferred<void, CannotStart>) =>
    Effect.gen(function* () {
      const [lived, end] = yield* Effect.timed(
        liveOnce(starting, number, () => Deferred.unsafeDone(started, Effect.void))
      )
      const isFirst = yield* Deferred.fail(
        started,
        new CannotStart({ message: `Worker ${number} ended before it served (${end}): see what it wrote above` })
      )
      if (!isFirst)
        yield* Effect.annotateLogs(Effect.logWarning("A worker ended and is being restarted"), { worker: number, end })
      return lived
    }).pipe(Effect.repeat(pauses))

  const workers = yield* Effect.forEach(Array.from({ length: count }), (_, index) =>
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
