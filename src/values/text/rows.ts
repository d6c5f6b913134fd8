/**
 * The rows of a table with tabs between its cells. Throws with the line's number unless the first line names exactly
 * these columns, each other line has as many cells, and the last one ends with a line feed.
 */
export const tableRows = <const Name extends string>(
  text: string,
  columns: ReadonlyArray<Name>
): ReadonlyArray<Readonly<Record<Name, string>>> => {
  const [header, ...lines] = text.split("\n")
  if (header !== columns.join("\t")) throw new Error(`line 1: the header must be ${columns.join(", ")}`)
  if (lines.pop() !== "") throw new Error("the last line has no line feed")
  return lines.map((line, index) => {
    const cells = line.split("\t")
    if (cells.length !== columns.length) {
      throw new Error(`line ${index + 2}: ${cells.length} cells, not ${columns.length}`)
    }
    // Every column has a cell.
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as Record<Name, string>
  })
}
