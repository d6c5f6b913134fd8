/** A short name for a list of texts: equal lists have equal names, and different ones practically never do. */
export const digest = (parts: ReadonlyArray<string | number | null>): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

/** An id derived from texts, so that importing the same again makes the same. */
export const idOf = (prefix: string, parts: ReadonlyArray<string | null>): string => {
  const bytes = new Bun.CryptoHasher("sha256").update(JSON.stringify(parts)).digest()
  return `${prefix}_${[...bytes.subarray(0, 16)].map((byte) => ALPHABET[byte & 31] ?? "0").join("")}`
}

/** Text that can be stored: without U+0000 and unpaired surrogates. */
export const storable = (text: string): string => text.replaceAll("\u0000", "").toWellFormed()

/** A text cut to at most `most` code points. */
export const clipped = (text: string, most: number): string => {
  const points = [...text]
  return points.length <= most ? text : `${points.slice(0, most - 1).join("")}…`
}
