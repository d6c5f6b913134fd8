import { kilogramsInUnit, numberOf } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import { columnsLike, readingTable } from "../../formats/reading-table.ts"
import { sectioned } from "../../formats/sectioned.ts"
import { Sessions, setOf } from "../../formats/sessions.ts"
import type { TableKind } from "../../formats/table.ts"
import { jefitCardio, TECHNICAL } from "./jefit-cardio.ts"

/** The logs have days, and sessions only by number, so each day is one session. */
const TITLE = "Workout"

interface LoggedSet {
  readonly weight: number
  readonly reps: number
}

/** Parses loads and repetitions such as `60x10,65x8`. Null for anything else. */
const setsOf = (logs: string): ReadonlyArray<LoggedSet> | null => {
  const sets = logs.split(",").map((part) => {
    const [, weight = "", reps = ""] = /^\s*([\d.]+)\s*[x×]\s*(\d+)\s*$/i.exec(part) ?? []
    const [load, count] = [numberOf(weight, ","), numberOf(reps, ",")]
    return load === null || count === null ? null : { weight: load, reps: count }
  })
  return sets.some((set) => set === null) ? null : sets.filter((set) => set !== null)
}

/** The section of logs: one row per exercise of a day, with its sets in one cell and no unit. */
const logs: TableKind = {
  source: "jefit",
  matches: () => false,
  required: () => [],
  isNothing: TECHNICAL,
  date: (header) => header.find("mydate"),
  survey: ({ file, header, options }) => {
    if (options.weightUnit !== undefined) return null
    return unitSurvey(file, (survey, cells) => {
      for (const { weight } of setsOf(cells.text(header.find("logs"))) ?? []) survey.weight(weight)
    })
  },
  read: ({ header, moments, options, emit }) => {
    const [date, name, written] = ["mydate", "ename", "logs"].map((name) => header.find(name))
    const kilograms = kilogramsInUnit(options.weightUnit ?? "kg")
    const sessions = new Sessions(emit)
    return {
      row: (cells, place) => {
        const day = cells.text(date ?? -1)
        const start = cells.moment(moments, day)
        const exercise = cells.text(name ?? -1)
        if (exercise === "") cells.refuse("it names no exercise")
        const text = cells.text(written ?? -1)
        const sets = setsOf(text)
        if (sets === null) cells.refuse(`"${text.slice(0, 40)}" are not sets`)
        if (!cells.areRead(emit, place) || start === null || sets === null) return
        sessions.enter(start.day, place, () => ({
          title: TITLE,
          start: { ...start, time: null },
          end: null,
          durationSeconds: null
        }))
        for (const [index, { weight, reps }] of sets.entries()) {
          const set = setOf(place, "normal", { weightKg: weight === 0 ? null : weight * kilograms, reps })
          sessions.set(exercise, set, { begins: index === 0, rows: index === 0 ? 1 : 0 })
        }
      },
      end: () => sessions.end()
    }
  }
}

const weights = readingTable({
  source: "jefit",
  matches: () => false,
  columns: (header) => columnsLike(header, { date: /^mydate$/, weight: /^weight$/, fat: /^fatpercent(?:age)?$/ }),
  isNothing: TECHNICAL
})

const KINDS: ReadonlyArray<readonly [columns: ReadonlyArray<string>, kind: TableKind]> = [
  [["mydate", "ename", "logs"], logs],
  [["mydate", "duration", "distance"], jefitCardio],
  [["mydate", "duration", "calorie"], jefitCardio],
  [["mydate", "weight"], weights]
]

/** The whole export: sections below lines such as `### EXERCISE LOGS ###`. Some have several tables. */
export const jefitExport = sectioned({
  source: "jefit",
  opening: {
    pattern: /^\s*#{3} [A-Z][A-Z ]+[#\r\n][\s\S]*?\b(?:row_?id|USERID|TIMESTAMP|mydate)\b/,
    delimiter: ","
  },
  endsOpen: true,
  // Rows begin with a number, headers with a name, and the line below a section has nothing but this sign.
  isWhole: ([first = "", ...others], before) =>
    /^#{10,}$/.test(first) || (/^\d/.test(first) && others.length + 1 >= before),
  titleOf: (fields) => (/^\s*#{3}/.test(fields(0)) ? fields(0).replaceAll("#", "").trim() : null),
  isHeader: (fields) => {
    const names = [0, 1, 2, 3].map((place) => fields(place).trim().toLowerCase())
    return names.includes("_id") || names.includes("userid")
  },
  kindOf: (_, header) => KINDS.find(([columns]) => header.has(...columns))?.[1],
  unread: (title) => {
    if (title === "WORKOUT SESSIONS") return "times of sessions, which the logs do not need"
    if (title === "EXERCISE SET LOGS") return "sets that the exercise logs also have"
    return "routines, settings and other things that are not kept"
  }
})
