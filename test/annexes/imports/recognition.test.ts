import { describe, expect, test } from "bun:test"
import { tableStarts } from "../../../src/annexes/imports/apps/recognise-table.ts"
import { TABLE_KINDS } from "../../../src/annexes/imports/apps/tables.ts"
import { SOURCES } from "../../../src/annexes/imports/sources.ts"
import { archiveOf } from "./archive-of.ts"
import { BEGINNINGS, table } from "./beginnings.ts"
import { expectedOf, fixture, fixtureNames, readContent } from "./reading.ts"

/** Tables without an app: no app may be named for them. */
const OF_SOMEBODY: ReadonlyArray<readonly [content: string, readings: number, left: ReadonlyArray<string>]> = [
  [table("date,kg", "2024-01-02,81.5"), 1, []],
  [table("date,weight", "2024-01-02,81.5"), 1, []],
  [table("Date;Weight;Notes", "2024-01-02;81,5;ok"), 1, ["Notes"]],
  [table("Date,Body Fat,Weight", "2024-01-02,18.5,81.5"), 2, []],
  [table("date,weight_kg,fat_percent", "2024-01-02,81.5,18.5"), 2, []],
  [table("Date,Time,Weight (kg),BMI,Fat mass (kg)", "2024-01-02,07:10,81.5,24,15"), 1, ["BMI", "Fat mass (kg)"]],
  [table("date,steps", "2024-01-02,9000"), 1, []],
  [table("Date,Step count,Calories", "2024-01-02,9000,2100"), 1, ["Calories"]]
]

const OF_NOBODY: ReadonlyArray<string> = [
  table("date,fat,weight,reps", "2024-01-02,5,81.5,5"),
  table("date,weight,protein,fat", "2024-01-02,81.5,150,70"),
  table("Date,Weight,Calories", "2024-01-02,81.5,2100"),
  table("Datum;Gewicht;Wiederholungen", "2024-01-02;81,5;5"),
  table("date,energy,protein", "2024-01-02,2100,150"),
  table("Date,Meal,Calories", "2024-01-02,Breakfast,311"),
  table("Date,Meal,Calories,Fat (g),Carbohydrates (g),Protein (g)", "2024-01-02,Breakfast,311,5,55,11"),
  table("Day,Food Name,Amount,Calories", "2024-01-02,Oats,80 g,311"),
  table("Day,Metric,Amount,Unit", "2024-01-02,Weight,81.5,kg"),
  table("Date,Exercise,Category,Weight (kg),Reps", "2024-01-02,Squat,Legs,100,5"),
  table("Date,Workout,Exercise,Set,Weight,Reps", "2024-01-02,A,Squat,1,100,5"),
  table("Date,Workout Name,Exercise Name,Weight,Reps", "2024-01-02,A,Squat,100,5"),
  table("Date,Time,Measurement,Value,Unit", "2024-01-02,07:10,Weight,81.5,kg"),
  table("date,metric,value,unit,person", "2024-01-02,weight,81.5,kg,Ann")
]

/** Weights by day without a unit may come from any app, once the person says so. */
const isWeights = (content: string) => /^(?:Body\n)?Date,Weight,/.test(content)

describe("an export of an app", () => {
  const units = { weightUnit: "kg", distanceUnit: "km" } as const

  test.each(BEGINNINGS)("from %s is recognised, and matches no other app", async (source, content) => {
    expect((await readContent("export.csv", content, units)).source).toBe(source)
    for (const other of SOURCES) {
      if (other === source || (other === "myfitnesspal" && isWeights(content))) continue
      const outcome = await readContent("export.csv", content, { ...units, source: other })
      expect([other, outcome.rows, outcome.source]).toEqual([other, [], null])
    }
  })

  test("is recognised by the tables of its own app alone", async () => {
    const texts = [...BEGINNINGS]
    for (const name of fixtureNames) {
      const source = SOURCES.find((each) => expectedOf(name).lines.startsWith(`source ${each}\n`))
      if (source !== undefined && /\.(?:csv|txt)$/.test(name))
        texts.push([source, Buffer.from(fixture(name)).toString()])
    }
    for (const [source, text] of texts) {
      const starts = tableStarts(text)
      const kinds = TABLE_KINDS.filter(
        ({ opening, matches }) =>
          opening?.pattern.test(text) === true || starts.some(({ header, first }) => matches(header, first))
      )
      expect([text.slice(0, 200), new Set(kinds.map((kind) => kind.source))]).toEqual([
        text.slice(0, 200),
        new Set(kinds.length === 0 ? [] : [source])
      ])
    }
  })
})

test("an archive that gives nothing is refused with the name of its app", async () => {
  const archive = archiveOf([["Takeout/Fitbit/Global Export Data/sleep-2025-01-01.json", "[]"]])
  const { source, rows, fault } = await readContent("export.zip", archive)
  expect({ source, rows }).toEqual({ source: null, rows: [] })
  expect(fault?.message).toContain(
    "holds none of the files of Fitbit that Fettle reads: weights, steps, exercises and foods. Export these as well"
  )
})

describe("Garmin Connect's report of steps", () => {
  test("in another language is read under its name, or if the person names the source; other reports are not", async () => {
    const german = table(",Wert,Ziel", "31.10.2024,2727,4440")
    expect((await readContent("x.csv", german)).source).toBeNull()
    for (const [name, options] of [["Schritte.csv", {}] as const, ["x.csv", { source: "garmin" }] as const]) {
      const { rows } = await readContent(name, german, options)
      expect(rows).toMatchObject([{ _tag: "Reading", metric: "steps", value: 2727, at: { day: "2024-10-31" } }])
    }
    const floors = await readContent("x.csv", table(",Climbed Floors,Descended Floors", "31.10.2024,12,10"), {
      source: "garmin"
    })
    expect(floors.rows).toEqual([])
    expect(floors.fault?.message).toContain("has goals that are too low for steps")
  })
})

test("Garmin's report of steps is recognised by the words for steps and goals, whatever its name", async () => {
  const headers =
    `Steps,Goal Ist,Ziel Tatsächlich,Ziel Schritte,Ziel Pas,Objectif Réel,Objectif Pasos,Objetivo Real,Objetivo Passos,Meta
    Passi,Obiettivo Stappen,Doel Werkelijk,Doel Kroki,Cel Skridt,Mål Skritt,Mål Steg,Mål Askeleet,Tavoite`.split(/\s+/)
  for (const header of headers) {
    const { source, rows } = await readContent("table.csv", table(`,${header}`, "31.10.2024,2727,4440"))
    expect([header, source, rows]).toMatchObject([header, "garmin", [{ metric: "steps", value: 2727 }]])
  }
  const floors = await readContent("table.csv", table(",Ist,Ziel", "31.10.2024,12,10"))
  expect(floors.fault?.message).toContain("has goals that are too low for steps")
  expect((await readContent("table.csv", table(",Wasser,Ziel", "31.10.2024,1500,2000"))).source).toBeNull()
})

describe("activities of Garmin Connect", () => {
  test.each([
    [
      "Activity Type,Date,Title,Distance,Calories,Time,Avg HR",
      'Running,2026-05-17 08:12:48,"Lake","6.90","1,233","01:20:04","148"',
      6900
    ],
    ["Activity Type,Date,Title,Distance,Time", "Running,2026-05-17 08:12:48,Lake,6.90,01:20:04", 6900],
    ["Type d'activité,Date,Titre,Distance,Durée", "Course,2026-05-17 08:12:48,Lake,6.90,01:20:04", 6900],
    ["活动类型,日期,标题,距离,热量消耗,时间", '跑步,2026-05-17 08:12:48,"Lake","6.90","1,233","01:20:04"', 6900],
    [
      "アクティビティタイプ,日付,お気に入り,タイトル,距離,カロリー,タイム",
      'ラン,2026-05-17 08:12:48,false,"Lake","6.90","1,233","01:20:04"',
      6900
    ],
    [
      "活动类型,日期,我的最爱,标题,距离,热量消耗,时间",
      '跑步,2026-05-17 08:12:48,否,"Lake","6.90","1,233","01:20:04"',
      6900
    ]
  ])("with the columns %s are read by these", async (header, row, distanceMeters) => {
    const { source, rows } = await readContent("x.csv", table(header, row), { distanceUnit: "km" })
    expect(source).toBe("garmin")
    expect(rows).toMatchObject([
      { title: "Lake", durationSeconds: 4804, exercises: [{ sets: [{ distanceMeters, durationSeconds: 4804 }] }] }
    ])
  })
})

test("GymBook's German export is read with and without the kinds of its sets", async () => {
  const header = "Datum;Training;Zeit;Übung;Bereich;Wiederholungen / Zeit;Gewicht / Strecke;Notizen;Ausgelassen"
  const { source, rows } = await readContent(
    "x.csv",
    table(
      header,
      "09.01.2025;A;19:30;Bankdrücken;Brust;8 Wdh.;60,50 kg;;Nein",
      "09.01.2025;A;19:33;Bankdrücken;Brust;8 Wdh.;60,50 kg;;Ja"
    )
  )
  expect(source).toBe("gymbook")
  expect(rows).toMatchObject([
    { title: "A", exercises: [{ name: "Bankdrücken", sets: [{ weightKg: 60.5, reps: 8 }] }] },
    { _tag: "LeftOut", reason: "sets that were skipped" }
  ])
})

describe("a report of sleep", () => {
  test.each([
    ["Sleep.csv", table("Sleep Score 4 Weeks,Avg Score,Avg Quality,Avg Duration", "Jan 1-7,80,Good,7h 30min")],
    ["x.csv", table("Id;Start;End;Sleep quality;Regularity", "1;2024-01-02 23:00;2024-01-03 07:00;80%;90%")],
    ["x.csv", table("Datum,Schlafdauer,Tiefschlaf", "2024-01-02,7:30,1:10")],
    ["x.csv", table("Date,Durée de sommeil,Réveils", "2024-01-02,7:30,2")],
    ["sleep.csv", table("from,to,stage", "2024-01-02 23:00,2024-01-03 07:00,deep")],
    ["sleep-2024-01-01.json", '[{ "id": 1, "night": "2024-01-02", "duration": 1 }]\n']
  ])("%s is refused by what it is", async (name, content) => {
    const { source, rows, fault } = await readContent(name, content)
    expect({ source, rows }).toEqual({ source: null, rows: [] })
    expect(fault?.message).toContain("is a report of sleep in no known form. Pass the export's weights")
  })

  test("beside weights or steps does not keep a table from being read", async () => {
    const { source, rows } = await readContent("x.csv", table("date,weight_kg,sleep hours", "2024-01-02,81.5,7.5"))
    expect(source).toBe("csv")
    expect(rows).toContainEqual(expect.objectContaining({ metric: "weight", value: 81.5 }))
  })
})

describe("an exercise of Fitbit's archive", () => {
  test.each([
    ["Centimeter", 501_000, 5010],
    ["Kilometer", 5.01, 5010],
    ["Meter", 5010, 5010],
    ["Mile", 2, 3218.688],
    ["Furlong", 2, undefined]
  ])("in the unit %s has its distance in metres, or none", async (distanceUnit, distance, metres) => {
    const record = {
      logId: 1,
      activityName: "Run",
      startTime: "01/02/24 06:00:00",
      duration: 1_800_000,
      distance,
      distanceUnit
    }
    const { source, rows } = await readContent("exercise-0.json", JSON.stringify([record]))
    expect(source).toBe("fitbit")
    const [set] = rows.flatMap((row) => (row._tag === "Workout" ? (row.exercises[0]?.sets ?? []) : []))
    expect(set?.distanceMeters).toEqual(metres)
  })
})

describe("an export of YAZIO", () => {
  test("without its foods is reported with where they are", async () => {
    const days = JSON.stringify({
      "2024-01-02": {
        consumed: { products: [{ date: "2024-01-02 08:00:00", daytime: "lunch", product_id: "a", amount: 80 }] }
      }
    })
    const { rows } = await readContent("days.json", days)
    expect(rows).toMatchObject([{ _tag: "LeftOut", rows: 1, reason: expect.stringContaining("pass products.json") }])
  })

  test("of sums alone is refused with what to pass", async () => {
    const sums = table("date,meal,calories", "2024-01-02,lunch,500")
    const { fault } = await readContent("meal_summary.csv", sums, { source: "yazio" })
    expect(fault?.message).toContain("has sums of days or meals and no foods. Pass nutrition_log.csv")
  })
})

describe("the activities of Garmin's archive", () => {
  test("are read one by one, whatever their size, and a truncated document is refused at its end", async () => {
    const many = Array.from({ length: 3000 }, (_, n) => ({
      name: `Run ${n} "}]`,
      activityType: "running",
      startTimeLocal: 1_704_186_000_000 + n * 86_400_000,
      duration: 1000,
      splits: "x".repeat(500)
    }))
    const whole = JSON.stringify([{ summarizedActivitiesExport: many }])
    const { rows, fault } = await readContent("a_0_summarizedActivities.json", whole)
    expect([rows.length, fault]).toEqual([3000, null])
    const cut = await readContent("a_0_summarizedActivities.json", whole.slice(0, -1000))
    expect(cut.fault?.message).toContain("is not a complete JSON document")
  })
})

describe("a table of somebody's own", () => {
  test.each(OF_SOMEBODY.map((each) => [each[0].split("\n")[0], ...each] as const))(
    "%s is read by its columns' meaning, and the report names columns that are left out",
    async (_, content, readings, left) => {
      const { source, rows, notKept } = await readContent("export.csv", content, { weightUnit: "kg" })
      expect(source).toBe("csv")
      expect(rows.filter((row) => row._tag === "Reading")).toHaveLength(readings)
      expect(rows.flatMap((row) => (row._tag === "Warning" ? row.text : []))).toEqual([])
      expect(notKept.map(({ kind }) => kind)).toEqual([...left])
    }
  )

  test("is asked for the unit of its weights if it does not state it", async () => {
    const { questions } = await readContent("export.csv", table("Date,Weight", "2024-01-02,81.5"))
    expect(questions.map(({ option }) => option)).toEqual(["--weight-unit"])
    expect((await readContent("export.csv", table("Date,kg", "2024-01-02,81.5"))).fault).toBeNull()
  })
})

describe("a table that many apps could have written", () => {
  test.each(OF_NOBODY.map((content) => [content.split("\n")[0], content] as const))(
    "%s is recognised as none",
    async (_, content) => {
      const { source, rows, fault } = await readContent("export.csv", content, { weightUnit: "kg", distanceUnit: "km" })
      expect({ source, rows }).toEqual({ source: null, rows: [] })
      expect(fault?.message).toMatch(
        /is of no known kind\. Pass --source|has sums of days and no foods\. Pass servings\.csv/
      )
    }
  )

  test("is recognised by the app's other tables beside it, by its name, or if the person names the app", async () => {
    const weights = table("Date,Weight", "2024-01-02,81.5")
    const meals = fixture("myfitnesspal-20-columns.zip")
    expect((await readContent("x.zip", meals)).source).toBe("myfitnesspal")
    const [exercises] = [
      table("Date,Exercise,Type,Exercise Calories,Exercise Minutes", "2024-01-02,Walk,Cardio,100,30")
    ]
    const beside = archiveOf([
      ["a.csv", weights],
      ["b.csv", exercises]
    ])
    for (const [name, content, source] of [
      ["x.zip", beside, undefined],
      ["Measurement-Summary-2024-01-01-to-2024-02-01.csv", weights, undefined],
      ["x.csv", weights, "myfitnesspal"]
    ] as const) {
      const outcome = await readContent(name, content, {
        weightUnit: "kg",
        ...(source === undefined ? {} : { source })
      })
      expect(outcome.source).toBe("myfitnesspal")
      expect(outcome.rows).toContainEqual(expect.objectContaining({ _tag: "Reading", metric: "weight", value: 81.5 }))
    }
  })

  test("is refused if it gives no facts of its own, even if the person names the app", async () => {
    const days = table("Date,Energy (kcal),Protein (g),Completed", "2024-01-02,2100,150,true")
    const quarters = table(
      "Start time,End time,Move Minutes count,Step count",
      "00:00:00.000+01:00,00:15:00.000+01:00,0,12"
    )
    for (const options of [{}, { source: "cronometer" }] as const) {
      const { fault } = await readContent("dailysummary.csv", days, options)
      expect(fault?.message).toContain("has sums of days and no foods. Pass servings.csv of Cronometer")
    }
    expect((await readContent("2024-01-02.csv", quarters)).fault?.message).toContain("Pass Daily activity metrics.csv")
  })
})

test("a readable export is never refused as one of another app", async () => {
  for (const name of fixtureNames) {
    const { fault } = await readContent(name, fixture(name), expectedOf(name).options)
    expect([name, fault?.message ?? ""]).not.toEqual([name, expect.stringContaining("cannot be read yet")])
  }
})

test("Garmin's report of steps is read in any language under its name, with any thousands separator", async () => {
  const rows = ["07/12/2025,5565,10.000", "07/13/2025,12.031,10.000", '07/14/2025,"9,001",10.000']
  for (const [name, header] of [
    ["Schritte.csv", ",Tatsächlich,Ziel"],
    ["Pas (1).csv", ",Réel,Objectif"]
  ] as const) {
    const { source, rows: found } = await readContent(name, table(header, ...rows))
    expect(source).toBe("garmin")
    expect(found).toMatchObject([{ value: 5565 }, { value: 12_031 }, { value: 9001 }])
  }
  expect((await readContent("table.csv", table(",Arvo,Raja", ...rows))).fault?.message).toContain("--source")
})
