import type { Cells } from "./cells.ts"
import type { Survey, SurveyContext } from "./table.ts"

/** How to tell people apart in a table: apps of scales export the readings of a whole family. */
export interface People {
  /** The position of the column that says whose a row is; -1: there is none. */
  readonly column: (header: SurveyContext["header"]) => number
  /** The person whom a cell of that column means; empty if it means nobody. */
  readonly personIn: (cell: string) => string
  readonly areSame: (one: string, other: string) => boolean
}

/** Longer names are compared by their beginning. */
const LONGEST_NAME = 60

const folded = (name: string): string => name.normalize("NFKC").toLowerCase()

export const byName = (column: People["column"]): People => ({
  column,
  personIn: (cell) => cell.trim().slice(0, LONGEST_NAME),
  areSame: (one, other) => folded(one) === folded(other)
})

/** Heights of one person differ by no more than this. */
const MOST_APART_CM = 3

export const byHeight = (column: People["column"]): People => ({
  column,
  personIn: (cell) => {
    const height = Number(cell.replace(",", "."))
    return height > 0 ? String(height) : ""
  },
  areSame: (one, other) => Math.abs(Number(one) - Number(other)) <= MOST_APART_CM
})

/** Most people that a question names. */
const MOST_PEOPLE = 20

/** Asks whose readings to take if a table has those of several people, or none of the person asked for. */
export const peopleSurvey = (
  { column, personIn, areSame }: People,
  { file, header, options }: SurveyContext
): Survey | null => {
  const place = column(header)
  if (place === -1) return null
  const asked = options.person === undefined ? undefined : personIn(options.person)
  const people: Array<string> = []
  let isFound = false
  return {
    row: (cells) => {
      const person = personIn(cells.text(place))
      if (person === "") return
      isFound ||= asked !== undefined && areSame(person, asked)
      if (people.length < MOST_PEOPLE && !people.some((one) => areSame(one, person))) people.push(person)
    },
    end: () => {
      if (isFound || people.length < (asked === undefined ? 2 : 1)) return { questions: [], answers: {} }
      const by = header.written[place]?.trim() ?? ""
      return { questions: [{ _tag: "Person", option: "--person", choices: people, file, by }], answers: {} }
    }
  }
}

/** Says why rows of a table are left out: those that are not about the person asked for, if one was. */
export const otherPeople = (
  { column, personIn, areSame }: People,
  { header, options }: SurveyContext
): ((cells: Cells) => string | null) => {
  const place = options.person === undefined ? -1 : column(header)
  const asked = personIn(options.person ?? "")
  if (place === -1) return () => null
  return (cells) => {
    const person = personIn(cells.text(place))
    return person !== "" && areSame(person, asked) ? null : "it is not about the person asked for"
  }
}
