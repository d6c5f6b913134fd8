import { type CsvRecord, CsvSplitter } from "../../../platform/files/csv.ts"
import { CutShort } from "../../../platform/files/cut-short.ts"
import { isMarked, LineDecoder } from "../../../platform/files/utf8.ts"
import { type Entry, fault, unreadable } from "./input.ts"

/** Longest row in any of these exports, in characters or bytes. */
export const LONGEST_ROW = 1024 * 1024

/** U+0000 cannot be stored. */
const withoutNull = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "") : text)

interface Records {
  readonly records: ReadonlyArray<CsvRecord>
  readonly position: number
}

/** The records of a table, its header first. Fails at the line where the text is not UTF-8 or is cut short. */
export async function* recordsOf(entry: Entry, delimiter: string): AsyncGenerator<Records, void, undefined> {
  const decoder = new LineDecoder(LONGEST_ROW)
  const splitter = new CsvSplitter({ delimiter, longest: LONGEST_ROW })
  let last = 0
  const checked = function* (text: string, records: Array<CsvRecord>, position: number): Generator<Records> {
    const marked = isMarked(text) ? records.findIndex(({ fields }) => fields.some(isMarked)) : -1
    yield { records: marked === -1 ? records : records.slice(0, marked), position }
    if (marked === -1) return
    throw fault(
      entry.name,
      records[marked]?.line ?? null,
      "has characters that are not UTF-8",
      "Export it again, or save it as UTF-8 in a text editor"
    )
  }
  try {
    for await (const { bytes, position } of entry.bytes()) {
      last = position
      const text = withoutNull(decoder.push(bytes))
      yield* checked(text, splitter.push(text), position)
    }
    const text = withoutNull(decoder.end())
    yield* checked(text, splitter.push(text), last)
    yield* checked("", splitter.end(), last)
  } catch (cause) {
    throw cause instanceof CutShort
      ? fault(entry.name, splitter.currentLine, cause.message, "A part is missing: export it again")
      : unreadable(entry.name, splitter.currentLine, cause)
  }
}
