import type { Survey } from "./table.ts"

/** Combines several surveys of one table. Null if there is none. */
export const together = (...given: ReadonlyArray<Survey | null>): Survey | null => {
  const surveys = given.filter((survey) => survey !== null)
  if (surveys.length === 0) return null
  return {
    row: (cells, line) => {
      for (const survey of surveys) survey.row(cells, line)
    },
    end: () => {
      const ends = surveys.map((survey) => survey.end())
      return {
        questions: ends.flatMap(({ questions }) => questions),
        answers: Object.assign({}, ...ends.map(({ answers }) => answers))
      }
    }
  }
}
