import { open } from "node:fs/promises"
import { Clock, Effect, Option } from "effect"
import { openHistory } from "../apps/open.ts"
import { openArchive } from "../archive/open.ts"
import { unpackArchive } from "../archive/unpack.ts"
import { readBodyFile } from "../bodies/read-body-file.ts"
import { PersonClock } from "../formats/zones.ts"
import type { OnProgress } from "../rows/progress.ts"
import type { UnansweredQuestions } from "../rows/questions.ts"
import { UnreadableFile } from "../rows/rows.ts"
import type { Prepared, ReadingOrder } from "./prepared.ts"
import { takeOpened } from "./take.ts"

/** Reads a file to its end before anything is written; its rows are then in the spool of the order's folder. */
export type Prepare = (
  order: ReadingOrder,
  onProgress: OnProgress
) => Effect.Effect<Prepared, UnreadableFile | UnansweredQuestions>

const HASHED_BYTES = 256 * 1024

/**
 * The SHA-256 of a file. It is read into one reused buffer: a stream's chunks would take as much memory as the file
 * until they are collected.
 */
const hashOf = ({ path, name }: ReadingOrder) =>
  Effect.tryPromise({
    try: async () => {
      const hasher = new Bun.CryptoHasher("sha256")
      const piece = new Uint8Array(HASHED_BYTES)
      const file = await open(path)
      try {
        while (true) {
          const { bytesRead } = await file.read(piece, 0, piece.length)
          if (bytesRead === 0) return hasher.digest("hex")
          hasher.update(piece.subarray(0, bytesRead))
        }
      } finally {
        await file.close()
      }
    },
    catch: () =>
      new UnreadableFile({
        file: name,
        line: null,
        problem: "cannot be read",
        advice: "Check its name, and that you may read it"
      })
  })

/** Reads a file in this process. */
export const prepareHere: Prepare = Effect.fn("prepareHere")(function* (order, onProgress) {
  const { path, name, folder, today, read, body } = order
  if (body !== undefined) return { hash: "", content: yield* readBodyFile(order, body) }
  const archive = read.source === undefined ? yield* openArchive(path, name) : Option.none()
  const takeFile = Effect.gen(function* () {
    const opened = yield* openHistory(path, read, name)
    const eras = read.eras?.[opened.source]
    const now = yield* Clock.currentTimeMillis
    // What is there already may lie on a day that has not begun where the person lives now.
    const day = eras === undefined ? today : (new PersonClock(read.timezone, eras).lastDayAt(now) ?? today)
    return yield* takeOpened(opened, { folder, name, today: day }, onProgress)
  })
  const content = Option.isSome(archive)
    ? yield* Effect.as(unpackArchive(archive.value, folder), { _tag: "Unpacked" } as const)
    : yield* takeFile
  return { hash: yield* hashOf(order), content }
})
