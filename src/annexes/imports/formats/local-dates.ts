import type { Moment } from "../rows/rows.ts"
import type { Cells } from "./cells.ts"
import { LocaleSurvey, readNamedDate } from "./named-dates.ts"
import type { Survey, SurveyContext, TableContext } from "./table.ts"

/** Determines the language of a table's dates. `dateIn` returns the date of a row, if it has one. */
export const surveyLocale = (
  { file, options }: SurveyContext,
  dateIn: (cells: Cells) => string | undefined
): Survey | null => {
  if (options.locale !== undefined) return null
  const survey = new LocaleSurvey(undefined)
  return {
    row: (cells) => {
      const date = dateIn(cells)
      if (date !== undefined) survey.add(date)
    },
    end: () => {
      const { locale, questions } = survey.end(file)
      return { questions, answers: locale === undefined ? {} : { locale } }
    }
  }
}

/** Determines the language of the dates in this column. */
export const localeSurvey = (column: number, context: SurveyContext): Survey | null =>
  surveyLocale(context, (cells) => cells.text(column))

/** Reads a table's dates in the language determined before. The same text often comes many times in a row. */
export const dateReader = ({ options, moments }: TableContext): ((text: string) => Moment | null) => {
  let last: { readonly text: string; readonly moment: Moment | null } = { text: "", moment: null }
  return (text) => {
    if (text !== last.text) last = { text, moment: readNamedDate(text, options.locale ?? "en", moments) }
    return last.moment
  }
}
