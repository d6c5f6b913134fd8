import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { tableStarts } from "../../../src/annexes/imports/apps/recognise-table.ts"
import { TABLE_KINDS } from "../../../src/annexes/imports/apps/tables.ts"
import { UNREAD_APPS } from "../../../src/annexes/imports/apps/unread-apps.ts"
import { Header } from "../../../src/annexes/imports/formats/table.ts"
import { SOURCES, type Source } from "../../../src/annexes/imports/sources.ts"
import { randomRuns } from "../../support/stores.ts"
import { archiveOf } from "./archive-of.ts"
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
      {
        numRuns: randomRuns(2000),
        examples: [
          [
            {
              source: "fatsecret",
              names: ["Cals ( kcal)", "Fat( g)", "Sat( g)", "Carbs( g)", "Fiber( g)", "Sugar( g)", "Prot( g)"]
            }
          ]
        ]
      }
    )
  })

  test.each(UNREAD_HEADERS)("%s, which is not read, is refused by its name: %s", async (app, header) => {
    const rows = header.includes(";") ? ";".repeat(header.split(";").length - 1) : header.replaceAll(/[^,]/g, "")
    const {
      source,
      rows: found,
      fault
    } = await readContent("export.csv", table(header, rows), {
      weightUnit: "kg",
      distanceUnit: "km"
    })
    expect({ source, rows: found }).toEqual({ source: null, rows: [] })
    expect(fault?.message).toContain(`is of ${app === "Huawei" ? "Huawei Health" : app}, which Fettle does not read`)
    expect(fault?.message).toContain("date, exercise and duration_min for sessions")
  })
})

test("docs/history.md lists the apps that are known and not read", () => {
  const text = readFileSync(join(import.meta.dir, "../../../docs/history.md"), "utf8")
  const [, section = ""] = /### Apps that are not read\n([\s\S]*?)\n### /.exec(text) ?? []
  const rows = [...section.matchAll(/^\| (.+?) +\| /gm)].flatMap(([, apps = ""]) => apps.split(", "))
  expect(rows.filter((name) => !/^(?:App|-+)$/.test(name)).sort()).toEqual([...UNREAD_APPS].sort())
})

describe("a document of an app that is not read is refused by its name", () => {
  test.each([
    ["Polar", "training-session-2024-05-01-1.json", '{\n"exportVersion" : "1.6",\n"name" : "Running" }'],
    ["adidas Running", "session.json", '{"version":"3","id":"a","sport_type_id":"1"}'],
    ["Suunto", "entry.json", '{"DeviceLog":{"Header":{}}}'],
    ["Endomondo", "workout.json", '[{"sport": "RUNNING"}, {"source": "TRACK_MOBILE"}]'],
    ["Liftosaur", "liftosaur.json", '{"storage":{"id":1,"history":[]}}'],
    ["Health Connect", "health_connect_export.db", "SQLite format 3\0"]
  ])("%s: %s", async (app, name, content) => {
    const refused = (await readContent(name, content)).fault?.message
    expect(refused).toContain(`${name}: is of ${app}, which Fettle does not read`)
    const archived = (await readContent("export.zip", archiveOf([[name, content]]))).fault?.message
    expect(archived).toContain(`is of ${app}, which Fettle does not read`)
    expect(archived).toContain("date, exercise and duration_min for sessions")
  })

  test("nor is a list of sports and names taken for one", async () => {
    const { fault } = await readContent("sports.json", '[{"name": "a", "sport": "running"}]')
    expect(fault?.message).not.toContain("which Fettle does not read")
  })
})

describe("a table that is read alone", () => {
  test("is read in an archive under any name, as are documents", async () => {
    for (const [name, inner] of [
      ["health-auto-export.json", "mine.json"],
      ["hevy-kg.csv", "workouts.tsv"],
      ["hevy-kg.csv", "folder/workouts"]
    ] as const) {
      const { options } = expectedOf(name)
      const alone = await readContent(name, fixture(name), options)
      const { source, rows } = await readContent("export.zip", archiveOf([[inner, fixture(name)]]), options)
      expect([source, rows.length]).toEqual([alone.source, alone.rows.length])
    }
  })

  test("is named beside an app's", async () => {
    const archive = archiveOf([
      ["workouts.csv", fixture("hevy-kg.csv")],
      ["mine.csv", table("date,kg", "2024-03-01,81.5")]
    ])
    const { source, rows } = await readContent("all.zip", archive)
    expect(source).toBe("hevy")
    const warnings = rows.flatMap((row) => (row._tag === "Warning" ? row.text : []))
    expect(warnings.join()).toContain("mine.csv is a table of a person's own, which is read if nothing beside it is")
  })

  test("is read beside a table of one's own of another form", async () => {
    const archive = archiveOf([
      ["weights.csv", table("date,metric,value,unit", "2024-03-01,weight,81.5,kg")],
      ["mine.csv", table("date,steps", "2024-03-02,8000")]
    ])
    const { source, rows } = await readContent("all.zip", archive)
    const found = rows.flatMap((row) => (row._tag === "Reading" ? `${row.metric} ${row.value}` : []))
    expect([source, found]).toEqual(["csv", ["weight 81.5", "steps 8000"]])
  })

  test("is read in an archive, and the others are named", async () => {
    const archive = archiveOf([
      ["ACTIVITY/ACTIVITY_1.csv", table("date,steps,distance,runDistance,calories", "2024-03-01,8000,5600,0,200")],
      ["ACTIVITY_MINUTE/ACTIVITY_MINUTE_1.csv", table("date,time,steps", "2024-03-01,08:00,400")],
      ["BODY/BODY_1.csv", table("time,weight,height,bmi,fatRate", "2024-03-01 07:00:00,81.5,180,25,18.5")],
      ["SPORT/SPORT_1.csv", table("type,startTime,sportTime(s)", "1,2024-03-01 07:00:00,600")]
    ])
    const { source, rows } = await readContent("zepp.zip", archive, { weightUnit: "kg" })
    expect(source).toBe("csv")
    const found = rows.flatMap((row) => (row._tag === "Reading" ? `${row.metric} ${row.value}` : []))
    expect(found).toEqual(["steps 8000", "weight 81.5", "body_fat 18.5"])
    const warnings = rows.flatMap((row) => (row._tag === "Warning" ? row.text : []))
    expect(warnings.join()).toContain("SPORT_1.csv is of Zepp, which Fettle does not read, and was not read")
    expect(warnings.join()).toContain("ACTIVITY_MINUTE_1.csv counts by time of day the steps that another table sums")
  })

  test("may be of foods or sessions", async () => {
    const foods = table("date,meal,food,serving,calories_kcal,protein_g", "2024-03-01,lunch,Oats,80 g,311,10.7")
    expect((await readContent("foods.csv", foods)).rows).toMatchObject([
      { _tag: "Eaten", name: "Oats", amount: "80 g", nutrition: { calories: 311, protein: 10.7, fat: null } }
    ])
    const sessions = table("date,time,exercise,duration_min,distance_km", "2024-03-01,07:30,Running,30,5.5")
    expect((await readContent("sessions.csv", sessions)).rows).toMatchObject([
      { _tag: "Workout", start: { time: "07:30:00" }, durationSeconds: 1800, exercises: [{ name: "Running" }] }
    ])
  })
})
