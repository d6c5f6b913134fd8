import { KILOGRAMS_PER_POUND } from "../../../../values/units.ts"
import { kilogramsIn, kilogramsInUnit } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import { Cells } from "../../formats/cells.ts"
import type { Emitter } from "../../formats/emitter.ts"
import { pushReadings, withUnit } from "../../formats/reading-table.ts"
import { Sessions, setOf } from "../../formats/sessions.ts"
import type { Header, Survey, SurveyContext, TableKind } from "../../formats/table.ts"
import type { Moment, Place } from "../../rows/rows.ts"

const TITLE = "StrongLifts"

/** The columns of one exercise: its name, its load in either unit, and the repetitions of each set. */
interface Lift {
  readonly name: number
  readonly kilograms: number
  readonly pounds: number
  readonly reps: ReadonlyArray<number>
}

const liftsOf = ({ names }: Header): ReadonlyArray<Lift> => {
  const starts = names.flatMap((name, place) => (/^exercise(?: \d+)?$/.test(name) ? [place] : []))
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? names.length
    const within = (pattern: RegExp) =>
      names.flatMap((name, place) => (place > start && place < end && pattern.test(name) ? [place] : []))
    return {
      name: start,
      kilograms: within(/^weight \(kg\)$/)[0] ?? -1,
      pounds: within(/^weight \(lb\)$/)[0] ?? -1,
      reps: within(/^(?:set \d+|reps)$/)
    }
  })
}

/** A load that may be stated in both units. The kilograms count, unless the person trains in pounds. */
const loadOf = (cells: Cells, kilograms: number, pounds: number, isInPounds = false): number | null => {
  const written = cells.positive(pounds)
  const stated = cells.positive(kilograms)
  const converted = written === null ? null : written * KILOGRAMS_PER_POUND
  return isInPounds ? (converted ?? stated) : (stated ?? converted)
}

/** The columns of one set: its repetitions, and its load in either unit. */
const setColumnsOf = (header: Header) =>
  header.names.flatMap((name, reps) => {
    const [, number] = /^set (\d+) \(reps\)$/.exec(name) ?? []
    return number === undefined
      ? []
      : [{ reps, kilograms: header.find(`set ${number} (kg)`), pounds: header.find(`set ${number} (lb)`) }]
  })

/**
 * Emits the weight of each day once, although every row of a session or exercise states it. `hasSets` says whether the
 * row gives more than its weight.
 */
const weighings = (emit: Emitter) => {
  let weighed = ""
  return (place: Place, start: Moment, weight: number | null, hasSets: boolean): void => {
    if (weight !== null && weighed !== start.day) {
      pushReadings(emit, place, { ...start, time: null }, { weight, fat: null, steps: null }, hasSets ? 0 : 1)
      weighed = start.day
    } else if (!hasSets) emit.count(place, "weights of a day that another row has stated")
  }
}

/** Counts sets that were planned but not done, which have 0 repetitions; `end` warns of them. */
const undone = (emit: Emitter) => {
  let first: Place | null = null
  let sets = 0
  return {
    add: (cells: Cells, reps: ReadonlyArray<number>, place: Place): void => {
      const found = reps.filter((at) => /^0+(?:[.,]0*)?$/.test(cells.text(at))).length
      if (found > 0) first ??= place
      sets += found
    },
    end: (): void => {
      if (sets > 0) emit.warn(first, `${sets} ${sets === 1 ? "set" : "sets"} of 0 repetitions left out, as not done`)
    }
  }
}

const BODY_WEIGHT = /^body ?weight$/

/** The unit of a body weight whose cell states it, as in `83.5kg`. */
const unitOf = (cells: Cells, place: number): number | null => kilogramsIn(withUnit(cells.text(place)).unit)

/** Asks for the unit of body weights if neither their column nor their cell states it. */
const bodyWeightSurvey = ({ file, header, options }: SurveyContext): Survey | null => {
  const place = header.search(BODY_WEIGHT)
  if (place === -1 || options.weightUnit !== undefined) return null
  return unitSurvey(file, (survey, cells) => {
    if (unitOf(cells, place) === null) survey.weight(cells.number(place) ?? 0)
  })
}

/**
 * One row per session with its exercises side by side, or one row per exercise. Some have a body weight with its unit,
 * in which the person also trains; the loads in the other unit are then those of plates that come close.
 */
export const strongLiftsSessions: TableKind = {
  source: "stronglifts",
  endsOpen: true,
  matches: (header) =>
    header.search(/^date\b/) !== -1 &&
    header.search(/^body ?weight(?: \((?:kg|lb)\))?$/) !== -1 &&
    liftsOf(header).some(({ reps, kilograms, pounds }) => reps.length > 0 && Math.max(kilograms, pounds) !== -1) &&
    setColumnsOf(header).length === 0,
  required: (header) => [header.search(/^date\b/), liftsOf(header)[0]?.name ?? 0],
  date: (header) => header.search(/^date\b/),
  survey: bodyWeightSurvey,
  read: ({ header, moments, options, emit }) => {
    const lifts = liftsOf(header)
    const column = header.places({
      date: /^date\b/,
      title: ["workout name", "workout"],
      note: ["note", "notes"],
      bodyWeight: BODY_WEIGHT,
      kilograms: /^body ?weight \(kg\)$/,
      pounds: /^body ?weight \(lb\)$/
    })
    const sessions = new Sessions(emit)
    const weigh = weighings(emit)
    const zeros = undone(emit)
    let unit = options.weightUnit === undefined ? null : kilogramsInUnit(options.weightUnit)
    return {
      row: (written, place) => {
        unit = unitOf(written, column.bodyWeight) ?? unit
        const cells = new Cells(
          (at) => (at === column.bodyWeight ? withUnit(written.text(at)).number : written.text(at)),
          header.delimiter
        )
        const date = cells.text(column.date)
        const start = cells.moment(moments, date)
        const weight =
          cells.measure(column.bodyWeight, "weight", unit) ?? loadOf(cells, column.kilograms, column.pounds)
        const isInPounds = column.bodyWeight !== -1 && unit === KILOGRAMS_PER_POUND
        const done = lifts.flatMap(({ name, kilograms, pounds, reps }) => {
          const load = loadOf(cells, kilograms, pounds, isInPounds)
          const sets = reps.map((place) => cells.positive(place)).filter((reps) => reps !== null)
          return cells.text(name) === "" || sets.length === 0 ? [] : [{ name: cells.text(name), load, sets }]
        })
        if (done.length === 0 && weight === null) cells.refuse("it holds neither a set nor a weight")
        if (!cells.areRead(emit, place) || start === null) return
        for (const { name, reps } of lifts) if (cells.text(name) !== "") zeros.add(cells, reps, place)
        weigh(place, start, weight, done.length > 0)
        if (done.length === 0) return
        const title = cells.text(column.title) || TITLE
        const head = { title, start, end: null, durationSeconds: null }
        sessions.enter(`${title}\n${date}`, place, () => head)
        sessions.note(cells.text(column.note))
        let rows = 1
        for (const { name, load, sets } of done) {
          for (const [index, reps] of sets.entries()) {
            sessions.set(name, setOf(place, "normal", { weightKg: load, reps }), { begins: index === 0, rows })
            rows = 0
          }
        }
      },
      end: () => {
        sessions.end()
        zeros.end()
      }
    }
  }
}

const SECONDS_PER_HOUR = 3600

/** The later export: one row per exercise, with the repetitions and the load of each set, and times of the session. */
export const strongLiftsExercises: TableKind = {
  source: "stronglifts",
  endsOpen: true,
  matches: (header) => header.has("exercise") && header.search(/^date\b/) !== -1 && setColumnsOf(header).length > 0,
  required: (header) => [header.search(/^date\b/), header.find("exercise")],
  date: (header) => header.search(/^date\b/),
  read: ({ header, moments, emit }) => {
    const sets = setColumnsOf(header)
    const column = header.places({
      date: /^date\b/,
      number: /^workout(?: #)?$/,
      title: "workout name",
      exercise: "exercise",
      start: /^start time\b/,
      end: /^end time\b/,
      hours: "duration (hours)",
      note: ["notes", "note"],
      kilograms: /^body ?weight \(kg\)$/,
      pounds: /^body ?weight \(lb\)$/
    })
    const sessions = new Sessions(emit)
    const weigh = weighings(emit)
    const zeros = undone(emit)
    return {
      row: (cells, place) => {
        const [date, name] = [cells.text(column.date), cells.text(column.exercise)]
        const [begun, ended] = [cells.text(column.start), cells.text(column.end)]
        const start = moments.readDay(date, begun)
        if (start === null) cells.refuse(`"${date.slice(0, 40)}" is not a date`)
        const weight = loadOf(cells, column.kilograms, column.pounds)
        const hours = cells.positive(column.hours)
        const done = sets.flatMap(({ reps, kilograms, pounds }) => {
          const count = cells.positive(reps)
          return count === null ? [] : [{ reps: count, weightKg: loadOf(cells, kilograms, pounds) }]
        })
        if (name === "") cells.refuse("it names no exercise")
        if (done.length === 0 && weight === null) cells.refuse("it holds neither a set nor a weight")
        if (!cells.areRead(emit, place) || start === null) return
        zeros.add(
          cells,
          sets.map(({ reps }) => reps),
          place
        )
        weigh(place, start, weight, done.length > 0)
        if (done.length === 0) return
        const end = ended === "" ? null : moments.readDay(date, ended)
        sessions.enter([date, cells.text(column.number), begun].join("\n"), place, () => ({
          title: cells.text(column.title) || TITLE,
          start,
          end: (end?.time ?? "") > (start.time ?? "") ? end : null,
          durationSeconds: hours === null ? null : Math.round(hours * SECONDS_PER_HOUR)
        }))
        for (const [index, set] of done.entries())
          sessions.set(name, setOf(place, "normal", set), {
            begins: index === 0,
            notes: cells.text(column.note),
            rows: index === 0 ? 1 : 0
          })
      },
      end: () => {
        sessions.end()
        zeros.end()
      }
    }
  }
}
