import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { tableStarts } from "../../../src/annexes/imports/apps/recognise-table.ts"
import { TABLE_KINDS } from "../../../src/annexes/imports/apps/tables.ts"
import { Header } from "../../../src/annexes/imports/formats/table.ts"
import { SOURCES, type Source } from "../../../src/annexes/imports/rows/rows.ts"
import { randomRuns } from "../../support/stores.ts"
import { BEGINNINGS, table } from "./beginnings.ts"
import { expectedOf, fixture, fixtureNames, readContent } from "./reading.ts"
import { UNREAD_HEADERS } from "./unread-headers.ts"

interface Columns {
  /** Null: of an app that is not read. */
  readonly source: Source | null
  readonly names: ReadonlyArray<string>
}

const empty = () => ""

const namesOf = (text: string): ReadonlyArray<string> => {
  const [first] = tableStarts(text)
    .map(({ header }) => header.written)
    .sort((one, other) => other.length - one.length)
  return first ?? []
}

const sourceOf = (name: string): Source | undefined =>
  SOURCES.find((each) => expectedOf(name).lines.startsWith(`source ${each}\n`))

/** The headers of every export that is known here. Files that do not begin with a header are not tables of this kind. */
const OWN: ReadonlyArray<Columns> = [
  ...BEGINNINGS,
  ...fixtureNames.flatMap((name): ReadonlyArray<readonly [Source, string]> => {
    const source = sourceOf(name)
    return source === undefined || !name.endsWith(".csv") ? [] : [[source, Buffer.from(fixture(name)).toString()]]
  })
].flatMap(([source, text]) => {
  const names = namesOf(text.replace("\ufeff", ""))
  return names.length > 1 ? [{ source, names }] : []
})

const UNREAD: ReadonlyArray<Columns> = UNREAD_HEADERS.map(([, header]) => ({
  source: null,
  names: namesOf(table(header))
}))

const ALL = [...OWN, ...UNREAD]

/** The apps whose tables have these columns, by the names alone. */
const appsOf = (names: ReadonlyArray<string>): ReadonlySet<Source> =>
  new Set(TABLE_KINDS.filter(({ matches }) => matches(new Header(names, ","), empty)).map(({ source }) => source))

const isOther = (source: Source | null) => (each: Source) => each !== source

describe("a table is recognised as an app's", () => {
  test("by no column alone, wherever it stands", () => {
    for (const { names } of ALL) {
      for (const [at, name] of names.entries()) {
        const others = names.map((_, place) => (place === at ? name : `column ${place}`))
        expect([name, [...appsOf(others)], [...appsOf([name])]]).toEqual([name, [], []])
      }
    }
  })

  test("and never as another app's", () => {
    for (const { source, names } of ALL) {
      expect([names.join(), [...appsOf(names)].filter(isOther(source))]).toEqual([names.join(), []])
    }
  })

  test("with any of its columns missing, or in another order", () => {
    const some = fc.constantFrom(...ALL).chain(({ source, names }) =>
      fc.record({
        source: fc.constant(source),
        names: fc.oneof(fc.subarray([...names], { minLength: 1 }), fc.shuffledSubarray([...names], { minLength: 1 }))
      })
    )
    fc.assert(
      fc.property(some, ({ source, names }) => {
        expect([names.join(), [...appsOf(names)].filter(isOther(source))]).toEqual([names.join(), []])
      }),
      { numRuns: randomRuns(2000) }
    )
  })

  test.each(UNREAD_HEADERS)("%s, which is not read, is refused: %s", async (_, header) => {
    const rows = header.includes(";") ? ";".repeat(header.split(";").length - 1) : header.replaceAll(/[^,]/g, "")
    const { source, rows: found } = await readContent("export.csv", table(header, rows), {
      weightUnit: "kg",
      distanceUnit: "km"
    })
    expect({ source, rows: found }).toEqual({ source: null, rows: [] })
  })
})
