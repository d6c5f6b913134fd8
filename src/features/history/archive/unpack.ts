import { Effect, Stream } from "effect"
import type { Input } from "../readers/input.ts"
import { UnreadableFile } from "../rows.ts"
import { type SpoolWriter, writeSpool } from "../spool.ts"
import { partNames } from "./format.ts"
import { faultOf, linesOf } from "./open.ts"

/** Ten years of a person who logs and imports twenty foods a day are about 200,000 lines. */
const MOST_LINES = 1_000_000

/** The name of a part's file in an archive. */
export const fileOfPart = (part: string): string => `${part}.ndjson`

/**
 * Puts the lines of a Fettle archive into the spool of a folder. Fails if one of its files cannot be read to the end.
 */
export const unpackArchive = Effect.fnUntraced(function* (input: Input, folder: string) {
  const held: SpoolWriter = yield* writeSpool(folder, input.name)
  let lines = 0
  for (const part of [...partNames, "badges"]) {
    const entry = input.entries.find(({ name }) => name === fileOfPart(part))
    if (entry === undefined) continue
    const stream = Stream.fromAsyncIterable(linesOf(entry), faultOf(entry.name))
    yield* Stream.runForEachChunk(Stream.rechunk(stream, 100), (chunk) => {
      lines += chunk.length
      if (lines > MOST_LINES) {
        const problem = `holds more than ${MOST_LINES.toLocaleString("en-US")} lines`
        return new UnreadableFile({ file: input.name, line: null, problem, advice: "Pass an archive that Fettle made" })
      }
      for (const line of chunk) held.addLine(part, line)
      return held.checkRoom
    })
  }
  held.finish()
}, Effect.scoped)
