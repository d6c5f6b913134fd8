import { describe, expect, test } from "bun:test"
import { nightsOf, type Sleep } from "../../../src/annexes/imports/formats/measures/nights.ts"
import type { HistoryRow, Reading } from "../../../src/annexes/imports/rows/rows.ts"
import { archiveOf } from "./archive-of.ts"
import { readContent } from "./reading.ts"
import { at } from "./support.ts"
import { workbook } from "./workbook-of.ts"

const isReading = (row: HistoryRow): row is Reading => row._tag === "Reading"
const measured = (rows: ReadonlyArray<HistoryRow>) =>
  rows.filter(isReading).map(({ metric, value, at: { day } }) => `${day} ${metric} ${Number(value.toFixed(4))}`)
const reasons = (rows: ReadonlyArray<HistoryRow>) =>
  rows.flatMap((row) => (row._tag === "LeftOut" ? [`${row.reason}: ${row.rows}`] : []))

/** What a file gives, in the timezone of Berlin. */
const readIn = async (name: string, content: Uint8Array | string) => {
  const { rows, fault, questions } = await readContent(name, content)
  expect([fault, questions]).toEqual([null, []])
  return { measured: measured(rows).sort(), reasons: reasons(rows).sort() }
}

const hour = (day: number, hours: number): number => Date.UTC(2026, 2, day, hours)
/** A sleep from an hour of a day in March to another, whose day is that of its end. */
const sleep = (from: readonly [number, number], to: readonly [number, number], more: Partial<Sleep> = {}): Sleep => ({
  source: "",
  start: hour(...from),
  end: hour(...to),
  minutes: (hour(...to) - hour(...from)) / 60_000,
  at: at(`2026-03-${String(to[0]).padStart(2, "0")}`, "07:00:00"),
  isStaged: false,
  ...more
})

describe("a night", () => {
  const of = (...sleeps: ReadonlyArray<Sleep>) => {
    const { nights, naps, others } = nightsOf(sleeps)
    return {
      nights: nights.map(({ at, minutes }) => [String(at.day), minutes]),
      naps: naps.length,
      others: others.length
    }
  }

  test("is the sleep that ended on a day, over midnight too, without the time awake between two parts", () => {
    expect(of(sleep([1, 22], [2, 1]), sleep([2, 2], [2, 6]))).toEqual({
      nights: [["2026-03-02", 420]],
      naps: 0,
      others: 0
    })
  })

  test("counts what two records of a source cover once, in any order", () => {
    const all = [sleep([1, 23], [2, 5]), sleep([2, 4], [2, 7]), sleep([2, 0], [2, 1])]
    expect(of(...all)).toEqual({ nights: [["2026-03-02", 480]], naps: 0, others: 0 })
    expect(of(...all.toReversed())).toEqual(of(...all))
  })

  test("is the longest sleep of its day; the others are naps, as are those that their source calls so", () => {
    const called = sleep([2, 12], [2, 23], { isNap: true })
    expect(of(sleep([1, 23], [2, 6]), sleep([2, 14], [2, 15]), called)).toEqual({
      nights: [["2026-03-02", 420]],
      naps: 2,
      others: 0
    })
  })

  test("is that of one source: the one that tells stages apart, or else the longest", () => {
    const phone = sleep([1, 22], [2, 8], { source: "Phone" })
    const watch = [
      sleep([1, 23], [2, 3], { source: "Watch", isStaged: true }),
      sleep([2, 3], [2, 6], { source: "Watch", isStaged: true })
    ]
    expect(of(phone, ...watch)).toEqual({ nights: [["2026-03-02", 420]], naps: 0, others: 1 })
    expect(of(phone, sleep([1, 23], [2, 6], { source: "Ring" }))).toEqual({
      nights: [["2026-03-02", 600]],
      naps: 0,
      others: 1
    })
  })
})

const health = (...records: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n${records.join("\n")}\n</HealthData>\n`
const record = (type: string, from: string, to: string, value: string, unit = "", source = "Watch") =>
  `<Record type="HK${type}" sourceName="${source}" unit="${unit}" creationDate="2026-03-05 10:00:00 +0100" startDate="2026-03-${from}:00 +0100" endDate="2026-03-${to}:00 +0100" value="${value}"/>`
const slept = (stage: string, from: string, to: string, source = "Watch") =>
  record("CategoryTypeIdentifierSleepAnalysis", from, to, `HKCategoryValueSleepAnalysis${stage}`, "", source)

test("Apple Health gives nights, the waist and the resting heart rate", async () => {
  const file = health(
    slept("InBed", "04 22:30", "05 07:00", "Phone"),
    slept("AsleepUnspecified", "04 22:40", "05 06:50", "Phone"),
    slept("AsleepCore", "04 23:00", "05 02:00"),
    slept("Awake", "05 02:00", "05 02:30"),
    slept("AsleepREM", "05 02:30", "05 04:00"),
    slept("AsleepDeep", "05 04:00", "05 06:00"),
    slept("AsleepDeep", "05 04:00", "05 06:00"),
    slept("AsleepCore", "05 14:00", "05 14:20"),
    record("QuantityTypeIdentifierRestingHeartRate", "05 08:00", "05 08:00", "52", "count/min"),
    record("QuantityTypeIdentifierRestingHeartRate", "05 20:00", "05 20:00", "54", "count/min"),
    record("QuantityTypeIdentifierWaistCircumference", "05 08:00", "05 08:00", "33", "in"),
    record("QuantityTypeIdentifierWaistCircumference", "05 09:00", "05 09:00", "33", "furlong")
  )
  expect(await readIn("export.xml", file)).toEqual({
    measured: [
      "2026-03-05 resting_heart_rate 52",
      "2026-03-05 resting_heart_rate 54",
      "2026-03-05 sleep 390",
      "2026-03-05 waist 83.82"
    ],
    reasons: [
      '"furlong" is not a unit of it: 1',
      "naps, which are not kept: 1",
      "records that occur twice in the file: 1",
      "sleep that another source of the file states for the same night: 1",
      "times in bed or awake, which are not sleep: 2"
    ]
  })
})

test("a night of Apple Health is of the day of its own timezone", async () => {
  const inTokyo = (text: string) =>
    text.replace(/\/>$/, '><MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/></Record>')
  expect(await readIn("export.xml", health(inTokyo(slept("AsleepCore", "04 12:00", "04 19:00"))))).toEqual({
    measured: ["2026-03-05 sleep 420"],
    reasons: []
  })
})

const samsung = (table: string, ...lines: ReadonlyArray<string>) =>
  [`samsunghealth/com.samsung.${table}.20260301.csv`, `com.samsung.${table},6310007,7\n${lines.join("\n")}\n`] as const

test("Samsung Health gives nights from stages, or else from the length and the efficiency", async () => {
  const own = (name: string) => `com.samsung.health.sleep.${name}`
  const archive = archiveOf([
    samsung(
      "shealth.sleep",
      `sleep_score,efficiency,${own("start_time")},${own("end_time")},${own("time_offset")},${own("datauuid")}`,
      "80,90,2026-03-03 22:00:00.000,2026-03-04 06:00:00.000,UTC+0100,a,",
      "80,90,2026-03-04 22:00:00.000,2026-03-05 06:00:00.000,UTC+0100,b,"
    ),
    samsung(
      "health.sleep_stage",
      "start_time,sleep_id,stage,time_offset,end_time,datauuid",
      "2026-03-04 22:00:00.000,b,40001,UTC+0100,2026-03-04 23:00:00.000,c,",
      "2026-03-04 23:00:00.000,b,40002,UTC+0100,2026-03-05 03:00:00.000,d,",
      "2026-03-05 03:00:00.000,b,40004,UTC+0100,2026-03-05 05:00:00.000,e,"
    ),
    samsung("shealth.sleep_data", "start_time,x", "1,2,")
  ])
  expect(await readIn("samsung.zip", archive)).toEqual({
    measured: ["2026-03-04 sleep 432", "2026-03-05 sleep 360"],
    reasons: [
      "data about sleep other than its length, which are not kept: 1",
      "sleep that another source of the file states for the same night: 1",
      "times awake at night, which are not sleep: 1"
    ]
  })
})

test("Garmin's archive gives nights and the resting heart rate", async () => {
  const nights = [
    {
      sleepStartTimestampGMT: "2026-03-04T22:00:00.0",
      sleepEndTimestampGMT: "2026-03-05T06:00:00.0",
      calendarDate: "2026-03-05",
      deepSleepSeconds: 3600,
      lightSleepSeconds: 18_000,
      remSleepSeconds: 1800,
      awakeSleepSeconds: 900
    },
    { sleepStartTimestampGMT: null, calendarDate: "2026-03-06" }
  ]
  const days = [
    { calendarDate: "2026-03-05", totalSteps: 9000, restingHeartRate: 48 },
    { calendarDate: "2026-03-06", totalSteps: null, restingHeartRate: 50 }
  ]
  const archive = archiveOf([
    ["DI_CONNECT/DI-Connect-Wellness/2026-01-01_2026-04-01_1_sleepData.json", JSON.stringify(nights)],
    ["DI_CONNECT/DI-Connect-Aggregator/UDSFile_2026-03-01_2026-06-09.json", JSON.stringify(days)]
  ])
  expect(await readIn("garmin.zip", archive)).toEqual({
    measured: [
      "2026-03-05 resting_heart_rate 48",
      "2026-03-05 sleep 390",
      "2026-03-05 steps 9000",
      "2026-03-06 resting_heart_rate 50"
    ],
    reasons: ["nights without sleep: 1"]
  })
})

test("Fitbit gives nights and resting heart rates, from JSON, the newer tables and the older file", async () => {
  const night = { logId: 1, dateOfSleep: "2026-03-05", startTime: "2026-03-04T23:00:00.000", minutesAsleep: 400 }
  const nap = { ...night, startTime: "2026-03-05T14:00:00.000", endTime: "2026-03-05T15:00:00.000", minutesAsleep: 55 }
  const global = "Takeout/Fitbit/Global Export Data"
  const archive = archiveOf([
    [
      `${global}/sleep-2026-03-01.json`,
      JSON.stringify([
        { ...night, endTime: "2026-03-05T06:58:30.000", mainSleep: true, type: "stages" },
        { ...nap, mainSleep: false, type: "classic" }
      ])
    ],
    [
      `${global}/resting_heart_rate-2026-01-01.json`,
      JSON.stringify([
        { dateTime: "03/05/26 00:00:00", value: { date: "03/05/26", value: 61.5, error: 6.7 } },
        { dateTime: "03/06/26 00:00:00", value: { date: null, value: 0, error: 0 } }
      ])
    ],
    [
      "Takeout/Fitbit/Health Fitness Data_GoogleData/UserSleeps_2026-03-01.csv",
      "sleep_id,sleep_type,minutes_asleep,start_utc_offset,sleep_start,end_utc_offset,sleep_end\n1,STAGES,380,+01:00,2026-03-05T22:00:00Z,+01:00,2026-03-06T05:00:00Z\n"
    ],
    [
      "Takeout/Fitbit/Physical Activity_GoogleData/daily_resting_heart_rate.csv",
      "timestamp,beats per minute,data source\n2026-03-07T00:00:00Z,60.5,Watch\n"
    ]
  ])
  expect(await readIn("takeout.zip", archive)).toEqual({
    measured: [
      "2026-03-05 resting_heart_rate 61.5",
      "2026-03-05 sleep 400",
      "2026-03-06 sleep 380",
      "2026-03-07 resting_heart_rate 60.5"
    ],
    reasons: ["days without a resting heart rate: 1", "naps, which are not kept: 1"]
  })
  const older =
    'Sleep\nStart Time,End Time,Minutes Asleep,Minutes Awake,Number of Awakenings,Time in Bed\n"2019-01-30 11:12PM","2019-01-31 7:12AM","450","30","3","480"\n'
  expect(await readIn("fitbit_export.csv", older)).toEqual({ measured: ["2019-01-31 sleep 450"], reasons: [] })
})

test("Withings gives the stages of a night, on the day of its own offset", async () => {
  const table =
    'from,to,"light (s)","deep (s)","rem (s)","awake (s)","wake up"\n2026-03-04T23:30:00+09:00,2026-03-05T06:30:00+09:00,14400,3600,3600,1200,2\n'
  expect(await readIn("sleep.csv", table)).toEqual({ measured: ["2026-03-05 sleep 360"], reasons: [] })
})

test("WHOOP gives nights and resting heart rates; two of its tables state the same night", async () => {
  const cycle = "2026-03-04 23:00:00,2026-03-05 23:00:00,UTC+09:00"
  const archive = archiveOf([
    [
      "physiological_cycles.csv",
      `Cycle start time,Cycle end time,Cycle timezone,Recovery score %,Resting heart rate (bpm),Sleep onset,Wake onset,Asleep duration (min)\n${cycle},60,51,2026-03-04 23:10:00,2026-03-05 06:30:00,420\n`
    ],
    [
      "sleeps.csv",
      `Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Asleep duration (min),In bed duration (min),Nap\n${cycle},2026-03-04 23:10:00,2026-03-05 06:30:00,420,440,false\n${cycle},2026-03-05 14:00:00,2026-03-05 14:40:00,35,40,true\n`
    ],
    ["journal_entries.csv", `Cycle start time,Cycle end time,Cycle timezone,Question text\n${cycle},Coffee?\n`]
  ])
  expect(await readIn("whoop.zip", archive)).toEqual({
    measured: ["2026-03-05 resting_heart_rate 51", "2026-03-05 sleep 420"],
    reasons: ["cycles and journals, which are not kept: 1", "naps, which are not kept: 1"]
  })
})

test("Oura gives sleep in seconds and the lowest heart rate, from the trends and from the archive", async () => {
  const trends =
    "date,Sleep Score,Total Bedtime,Total Sleep Duration,Average Resting Heart Rate,Lowest Resting Heart Rate,Readiness Score,Steps\n2026-03-05,80,28800,26100,55,49,85,9000\n"
  expect((await readIn("oura.csv", trends)).measured).toEqual([
    "2026-03-05 resting_heart_rate 49",
    "2026-03-05 sleep 435",
    "2026-03-05 steps 9000"
  ])
  const sleeps = [
    "id;day;bedtime_start;bedtime_end;total_sleep_duration;lowest_heart_rate;type",
    "a;2026-03-05;2026-03-04T23:00:00+01:00;2026-03-05T07:00:00+01:00;25200;50;long_sleep",
    "b;2026-03-05;2026-03-05T14:00:00+01:00;2026-03-05T15:00:00+01:00;3000;60;late_nap",
    "c;2026-03-05;2026-03-05T16:00:00+01:00;2026-03-05T17:00:00+01:00;3000;60;deleted"
  ]
  expect(await readIn("sleepmodel.csv", `${sleeps.join("\n")}\n`)).toEqual({
    measured: ["2026-03-05 resting_heart_rate 50", "2026-03-05 sleep 420"],
    reasons: ["naps, which are not kept: 1", "sleep that was deleted in the app: 1"]
  })
})

test("MacroFactor gives girths in the unit of their columns", async () => {
  const rows = (...all: ReadonlyArray<ReadonlyArray<string | number>>) =>
    all
      .map((cells, at) => {
        const written = cells.map((cell) =>
          typeof cell === "number" ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`
        )
        return `<row r="${at + 1}">${written.join("")}</row>`
      })
      .join("")
  const sheets = {
    "Scale Weight": rows(["Date", "Weight (kg)"], ["2026-03-05", 80.5]),
    "Body Metrics": rows(["Date", "Waist (in)", "Left Bicep (in)", "Ankle (in)"], ["2026-03-05", 33, 14, 9])
  }
  expect((await readIn("macrofactor.xlsx", workbook(sheets))).measured).toEqual([
    "2026-03-05 left_arm 35.56",
    "2026-03-05 waist 83.82",
    "2026-03-05 weight 80.5"
  ])
})

test("Health Auto Export's table gives sleep, the waist and the resting heart rate", async () => {
  const row = (columns: string, values: string) =>
    readIn("HealthAutoExport.csv", `Date/Time,${columns},Step Count (count)\n2026-03-05 00:00:00,${values},9000\n`)
  const { measured } = await row(
    "Resting Heart Rate (count/min),Waist Circumference (in),Sleep Analysis [Asleep] (hr),Sleep Analysis [Core] (hr),Sleep Analysis [Total] (hr)",
    "52,33,0,4,7.5"
  )
  expect(measured).toEqual([
    "2026-03-05 resting_heart_rate 52",
    "2026-03-05 sleep 450",
    "2026-03-05 steps 9000",
    "2026-03-05 waist 83.82"
  ])
  const parts = await row(
    "Sleep Analysis [Asleep] (hr),Sleep Analysis [In Bed] (hr),Sleep Analysis [Core] (hr),Sleep Analysis [Deep] (hr),Sleep Analysis [REM] (hr)",
    "0,9,4,1.5,1.5"
  )
  expect(parts.measured).toEqual(["2026-03-05 sleep 420", "2026-03-05 steps 9000"])
})
