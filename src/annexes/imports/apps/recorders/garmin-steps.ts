import { groupedOf } from "../../formats/amounts.ts"
import type { Cells, Fields } from "../../formats/cells.ts"
import { fault } from "../../formats/input.ts"
import { Moments } from "../../formats/moments.ts"
import { pushReadings } from "../../formats/reading-table.ts"
import { StepRows, stepSurvey } from "../../formats/step-rows.ts"
import { together } from "../../formats/surveys.ts"
import type { Header, Survey, SurveyContext, TableKind } from "../../formats/table.ts"
import { ZoneClock } from "../../formats/zones.ts"
import { pass } from "../../rows/advice.ts"

const COLUMN = { date: 0, steps: 1, goal: 2 }

/** Smallest step goal that anyone has. Goals of floors and active minutes are lower. */
const LOWEST_GOAL = 500

const UTC = new ZoneClock("UTC")
const DAY = new Moments(UTC, true)
const DAY_FIRST = new Moments(UTC, false)

const isDay = (text: string): boolean => DAY.read(text) !== null || DAY_FIRST.read(text) !== null

const hasNoName = ({ names }: Header): boolean => names[COLUMN.date]?.replace("\ufeff", "") === ""

/** Whether the first column is an unnamed day and the others are whole numbers. */
const hasDays = ({ names }: Header, first: Fields): boolean =>
  isDay(first(COLUMN.date)) &&
  [...names.keys()].slice(COLUMN.steps).every((place) => /^[\d.,\u00a0\u202f]*$/.test(first(place)))

/** What the columns for steps and their goal are called: mostly "actual" or "steps", and "goal". */
const STEPS =
  /^(?:actual|steps|ist|tatsächlich|schritte|r[ée]el|effectif|pas|real|pasos|passos|effettiv[io]|passi|werkelijk|stappen|rzeczywist[ey]|kroki|faktisk|skridt|skritt|steg|faktiskt|verklig|todellinen|toteutunut|askeleet)$/
const GOAL = /^(?:goal|ziel|objectif|objetivo|meta|obiettivo|doel|cel|mål|tavoite)$/

/** Refuses reports of other things than steps. */
const goalSurvey = ({ file }: SurveyContext): Survey => {
  let highest = 0
  return {
    row: (cells) => {
      const goal = groupedOf(cells.text(COLUMN.goal)) ?? cells.whole(COLUMN.goal)
      highest = Math.max(highest, goal ?? 0)
    },
    end: () => {
      if (highest === 0 || highest >= LOWEST_GOAL) return { questions: [], answers: {} }
      throw fault(file, null, "has goals that are too low for steps", pass("the report of steps of Garmin Connect"))
    }
  }
}

const stepsIn = (cells: Cells): number | null =>
  (groupedOf(cells.text(COLUMN.steps)) ?? cells.whole(COLUMN.steps)) || null

/**
 * The steps report: days with their goals, or weekly sums without. Known words for both columns show it in
 * other languages. With other words, other reports may look alike: then the report's file name or the person decides.
 */
export const garminSteps: TableKind = {
  source: "garmin",
  matches: (header, first) =>
    hasNoName(header) &&
    (/^actual(?:,goal)?$/.test(header.names.slice(COLUMN.steps).join()) ||
      (header.names.length === 3 &&
        hasDays(header, first) &&
        STEPS.test(header.names[COLUMN.steps] ?? "") &&
        GOAL.test(header.names[COLUMN.goal] ?? ""))),
  mayBe: (header, first) => hasNoName(header) && header.names.length === 3 && hasDays(header, first),
  path: /(?:^|\/)(?:steps|schritte|pasos|passos|passi|pas|stappen|kroki|steg|skridt|skritt|askeleet)[^/]*\.csv$/i,
  required: () => [COLUMN.date, COLUMN.steps],
  date: () => COLUMN.date,
  survey: (context) =>
    together(
      goalSurvey(context),
      context.header.names.length > COLUMN.goal
        ? stepSurvey(context, (cells) => ({ date: cells.text(COLUMN.date), time: "", steps: stepsIn(cells) }))
        : null
    ),
  read: ({ header, moments, options, emit }) => {
    const counted = options.steps === undefined ? undefined : new StepRows(emit, options.steps)
    const hasGoals = header.names.length > COLUMN.goal
    return {
      row: (cells, place) => {
        const at = cells.moment(moments, cells.text(COLUMN.date))
        const steps = stepsIn(cells)
        if (!cells.areRead(emit, place) || at === null) return
        if (!hasGoals) emit.count(place, "sums of weeks: choose four weeks or less in the report, which then has days")
        else if (steps === null) emit.count(place, "days without steps")
        else if (counted !== undefined) counted.add(place, at, steps, 1)
        else pushReadings(emit, place, at, { weight: null, fat: null, steps: Math.round(steps) })
      },
      end: () => counted?.end()
    }
  }
}
