import { FORMATS, type Format, formatOf } from "../../../platform/files/format.ts"
import { Unfit } from "./failure.ts"
import type { Chunk } from "./file.ts"

/** Passes the chunks on. Fails if the first looks like an unsupported format, and names the expected format. */
export async function* expecting(
  kind: string,
  accepted: readonly [Format, ...ReadonlyArray<Format>],
  source: AsyncIterable<Chunk>
): AsyncGenerator<Chunk, void, undefined> {
  let looked = false
  for await (const chunk of source) {
    if (!looked) {
      looked = true
      const format = formatOf(chunk.bytes)
      if (format !== null && !accepted.includes(format)) {
        throw new Unfit(
          `looks like ${FORMATS[format]}, but ${kind} takes ${FORMATS[accepted[0]]}`,
          "Check the file and the kind"
        )
      }
    }
    yield chunk
  }
}
