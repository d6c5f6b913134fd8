import { readFile } from "node:fs/promises"
import { setPriority } from "node:os"
import { join } from "node:path"
import { Context, Effect, Option, Queue, Schema } from "effect"
import { program } from "../../../platform/assets/assets.ts"
import { OwnCommand } from "../../../platform/assets/own-command.ts"
import type { Prepare } from "../ledger/prepare.ts"
import { Prepared, type ReadingOrder } from "../ledger/prepared.ts"
import { UnansweredQuestions } from "../rows/questions.ts"
import { UnreadableFile } from "../rows/rows.ts"
import { READER, RESULT } from "./channel.ts"
import { FromReader } from "./messages.ts"

/** Most private memory that reading may take, in KiB. A health export of 1 GiB takes about half of it. */
export class MostMemory extends Context.Reference<MostMemory>()("MostMemory", {
  defaultValue: () => 256 * 1024
}) {}

/** Most processor time that reading may take, in seconds, where this machine reports it. */
export class MostWork extends Context.Reference<MostWork>()("MostWork", {
  defaultValue: () => 900
}) {}

const WATCHED_EVERY = "50 millis"

/** The amount of memory that the process is made to believe the machine has, so that it collects garbage sooner. */
const RAM_BYTES = String(300 * 1024 * 1024)

/** Longest time for reading a file. An export of 4 GB takes about 2 minutes. */
const LONGEST = "15 minutes"

/** Scheduling priority of reading, so that requests come first: niceness from 0 to 19. */
const NICE = 10

/** What to do about a file that takes too much to read. */
export const SMALLER = `Export a shorter time, or ask the operator to import it with the command ${program} import`

const refuse = (file: string, problem: string) => new UnreadableFile({ file, line: null, problem, advice: SMALLER })

const decode = Schema.decodeUnknownOption(FromReader)

/** A process's private memory in KiB, if this machine reports it. */
const memoryOf = (pid: number): Promise<number> =>
  readFile(`/proc/${pid}/status`, "utf8").then(
    (text) => Number(/^RssAnon:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0),
    () => 0
  )

/** Ticks per second, in which Linux counts processor time. */
const TICKS = 100

/** A process's processor time in seconds, if this machine reports it. */
const workOf = (pid: number): Promise<number> =>
  readFile(`/proc/${pid}/stat`, "utf8").then(
    (text) => {
      const [, , , , , , , , , , , user, system] = text.slice(text.lastIndexOf(")") + 2).split(" ")
      return (Number(user) + Number(system)) / TICKS
    },
    () => 0
  )

/** Starts a process that reads files. It receives no settings or secrets, and is killed with the scope. */
const startReader = ({ folder }: ReadingOrder) =>
  Effect.gen(function* () {
    const command = yield* OwnCommand
    const messages = yield* Queue.unbounded<FromReader | { readonly _tag: "Ended"; readonly how: string }>()
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        Bun.spawn([...command], {
          cwd: folder,
          env: {
            [READER]: "1",
            BUN_JSC_forceRAMSize: RAM_BYTES,
            ...(process.env.TMPDIR ? { TMPDIR: process.env.TMPDIR } : {})
          },
          stdio: ["ignore", "ignore", "ignore"],
          ipc: (received) => {
            const message = decode(received)
            if (Option.isSome(message)) Queue.unsafeOffer(messages, message.value)
          },
          onExit: (_child, code, signal) => {
            Queue.unsafeOffer(messages, { _tag: "Ended", how: signal === null ? `code ${code}` : `signal ${signal}` })
          }
        })
      ),
      (child) =>
        Effect.promise(() => {
          child.kill("SIGKILL")
          return child.exited
        })
    )
    try {
      setPriority(child.pid, NICE)
    } catch {
      // It has already ended, as its message says.
    }
    return { child, messages }
  })

/** Fails once the process takes more memory or processor time than allowed. */
const watch = (pid: number, file: string) =>
  Effect.gen(function* () {
    const mostMemory = yield* MostMemory
    const mostWork = yield* MostWork
    while (true) {
      const [memory, work] = yield* Effect.promise(() => Promise.all([memoryOf(pid), workOf(pid)]))
      if (memory > mostMemory) return yield* refuse(file, "needs more memory than reading one file may take")
      if (work > mostWork) return yield* refuse(file, `takes more than ${mostWork} seconds of processor time to read`)
      yield* Effect.sleep(WATCHED_EVERY)
    }
  })

/**
 * Reads a file in a process of its own, so that requests are not held up. The process is killed when this is
 * interrupted, or when it takes more than 256 MiB of memory or more processor time than allowed (both on Linux), or 15
 * minutes; it ends with this process. If it dies, the file counts as unreadable.
 */
export const prepareApart: Prepare = (order, onProgress) =>
  Effect.gen(function* () {
    const { child, messages } = yield* startReader(order)
    const listen = Effect.gen(function* () {
      while (true) {
        const message = yield* Queue.take(messages)
        switch (message._tag) {
          case "Ready":
            child.send(order)
            break
          case "Progress":
            yield* onProgress(message)
            break
          case "Read": {
            const text = yield* Effect.promise(() => readFile(join(order.folder, RESULT), "utf8"))
            return yield* Effect.orDie(Schema.decode(Schema.parseJson(Prepared))(text))
          }
          case "Unreadable":
            return yield* new UnreadableFile(message)
          case "Unanswered":
            return yield* new UnansweredQuestions(message)
          case "Broken":
            return yield* Effect.die(new Error(message.cause))
          case "Ended":
            return yield* refuse(order.name, `could not be read: the process that read it ended (${message.how})`)
        }
      }
    })
    return yield* Effect.raceFirst(listen, watch(child.pid, order.name))
  }).pipe(
    Effect.scoped,
    Effect.timeoutFail({
      duration: LONGEST,
      onTimeout: () => refuse(order.name, "takes longer than 15 minutes to read")
    })
  )
