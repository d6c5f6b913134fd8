import type { Question, ReadOptions, Source } from "../rows.ts"
import type { Emitter } from "./emitter.ts"
import { type Entry, fault } from "./input.ts"

/** No document of these apps is larger: it is held in memory as a whole. */
const LARGEST = 48 * 1024 * 1024

export interface DocumentContext {
  readonly file: string
  readonly options: ReadOptions
  /** Epoch milliseconds. */
  readonly now: number
}

/** One kind of JSON document that an app exports. */
export interface DocumentKind {
  readonly source: Source
  /** Whether a document that begins so, under this path, is of the kind. */
  readonly matches: (start: string, path: string) => boolean
  /** What its facts need that it does not state. */
  readonly questions?: (json: unknown, context: DocumentContext) => ReadonlyArray<Question>
  readonly read: (json: unknown, context: DocumentContext, emit: Emitter) => void
}

/** The whole of a document. Throws UnreadableFile if it is no JSON, or too large. */
export const parsedDocument = async (entry: Entry): Promise<{ readonly json: unknown; readonly position: number }> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  let last = 0
  for await (const { bytes, position } of entry.bytes()) {
    parts.push(bytes)
    length += bytes.length
    last = position
    if (length > LARGEST) {
      throw fault(entry.name, null, "is larger than 48 MB", "Export a shorter time at once, and import each part")
    }
  }
  try {
    return { json: JSON.parse(new TextDecoder().decode(Buffer.concat(parts))), position: last }
  } catch {
    throw fault(entry.name, null, "is no whole JSON document", "A part is missing: export it again")
  }
}
