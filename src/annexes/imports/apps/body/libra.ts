import { kilogramsIn, kilogramsInUnit } from "../../formats/amounts.ts"
import { UnitSurvey } from "../../formats/ask.ts"
import { Cells } from "../../formats/cells.ts"
import { Moments } from "../../formats/moments.ts"
import { pushReadings } from "../../formats/reading-table.ts"
import type { TableKind } from "../../formats/table.ts"

const MOST_COLUMNS = 20

/** Libra: the rows follow lines with `#`. One of these states the unit, and the last names the columns. */
export const libraWeights: TableKind = {
  source: "libra",
  matches: () => false,
  opening: { pattern: /^\ufeff?(?:#(?:version|units)\b[^\r\n]*[\r\n]+)*#date;weight\b/i, delimiter: ";" },
  required: () => [],
  date: () => -1,
  survey: ({ file, options }) => {
    let isStated = options.weightUnit !== undefined
    const survey = new UnitSurvey(file)
    return {
      row: (cells) => {
        if (unitOf(cells.text(0)) !== null) isStated = true
        if (!cells.text(0).startsWith("#")) survey.weight(Number(cells.text(1)) || 0)
      },
      end: () => ({ questions: isStated ? [] : survey.questions(), answers: {} })
    }
  },
  read: ({ header, options, emit }) => {
    const moments = new Moments(options.clock)
    let names: ReadonlyArray<string> = []
    let kilograms = options.weightUnit === undefined ? 1 : kilogramsInUnit(options.weightUnit)
    return {
      row: ({ fields }, place) => {
        const cells = new Cells((place) => fields(place).trim(), header.delimiter)
        const first = cells.text(0)
        if (/^\ufeff?#/.test(first)) {
          kilograms = unitOf(first) ?? kilograms
          if (/^\ufeff?#date$/i.test(first)) {
            names = Array.from({ length: MOST_COLUMNS }, (_, at) => fields(at).replace("#", "").trim().toLowerCase())
          }
          return
        }
        const at = cells.moment(moments, first)
        const weight = cells.positive(1)
        const fat = cells.positive(names.indexOf("body fat"))
        if (weight === null) cells.refuse("it holds no weight")
        if (!cells.areRead(emit, place) || at === null || weight === null) return
        pushReadings(emit, place, at, { weight: weight * kilograms, fat, steps: null })
        for (const [at, name] of names.entries())
          if (!KEPT.test(name) && cells.text(at) !== "") emit.notKept(place, name)
      }
    }
  }
}

/** The columns that are kept. */
const KEPT = /^(?:date|weight|body fat|)$/

/** Kilograms per unit stated in a line such as `#Units: kg`. */
const unitOf = (line: string): number | null => kilogramsIn(/^#units:\s*(\S+)/i.exec(line.trim())?.[1] ?? "")
