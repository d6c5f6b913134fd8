import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { healthInstant } from "../../../src/annexes/imports/apps/recorders/health-values.ts"
import {
  kilogramsIn,
  metresIn,
  numberOf,
  secondsOf,
  unconverted,
  wholeOf
} from "../../../src/annexes/imports/formats/amounts.ts"
import { UnitSurvey } from "../../../src/annexes/imports/formats/ask.ts"
import { DateOrderSurvey, isMonthFirstIn } from "../../../src/annexes/imports/formats/date-order.ts"
import { Moments, timeOf } from "../../../src/annexes/imports/formats/moments.ts"
import { monthOf } from "../../../src/annexes/imports/formats/months.ts"
import { LocaleSurvey, readNamedDate } from "../../../src/annexes/imports/formats/named-dates.ts"
import { plainText } from "../../../src/annexes/imports/formats/xml.ts"
import { ZoneClock } from "../../../src/annexes/imports/formats/zones.ts"
import { CsvSplitter, fieldsOf } from "../../../src/platform/files/csv.ts"
import { KILOGRAMS_PER_POUND } from "../../../src/values/units.ts"
import { fixture, readContent } from "./reading.ts"

const UTC = new ZoneClock("UTC")
const moments = new Moments(new ZoneClock("America/New_York"))

describe("CSV", () => {
  const fields = fc.array(fc.string({ unit: fc.constantFrom("a", "é", '"', ",", ";", "\n", "\r\n", "\t", " ") }), {
    minLength: 1,
    maxLength: 5
  })
  const rows = fc.array(
    fields.filter((row) => row.length > 1 || row[0] !== ""),
    { maxLength: 8 }
  )
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`

  test("written with any delimiter is read back, with the lines where records begin, wherever it is divided", () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n", "\r\n"),
        fc.nat(),
        (all, delimiter, end, cut) => {
          const records = all.map((row) => row.map(quoted).join(delimiter) + end)
          const text = records.join("")
          const splitter = new CsvSplitter({ delimiter })
          const at = text.length === 0 ? 0 : cut % text.length
          const read = [...splitter.push(text.slice(0, at)), ...splitter.push(text.slice(at)), ...splitter.end()]
          expect(read.map((record) => record.fields)).toEqual(all)
          const lines = records.map((_, place) => records.slice(0, place).join("").split("\n").length)
          expect(read.map(({ line }) => line)).toEqual(lines)
          expect(read.every(({ ended }) => ended)).toBe(true)
        }
      )
    )
  })

  test("may have records of a million characters, which come in pieces", () => {
    const piece = "é".repeat(100_000)
    const splitter = new CsvSplitter()
    for (const text of ['"', ...Array<string>(10).fill(piece)]) expect(splitter.push(text)).toEqual([])
    expect(splitter.push('",b\n').map(({ fields }) => fields.map(({ length }) => length))).toEqual([[1_000_000, 1]])
  })

  test("with whole lines in quotes is split into fields", () => {
    expect(fieldsOf('a,"b, c","d ""e"""', ",")).toEqual(["a", "b, c", 'd "e"'])
  })
})

describe("numbers", () => {
  test("have points or commas as in their file", () => {
    expect(numberOf("1,020.5", ",")).toBe(1020.5)
    expect(numberOf("1,020", ",")).toBe(1020)
    expect(numberOf("62,5", ",")).toBe(62.5)
    expect(numberOf("1,020", ";")).toBe(1.02)
    expect(numberOf("-3.50", ",")).toBe(-3.5)
    for (const text of ["", "heavy", "0x10", "1e999", "NaN", "Infinity", "1.2.3"])
      expect(numberOf(text, ",")).toBeNull()
  })

  test("have points between thousands if a comma or a second point shows it", () => {
    for (const delimiter of [",", ";"]) {
      expect(numberOf("1.250,5", delimiter)).toBe(1250.5)
      expect(numberOf("1.234.567", delimiter)).toBe(1_234_567)
      expect(numberOf("12.345.678,90", delimiter)).toBe(12_345_678.9)
      for (const text of ["1.25,5", "1.2345,6", "1234.567,8", "1.234.56"]) expect(numberOf(text, delimiter)).toBeNull()
    }
    expect(numberOf("61.235", ";")).toBe(61.235)
  })

  test("have spaces or apostrophes between thousands as in French, Swedish or Swiss exports", () => {
    for (const delimiter of [",", ";"]) {
      for (const space of [" ", "\u00a0", "\u2009", "\u202f", "'", "’"]) {
        expect(numberOf(`1${space}250,5`, delimiter)).toBe(1250.5)
        expect(numberOf(`-12${space}345${space}678.25`, delimiter)).toBe(-12_345_678.25)
        expect(numberOf(`1${space}000`, delimiter)).toBe(1000)
        expect(wholeOf(`12${space}345`, delimiter)).toBe(12_345)
        for (const text of [`5${space}11`, `1000${space}000`, `1${space}000.000,5`, `0.5${space}000`])
          expect(numberOf(text, delimiter)).toBeNull()
      }
    }
  })

  test.each([",", ".", " ", "\u00a0", "\u202f", "'", "’"])(
    "with thousands and without decimals are metres of a pool in Garmin's files, also with %p between them",
    async (separator) => {
      const content = Buffer.from(fixture("garmin.csv")).toString().replace('"1,500"', `"1${separator}500"`)
      const { rows } = await readContent("garmin.csv", content, { distanceUnit: "km" })
      const sets = rows.flatMap((row) =>
        row._tag === "Workout" && row.title === "Laps" ? row.exercises.flatMap((exercise) => exercise.sets) : []
      )
      expect(sets.map(({ distanceMeters }) => distanceMeters)).toEqual([1500])
    }
  )

  test("of pounds that an app wrote in kilograms are those pounds again", () => {
    expect(unconverted(61.234969941) / KILOGRAMS_PER_POUND).toBe(135)
    expect(unconverted(82.5)).toBe(82.5)
    expect(unconverted(61.2345678)).toBe(61.2345678)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), (quarters) => {
        const pounds = quarters / 4
        const written = Number((pounds * KILOGRAMS_PER_POUND).toFixed(9))
        expect(Math.abs(unconverted(written) / KILOGRAMS_PER_POUND - pounds)).toBeLessThan(1e-6)
      })
    )
  })

  test("with units of length and time are read as apps write them", () => {
    const lengths = { "38min": 2280, "1h 20min": 4800, "264h 1m": 950_460, "58m": 3480, "4440": 4440, "0:01:48": 108 }
    for (const [text, seconds] of Object.entries(lengths)) expect(secondsOf(text)).toBe(seconds)
    expect(secondsOf("30:00")).toBe(1800)
    expect(secondsOf("45s")).toBe(45)
    for (const text of ["", "soon", "-5", "1h 2"]) expect(secondsOf(text)).toBeNull()
    expect(metresIn("mi.")).toBe(1609.344)
    const metres = {
      m: 1,
      Meters: 1,
      km: 1000,
      kilometers: 1000,
      miles: 1609.344,
      ft: 0.3048,
      feet: 0.3048,
      yd: 0.9144
    }
    for (const [unit, length] of Object.entries({ ...metres, yards: 0.9144, cm: 0.01, mm: 0.001, inches: 0.0254 }))
      expect(metresIn(unit)).toBe(length)
    expect(metresIn("furlongs")).toBeNull()
    expect(kilogramsIn("LBS")).toBe(KILOGRAMS_PER_POUND)
    expect(kilogramsIn("stones")).toBeNull()
  })
})

describe("days and times", () => {
  test("are read as apps write them", () => {
    const cases: ReadonlyArray<readonly [string, string, string | null]> = [
      ["2024-03-05", "2024-03-05", null],
      ["2024-03-05 18:30:00", "2024-03-05", "18:30:00"],
      ["2024-03-05T18:30", "2024-03-05", "18:30:00"],
      ["2024-03-05 6:30:15\u202fPM", "2024-03-05", "18:30:15"],
      ["2014-02-13 6:04 Uhr", "2014-02-13", "06:04:00"],
      ["05.06.2026, 07:30", "2026-06-05", "07:30:00"],
      ["2024-03-05T18:30:00+02:00", "2024-03-05", "18:30:00"],
      ["2024-03-05T02:30:00Z", "2024-03-04", "21:30:00"]
    ]
    for (const [text, day, time] of cases) expect(moments.read(text)).toMatchObject({ day, time })
    expect(moments.read("2024-03-05T18:30:00+02:00")?.instant).toBe(Date.parse("2024-03-05T16:30:00Z"))
    for (const text of ["", "2024-02-30", "2024-03-05 25:00", "03/05/2024", "soon", "2024-03-05 13:00 PM"]) {
      expect(moments.read(text)).toBeNull()
    }
    expect(timeOf("12:02 AM")).toEqual({ hour: 0, minute: 2, second: 0 })
    expect(moments.readDay("2024-03-05", "later")).toMatchObject({ day: "2024-03-05", time: null })
  })

  test("of health exports are instants", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
        fc.integer({ min: -840, max: 840 }),
        (date, shift) => {
          const instant = Math.floor(date.getTime() / 1000) * 1000
          const local = new Date(instant + shift * 60_000).toISOString().slice(0, 19).replace("T", " ")
          const [hours, minutes] = [Math.floor(Math.abs(shift) / 60), Math.abs(shift) % 60].map((part) =>
            String(part).padStart(2, "0")
          )
          expect(healthInstant(`${local} ${shift < 0 ? "-" : "+"}${hours}${minutes}`)).toBe(instant)
        }
      )
    )
    expect(healthInstant("2024-03-05 10:00:00 UTC+1")).toBeNaN()
    expect(healthInstant("2024-03-05")).toBeNaN()
  })

  test("with names of months are read in their language", () => {
    const languages = [
      "en",
      "de",
      "fr",
      "es",
      "tr",
      "pl",
      "ru",
      "ja",
      "pt",
      "nl",
      "it",
      "sv",
      "cs",
      "hu",
      "fi",
      "el",
      "ko"
    ]
    for (const language of languages) {
      const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
        month: "short",
        day: "numeric",
        timeZone: "UTC"
      })
      for (let month = 0; month < 12; month++) {
        const parts = format.formatToParts(Date.UTC(2024, month, 15))
        const name = parts.find(({ type }) => type === "month")?.value ?? ""
        if (!/^\d+$/.test(name))
          expect({ language, month: monthOf(name, language) }).toEqual({ language, month: month + 1 })
      }
    }
    expect(readNamedDate("Apr 8, 2026, 4:50 PM", "en", moments)).toMatchObject({ day: "2026-04-08", time: "16:50:00" })
    expect(readNamedDate("8. Apr. 2026, 16:50", "de", moments)).toMatchObject({ day: "2026-04-08" })
    expect(readNamedDate("8 de abr de 2026, 16:50", "pt", moments)).toMatchObject({ day: "2026-04-08" })
    expect(readNamedDate("31 Apr 2026, 16:50", "en", moments)).toBeNull()
  })
})

describe("dates such as 4/8/2026", () => {
  const surveyed = (...dates: ReadonlyArray<string>) => {
    const survey = new DateOrderSurvey()
    for (const date of dates) survey.add(date)
    return survey.end("workouts.csv")
  }

  test("are read in the order that the file uses", () => {
    expect(new Moments(UTC, true).read("4/8/2026 16:50")).toMatchObject({ day: "2026-04-08", time: "16:50:00" })
    expect(new Moments(UTC, false).read("04-08-2026 4:50 PM")).toMatchObject({ day: "2026-08-04", time: "16:50:00" })
    expect(new Moments(UTC, false).read("4/13/2026")).toBeNull()
    expect(new Moments(UTC, true).read("4/8-2026")).toBeNull()
  })

  test("have the order in which all are valid, and that rises or falls", () => {
    expect(surveyed("4/8/2026", "4/13/2026").isMonthFirst).toBe(true)
    expect(surveyed("4/8/2026", "13/8/2026").isMonthFirst).toBe(false)
    expect(surveyed("11/3/2026", "12/3/2026", "1/4/2026").isMonthFirst).toBe(false)
    expect(surveyed("5/5/2026 10:00", "6/6/2026 10:00").questions).toEqual([])
    expect(surveyed("2026-04-08", "8.4.2026", "soon")).toEqual({ isMonthFirst: undefined, questions: [] })
  })

  test("need an answer if both orders are possible", () => {
    const { isMonthFirst, questions } = surveyed("4/8/2026 16:50", "3/8/2026 17:05")
    expect(isMonthFirst).toBeUndefined()
    expect(questions).toMatchObject([
      { _tag: "Locale", choices: ["en-US", "en-GB"], file: "workouts.csv", example: "4/8/2026 16:50" }
    ])
    const named = ["en", "en-GB", "de", "zz!", "ja"].map(isMonthFirstIn)
    expect(named).toEqual([true, false, false, undefined, true])
  })
})

describe("the language of a file's dates", () => {
  const surveyed = (...dates: ReadonlyArray<string>) => {
    const survey = new LocaleSurvey(undefined)
    for (const date of dates) survey.add(date)
    return survey.end("workouts.csv")
  }

  test("is the one in which all of them can be read", () => {
    expect(surveyed("8 Apr 2026, 16:50", "11 Mar 2026, 10:00").locale).toBe("en")
    expect(surveyed("11 Nis 2026, 18:00", "3 Mar 2026, 9:00").locale).toBe("tr")
    expect(surveyed("11 lis 2024, 10:00", "1 cze 2024, 10:00").locale).toBe("pl")
    expect(surveyed("2024-03-05 18:30:00")).toEqual({ locale: undefined, questions: [] })
  })

  test("is certain for a single date in most languages: few names mean different months in two of them", () => {
    const asked: Array<string> = []
    for (const language of [
      "en",
      "de",
      "es",
      "fr",
      "it",
      "pt",
      "nl",
      "tr",
      "pl",
      "ru",
      "cs",
      "sv",
      "fi",
      "hu",
      "id",
      "ro",
      "da",
      "hr"
    ]) {
      const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
        month: "short",
        day: "numeric",
        timeZone: "UTC"
      })
      for (let month = 0; month < 12; month++) {
        const name = format.formatToParts(Date.UTC(2024, month, 15)).find(({ type }) => type === "month")?.value ?? ""
        if (surveyed(`15 ${name} 2024, 10:00`).questions.length > 0) asked.push(`${language} ${name}`)
      }
    }
    expect(asked).toEqual(["pl lip", "pl lis", "hr lip", "hr srp", "hr lis"])
  })

  test("needs an answer if languages read them differently, or none can", () => {
    const [lip] = surveyed("11 lip 2024, 10:00").questions
    expect(lip).toMatchObject({ _tag: "Locale", choices: ["pl", "hr"], example: "11 lip 2024, 10:00" })
    // Czech and Croatian abbreviate December alike, so showing that date would not help anybody choose.
    const dates = ["11 pro 2024, 10:00", "12 lis 2023, 10:00", "11 pro 2022, 10:00", "10 lis 2024, 10:00"]
    expect(surveyed(...dates).questions).toMatchObject([{ choices: ["cs", "hr"], example: "12 lis 2023, 10:00" }])
    const [foo] = surveyed("11 foo 2024, 10:00").questions
    expect(foo).toMatchObject({ _tag: "Locale", choices: [] })
  })

  test("is settled by one name, or one day, that only one language has", () => {
    expect(surveyed("20 srp 2024, 10:00", "20 lis 2023, 10:00").questions).toHaveLength(1)
    expect(surveyed("20 srp 2024, 10:00", "20 lis 2023, 10:00", "5 svi 2023, 10:00").locale).toBe("hr")
    expect(surveyed("31 lis 2024, 10:00", "20 srp 2024, 10:00").locale).toBe("hr")
  })
})

describe("the question for a unit", () => {
  test("shows the smallest, the middle and the largest weight in both units", () => {
    const survey = new UnitSurvey("strong.csv")
    for (const weight of [100, 0, 20, 60, 60, 60, 225]) survey.weight(weight)
    survey.distance(3.2)
    expect(survey.questions()).toMatchObject([
      {
        option: "--weight-unit",
        smallest: { written: 20, ifKilograms: 20, ifPounds: 20 * KILOGRAMS_PER_POUND },
        middle: { written: 60 },
        largest: { written: 225 }
      },
      { option: "--distance-unit", largest: 3.2 }
    ])
    expect(new UnitSurvey("strong.csv").questions()).toEqual([])
  })
})

describe("entities", () => {
  test("that XML defines are replaced, others kept", () => {
    expect(plainText("a\u000bb\u0000c &#0;&#xD800;")).toBe("abc &#0;&#xD800;")
    expect(plainText("a&#1;b&#x1f;c&#9;d")).toBe("abc\td")
    expect(plainText("a &amp;&lt;&gt;&quot;&apos; &#65;&#x42; &foo; & &#x110000;")).toBe(
      `a &<>"' AB &foo; & &#x110000;`
    )
  })
})
