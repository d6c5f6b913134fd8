/** The rows of a Markdown table by the beginning of its header, each with its cells joined by ` | `. */
export const tableIn = (text: string, header: string): ReadonlyArray<string> => {
  const lines = text.slice(text.indexOf(header)).split("\n")
  return lines.slice(2, lines.indexOf("")).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim())
      .join(" | ")
  )
}
