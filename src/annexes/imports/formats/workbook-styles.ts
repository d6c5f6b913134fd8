/** Ranges of built-in format numbers for dates and times. */
const BUILT_IN: ReadonlyArray<readonly [number, number]> = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58]
]

/**
 * Whether this format shows numbers as dates or times. Quoted and escaped characters and colours are not part of it.
 */
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi, ""))

type Element = (name: string, attributes: ReadonlyMap<string, string>, path: ReadonlyArray<string>) => void

/** For each cell style in order, whether numbers in it are dates. `read` yields the elements of the styles. */
export const datesOfStyles = async (read: (element: Element) => Promise<void>): Promise<ReadonlyArray<boolean>> => {
  const custom = new Map<number, boolean>()
  const styles: Array<number> = []
  await read((name, attributes, path) => {
    const format = Number(attributes.get("numFmtId") ?? 0)
    if (name === "numFmt") custom.set(format, isDateFormat(attributes.get("formatCode") ?? ""))
    if (name === "xf" && path.at(-2) === "cellXfs") styles.push(format)
  })
  return styles.map(
    (format) => custom.get(format) ?? BUILT_IN.some(([first, last]) => format >= first && format <= last)
  )
}
