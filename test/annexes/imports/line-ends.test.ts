import { describe, expect, test } from "bun:test"
import { expectedOf, fixture, readContent } from "./reading.ts"

describe("a strength log that ends without a line end", () => {
  test.each(["hevy-lbs.csv", "jefit.csv"])("is whole, as its app writes it: %s", async (name) => {
    const { options } = expectedOf(name)
    const whole = Buffer.from(fixture(name)).toString()
    const { rows } = await readContent(name, whole.replace(/(?:\r?\n)+$/, ""), options)
    expect(rows).toEqual((await readContent(name, whole, options)).rows)
  })

  test("but within a row is not", async () => {
    const { options } = expectedOf("jefit.csv")
    const cut = Buffer.from(fixture("jefit.csv")).toString().split(',127,"Barbell Squat"')[0] ?? ""
    const { rows } = await readContent("jefit.csv", cut, options)
    expect(rows.flatMap((row) => (row._tag === "Warning" ? row.text : [])).join()).toContain("may be cut short")
    const hevy = Buffer.from(fixture("hevy-kg.csv")).toString().trimEnd()
    expect((await readContent("hevy-kg.csv", hevy.slice(0, hevy.lastIndexOf(",")))).fault?.message).toContain(
      "ends in the middle of a row"
    )
    expect((await readContent("hevy-kg.csv", hevy.slice(0, hevy.indexOf("\n")))).rows).toMatchObject([
      { _tag: "Warning", text: expect.stringContaining("may be cut short") }
    ])
  })
})
