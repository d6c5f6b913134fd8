import type { Question } from "../rows/questions.ts"
import type { Place } from "../rows/rows.ts"
import type { Source } from "../sources.ts"
import type { Emitter } from "./emitter.ts"
import { type Entry, fault } from "./input.ts"
import { recordsIn } from "./json-records.ts"
import type { ReaderOptions } from "./table.ts"

/** Largest document that is read as a whole. */
const LARGEST = 48 * 1024 * 1024

export interface DocumentContext {
  readonly file: string
  readonly options: ReaderOptions
  /** Epoch milliseconds. */
  readonly now: number
}

interface AnyDocument {
  readonly source: Source
  /** Whether a document with this start and path is of the kind. */
  readonly matches: (start: string, path: string) => boolean
  /** What its facts need and the document does not state. */
  readonly questions?: (json: unknown, context: DocumentContext) => ReadonlyArray<Question>
}

/** A JSON document held in memory as a whole. */
interface WholeDocument extends AnyDocument {
  readonly read: (json: unknown, context: DocumentContext, emit: Emitter) => void
}

/** A JSON document of any size, read record by record. */
interface RecordDocument extends AnyDocument {
  /** The number of objects and lists around a record, not counting a list around the whole. */
  readonly levels: number
  readonly open: (context: DocumentContext, emit: Emitter) => (record: unknown, place: Place) => void
}

/** A kind of JSON document that an app exports. */
export type DocumentKind = WholeDocument | RecordDocument

/** Parses a whole document. Throws UnreadableFile if it is not JSON, or too large. */
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
    throw fault(entry.name, null, "is not a complete JSON document", "A part is missing: export it again")
  }
}

/** Reads a document into `emit`; yields the position now and then. */
export async function* readDocument(
  entry: Entry,
  kind: DocumentKind,
  context: DocumentContext,
  emit: Emitter
): AsyncGenerator<number, void, undefined> {
  if ("read" in kind) {
    const { json, position } = await parsedDocument(entry)
    kind.read(json, context, emit)
    emit.endFile()
    yield position
    return
  }
  const read = kind.open(context, emit)
  let line = 0
  try {
    for await (const { records, position } of recordsIn(entry, kind.levels)) {
      for (const record of records) read(record, { file: entry.name, line: ++line })
      yield position
    }
  } finally {
    emit.endFile()
  }
}
