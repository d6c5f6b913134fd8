import { formatOf } from "../../../platform/files/format.ts"
import type { Chunk, Entry } from "./input.ts"

/** How much of a file is read to recognise it. A health export's document type precedes its first element. */
const LOOKED_AT = 256 * 1024

/** The first bytes of a file. */
export const startOf = async (entry: Entry): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const { bytes } of entry.bytes()) {
    parts.push(bytes)
    length += bytes.length
    if (length >= LOOKED_AT) break
  }
  return Buffer.concat(parts).subarray(0, LOOKED_AT)
}

/**
 * The content of a file in UTF-16, which starts with a byte order mark, as UTF-8. What is not UTF-16 becomes bytes that
 * are not UTF-8 either.
 */
export const fromUtf16 = ({ name, bytes }: Entry): Entry => ({ name, bytes: () => utf8Of(bytes) })

/** The content of a file whose lines end with CR alone, with LF instead. */
const withLineFeeds = ({ name, bytes }: Entry): Entry => ({
  name,
  bytes: async function* () {
    for await (const { bytes: piece, position } of bytes()) {
      yield { bytes: piece.map((byte) => (byte === 0x0d ? 0x0a : byte)), position }
    }
  }
})

/** A first line that names the delimiter, as spreadsheets expect it: `sep=;`. */
const SEPARATOR_LINE = /^(?:\xef\xbb\xbf)?"?sep=[,;\t]"?(?=\r?\n)/i

/** The length in bytes of such a line at a file's start, without its end; 0 if there is none. */
const separatorLine = (start: Uint8Array): number =>
  SEPARATOR_LINE.exec(Buffer.from(start.subarray(0, 16)).toString("latin1"))?.[0].length ?? 0

/** The content of a file without its first bytes. */
const without = (length: number, { name, bytes }: Entry): Entry => ({
  name,
  bytes: async function* () {
    let left = length
    for await (const { bytes: piece, position } of bytes()) {
      yield { bytes: piece.subarray(left), position }
      left = Math.max(0, left - piece.length)
    }
  }
})

const NOT_TEXT = new Uint8Array([0xff])

async function* utf8Of(bytes: Entry["bytes"]): AsyncGenerator<Chunk, void, undefined> {
  let decoder: TextDecoder | undefined
  let last = 0
  const encoded = (text: string): Uint8Array =>
    text.includes("\ufffd")
      ? Buffer.concat(text.split("\ufffd").flatMap((part, at) => [...(at > 0 ? [NOT_TEXT] : []), Buffer.from(part)]))
      : Buffer.from(text)
  for await (const { bytes: piece, position } of bytes()) {
    decoder ??= new TextDecoder(piece[0] === 0xfe ? "utf-16be" : "utf-16le")
    last = position
    yield { bytes: encoded(decoder.decode(piece, { stream: true })), position }
  }
  if (decoder !== undefined) yield { bytes: encoded(decoder.decode()), position: last }
}

/** The first line of a table whose lines end with CR alone, as Excel for Mac can save them. */
const ENDS_WITH_CR = /^[^\r\n]*\r(?!\n)/

/** Whether it may be a table, by the start of its content. */
export const mayBeTable = (format: ReturnType<typeof formatOf>) =>
  format === null || format === "csv" || format === "tsv"

/**
 * A file as readers expect it, and the start of its content: in UTF-8, with line feeds, and with an empty line instead
 * of one that names the delimiter.
 */
export const asReadersExpect = async (
  entry: Entry
): Promise<{ readonly entry: Entry; readonly bytes: Uint8Array; readonly text: string }> => {
  const bytes = await startOf(entry)
  const format = formatOf(bytes)
  if (format === "utf16") return asReadersExpect(fromUtf16(entry))
  const named = separatorLine(bytes)
  if (named > 0) return asReadersExpect(without(named, entry))
  const text = new TextDecoder().decode(bytes)
  return mayBeTable(format) && ENDS_WITH_CR.test(text) ? asReadersExpect(withLineFeeds(entry)) : { entry, bytes, text }
}
