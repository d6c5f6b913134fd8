/** A short name for texts that belong together: equal texts have equal names, and others practically never do. */
export const digest = (parts: ReadonlyArray<string | number | null>): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

/** An id that follows from texts, so that a second import of the same makes the same. */
export const idOf = (prefix: string, parts: ReadonlyArray<string | null>): string => {
  const bytes = new Bun.CryptoHasher("sha256").update(JSON.stringify(parts)).digest()
  return `${prefix}_${[...bytes.subarray(0, 16)].map((byte) => ALPHABET[byte & 31] ?? "0").join("")}`
}

/** Text that can be stored: without U+0000 and unpaired surrogates. */
export const storable = (text: string): string => text.replaceAll("\u0000", "").toWellFormed()

/** At most `most` code points of a text. */
export const clipped = (text: string, most: number): string => {
  const points = [...text]
  return points.length <= most ? text : `${points.slice(0, most - 1).join("")}…`
}
