/** Formats recognised by the start of a file. */
export const FORMATS = {
  parquet: "a Parquet file",
  zip: "a ZIP archive",
  zstd: "a Zstandard file",
  bzip2: "a bzip2 file",
  xz: "an xz file",
  "7z": "a 7z archive",
  sqlite: "a SQLite database",
  utf16: "text in UTF-16",
  binary: "binary data",
  html: "a web page",
  csv: "CSV with commas",
  tsv: "values with tabs between them",
  "json-lines": "one JSON object a line",
  "json-document": "a JSON document",
  json: "JSON"
} as const
export type Format = keyof typeof FORMATS

const SIGNATURES: ReadonlyArray<readonly [Format, ReadonlyArray<number>]> = [
  ["parquet", [0x50, 0x41, 0x52, 0x31]],
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["7z", [0x37, 0x7a, 0xbc, 0xaf]],
  ["sqlite", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20]],
  ["utf16", [0xff, 0xfe]],
  ["utf16", [0xfe, 0xff]]
]

const LOOKED_AT = 16_384

/**
 * The format suggested by a file's first bytes; null if it cannot be recognised. Text in a wrong encoding is still
 * text.
 */
export const formatOf = (bytes: Uint8Array): Format | null => {
  const start = bytes.subarray(0, LOOKED_AT)
  const signed = SIGNATURES.find(([, signature]) => signature.every((byte, place) => start[place] === byte))
  if (signed !== undefined) return signed[0]
  if (isBinary(start)) return "binary"
  const text = new TextDecoder().decode(start)
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(text)) return "html"
  const [line = "", ...more] = text.split("\n", 2)
  const first = line.trim()
  if (first.startsWith("[")) return "json-document"
  if (first.startsWith("{")) {
    if (first.endsWith("}")) return "json-lines"
    return more.length > 0 && /[{[,:]$/.test(first) ? "json-document" : "json"
  }
  if (line.includes("\t")) return "tsv"
  return isCsv(first) ? "csv" : null
}

/** Fewer than one byte in a hundred of text is a control character; of random bytes, one in ten is. */
const isBinary = (bytes: Uint8Array): boolean => {
  const controls = bytes.reduce((count, byte) => (byte < 0x20 && (byte < 0x09 || byte > 0x0d) ? count + 1 : count), 0)
  return controls > bytes.length / 100
}

const CELL = /^"?[\p{L}\p{N} _.%()/&'-]*"?$/u

/** Whether the line could be the header of a table; a piece of JSON could not. */
const isCsv = (line: string): boolean => {
  const cells = line.split(/[,;]/)
  return cells.length > 1 && cells.every((cell) => CELL.test(cell.trim()))
}
