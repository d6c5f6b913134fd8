import { Effect, Stream } from "effect"
import type { Entry } from "../formats/input.ts"
import { pass } from "../rows/advice.ts"
import { UnreadableFile } from "../rows/rows.ts"
import { type SpoolWriter, writeSpool } from "../uploads/spool.ts"
import { fileOfPart, partNames } from "./format.ts"
import { type Archive, faultOf, linesOf } from "./open.ts"

/** Ten years of a person who logs and imports twenty foods a day are about 200,000 lines. */
const MOST_LINES = 1_000_000

/** A file of which a digest is taken while it is read. */
const digested = ({ name, bytes }: Entry) => {
  const hasher = new Bun.CryptoHasher("sha256")
  const entry: Entry = {
    name,
    bytes: async function* () {
      for await (const chunk of bytes()) {
        hasher.update(chunk.bytes)
        yield chunk
      }
    }
  }
  return { entry, digest: () => hasher.digest("hex") }
}

const otherThanStated = (file: string, problem: string) =>
  new UnreadableFile({
    file,
    line: null,
    problem,
    advice: "Export it again; if you have changed it on purpose, remove the file's line under sha256 in manifest.json"
  })

/**
 * Puts the lines of a Fettle archive into the spool of a folder. Fails if one of its files cannot be read to the end, or
 * is not as the manifest states.
 */
export const unpackArchive = Effect.fnUntraced(function* ({ input, sha256 }: Archive, folder: string) {
  const held: SpoolWriter = yield* writeSpool(folder, input.name)
  let lines = 0
  for (const part of [...partNames, "badges"]) {
    const file = fileOfPart(part)
    const stated = sha256[file]
    const found = input.entries.find(({ name }) => name === file)
    if (found === undefined) {
      if (stated !== undefined) return yield* otherThanStated(file, "is missing, although the manifest lists it")
      continue
    }
    const { entry, digest } = digested(found)
    const stream = Stream.fromAsyncIterable(linesOf(entry), faultOf(entry.name))
    yield* Stream.runForEachChunk(Stream.rechunk(stream, 100), (chunk) => {
      lines += chunk.length
      if (lines > MOST_LINES) {
        const problem = `holds more than ${MOST_LINES.toLocaleString("en-US")} lines`
        return new UnreadableFile({
          file: input.name,
          line: null,
          problem,
          advice: pass("an archive that Fettle made")
        })
      }
      for (const line of chunk) held.addLine(part, line)
      return held.checkRoom
    })
    if (stated !== undefined && digest() !== stated) {
      return yield* otherThanStated(file, "is damaged or was changed: its SHA-256 is not that of the manifest")
    }
  }
  held.finish()
}, Effect.scoped)
