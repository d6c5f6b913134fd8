import { describe, expect, test } from "bun:test"
import { PLAIN_TABLES, type PlainTable } from "./plain-tables.ts"
import { readContent } from "./reading.ts"

/** The outcome of reading a table, in the notation of the fixtures. */
const outcomeOf = async ({ lines, asks }: PlainTable) => {
  const content = [...lines, ""].join("\n")
  const asked = await readContent("export.csv", content)
  const { rows, notKept, fault } = await readContent(
    "export.csv",
    content,
    asks === undefined ? {} : { weightUnit: "kg" }
  )
  return {
    asks: asked.questions.map(({ option }) => option),
    fault: fault?.message ?? null,
    readings: rows.flatMap((row) =>
      row._tag === "Reading"
        ? `${row.metric} ${row.value} ${row.at.day}${row.at.time === null ? "" : ` ${row.at.time}`}`
        : []
    ),
    leftOut: rows.flatMap((row) => (row._tag === "LeftOut" ? row.reason : [])),
    left: notKept.map(({ kind }) => kind)
  }
}

describe("a table from a scale, or one's own", () => {
  test.each(PLAIN_TABLES.map((table) => [table.like, table] as const))("like %s is read", async (_, table) => {
    expect(await outcomeOf(table)).toEqual({
      asks: table.asks === undefined ? [] : ["--weight-unit"],
      fault: null,
      readings: [...table.readings],
      leftOut: [],
      left: [...table.left]
    })
  })

  test("with the weights of a family asks whose to take; one of somebody who grew does not", async () => {
    const table = (...heights: ReadonlyArray<number>) =>
      [
        "time,weight,height,bmi",
        ...heights.map((height, at) => `2024-01-0${at + 1} 07:00:00,80,${height},25`),
        ""
      ].join("\n")
    const family = await readContent("BODY.csv", table(182, 165), { weightUnit: "kg" })
    expect(family.questions).toEqual([
      { _tag: "Person", option: "--person", choices: ["182", "165"], file: "BODY.csv", by: "height" }
    ])
    const hers = await readContent("BODY.csv", table(182, 165, 164), { weightUnit: "kg", person: "165" })
    const days: ReadonlyArray<string> = hers.rows.flatMap((row) => (row._tag === "Reading" ? row.at.day : []))
    expect(days).toEqual(["2024-01-02", "2024-01-03"])
    const one = await readContent("BODY.csv", table(181, 182), { weightUnit: "kg" })
    expect(one.rows.filter(({ _tag }) => _tag === "Reading")).toHaveLength(2)
  })
})
