import { expect, test } from "bun:test"
import { tableRows } from "../../../src/values/text/rows.ts"

const COLUMNS = ["language", "words"] as const

test("a table's rows are read by its columns; a cell may be empty", () => {
  expect(tableRows("language\twords\nde\tlangsam\nja\t\n", COLUMNS)).toEqual([
    { language: "de", words: "langsam" },
    { language: "ja", words: "" }
  ])
})

test.each([
  ["another header", "words\tlanguage\nde\tlangsam\n", "line 1: the header must be language, words"],
  ["a cell too many", "language\twords\nde\ta\nde\tb\tc\n", "line 3: 3 cells, not 2"],
  ["a cell too few", "language\twords\nde\n", "line 2: 1 cells, not 2"],
  ["an empty line", "language\twords\n\nde\ta\n", "line 2: 1 cells, not 2"],
  ["a cut end", "language\twords\nde\tlang", "the last line has no line feed"]
])("a table with %s is refused", (_, text, fault) => {
  expect(() => tableRows(text, COLUMNS)).toThrow(fault)
})
