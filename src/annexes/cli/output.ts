import { Console, type Effect } from "effect"
import { flag, meaning } from "./usage/parameters.ts"

export const json = flag("json").pipe(meaning("Print one JSON object on standard output, and nothing else."))

/** Prints a result: as one JSON object with --json, else as lines for people. */
export const print = (asJson: boolean, result: unknown, lines: ReadonlyArray<string>): Effect.Effect<void> =>
  Console.log(asJson ? JSON.stringify(result) : lines.join("\n"))

/** Formats names with their values beside them. */
export const pairs = (all: ReadonlyArray<readonly [name: string, value: string]>): ReadonlyArray<string> => {
  const width = Math.max(...all.map(([name]) => name.length))
  return all.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
}

/** Formats rows as aligned columns with headings. */
export const columns = (
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0))
  )
  return [headings, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}
