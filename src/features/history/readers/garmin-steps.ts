import { Cells } from "./cells.ts"
import { fault } from "./input.ts"
import { Moments } from "./moments.ts"
import { pushReadings } from "./reading-table.ts"
import type { Fields, Header, TableKind } from "./table.ts"

const COLUMN = { date: 0, steps: 1, goal: 2 }

/** Nobody's goal of steps is lower; goals of floors and of active minutes are. */
const LOWEST_GOAL = 500

const DAY = new Moments("UTC", true)
const DAY_FIRST = new Moments("UTC", false)

const isDay = (text: string): boolean => DAY.read(text) !== null || DAY_FIRST.read(text) !== null

const hasNoName = ({ names }: Header): boolean => names[COLUMN.date]?.replace("\ufeff", "") === ""

/** A day without a name, and whole numbers. */
const hasDays = ({ names }: Header, first: Fields): boolean =>
  isDay(first(COLUMN.date)) && [...names.keys()].slice(COLUMN.steps).every((place) => /^[\d.,]*$/.test(first(place)))

/**
 * The report of steps: days, with the goal of each, or sums of weeks, without. In other languages than English the same columns have other
 * names, and other reports may have as many: those are of steps under the name of the file, or if the person says so.
 */
export const garminSteps: TableKind = {
  source: "garmin",
  matches: (header) => hasNoName(header) && /^actual(?:,goal)?$/.test(header.names.slice(COLUMN.steps).join()),
  mayBe: (header, first) => hasNoName(header) && header.names.length === 3 && hasDays(header, first),
  path: /(?:^|\/)(?:steps|schritte|pasos|passos|passi|pas|stappen|kroki|steg|skridt|skritt|askeleet)[^/]*\.csv$/i,
  required: () => [COLUMN.date, COLUMN.steps],
  date: () => COLUMN.date,
  survey: ({ file, header }) => {
    let highest = 0
    return {
      row: (fields) => {
        highest = Math.max(highest, new Cells(fields, header.delimiter).whole(COLUMN.goal) ?? 0)
      },
      end: () => {
        if (highest === 0 || highest >= LOWEST_GOAL) return { questions: [], answers: {} }
        throw fault(file, null, "has goals that are too low for steps", "Pass the report of steps of Garmin Connect")
      }
    }
  },
  read: ({ header, options, emit }) => {
    const moments = new Moments(options.timezone, options.isMonthFirst)
    const hasGoals = header.names.length > COLUMN.goal
    return {
      row: (fields, place) => {
        const cells = new Cells(fields, header.delimiter)
        const at = moments.read(fields(COLUMN.date))
        if (at === null) cells.refuse(`"${fields(COLUMN.date).slice(0, 40)}" is no date`)
        const steps = cells.whole(COLUMN.steps) || null
        if (!cells.areRead(emit, place) || at === null) return
        if (!hasGoals) emit.count(place, "sums of weeks: choose four weeks or less in the report, which then has days")
        else if (steps === null) emit.count(place, "days without steps")
        else pushReadings(emit, place, at, { weight: null, fat: null, steps: Math.round(steps) })
      },
      end: () => undefined
    }
  }
}
