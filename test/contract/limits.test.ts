import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { LIMITS } from "../../src/contract/handler/limits.ts"

const operating = readFileSync(join(import.meta.dir, "../../docs/operating.md"), "utf8")

/** The cells of a row of a table, each of which lists values in code. */
const cellsOf = (row: string) =>
  row.split("|").map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, value]) => value))

test.each(Object.values(LIMITS))("the operator's guide states the default of $column", ({ column, default: limit }) => {
  const setting = column.toUpperCase()
  const stated = operating.split("\n").flatMap((line) => {
    const [, names = [], defaults = []] = line.startsWith("|") ? cellsOf(line) : []
    return names.includes(setting) ? [defaults[names.indexOf(setting)]] : []
  })
  expect(stated).toEqual([String(limit)])
})
