import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { SOURCE_ROWS, SOURCES } from "../../../src/annexes/imports/sources.ts"

const KINDS = { reading: "readings", entry: "foods", workout: "sessions" } as const

test("docs/history.md has the table of sources as it is in sources.ts", () => {
  const text = readFileSync(new URL("../../../docs/history.md", import.meta.url), "utf8")
  const lines = text.slice(text.indexOf("| Source")).split("\n")
  const rows = lines
    .slice(2, lines.indexOf(""))
    .map((line) => line.slice(1, -1).split("|"))
    .map((cells) => cells.map((cell) => cell.trim()))
  const stated = SOURCES.flatMap((source) => {
    const { name, covers, documentation } = SOURCE_ROWS[source]
    const days = covers.length === 3 ? "all" : covers.map((kind) => KINDS[kind]).join(", ") || "nothing"
    return documentation.map(({ title = name, reads, languages, knownFrom }) => [
      title,
      reads,
      languages,
      knownFrom,
      days
    ])
  })
  expect(rows).toEqual(stated)
})
