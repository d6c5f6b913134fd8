import { KILOGRAMS_PER_POUND } from "../../../values/units.ts"
import type { Question, UnderBothUnits } from "../rows/questions.ts"
import type { Cells } from "./cells.ts"
import type { Survey } from "./table.ts"

/** Most distinct weights kept; beyond that, they are rounded to whole numbers. */
const MOST_DISTINCT = 20_000

/** Collects weights and distances without a unit, to show them in the question. */
export class UnitSurvey {
  private readonly weights = new Map<number, number>()
  private largestDistance = 0

  constructor(private readonly file: string) {}

  weight(written: number): void {
    if (written === 0) return
    const key = this.weights.size < MOST_DISTINCT ? written : Math.round(written)
    this.weights.set(key, (this.weights.get(key) ?? 0) + 1)
  }

  distance(written: number): void {
    this.largestDistance = Math.max(this.largestDistance, written)
  }

  questions(): ReadonlyArray<Question> {
    return [...this.weightQuestion(), ...this.distanceQuestion()]
  }

  private weightQuestion(): ReadonlyArray<Question> {
    const sorted = [...this.weights].sort(([one], [other]) => one - other)
    const [smallest] = sorted[0] ?? []
    const [largest] = sorted.at(-1) ?? []
    if (smallest === undefined || largest === undefined) return []
    const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2
    let seen = 0
    const [middle] = sorted.find(([, count]) => {
      seen += count
      return seen >= half
    }) ?? [smallest]
    return [
      {
        _tag: "WeightUnit",
        option: "--weight-unit",
        choices: ["kg", "lb"],
        file: this.file,
        smallest: underBoth(smallest),
        middle: underBoth(middle),
        largest: underBoth(largest)
      }
    ]
  }

  private distanceQuestion(): ReadonlyArray<Question> {
    if (this.largestDistance === 0) return []
    return [
      {
        _tag: "DistanceUnit",
        option: "--distance-unit",
        choices: ["km", "mi"],
        file: this.file,
        largest: this.largestDistance
      }
    ]
  }
}

/** Surveys a table. `collect` adds the weights and distances of a row that have no unit. */
export const unitSurvey = (file: string, collect: (survey: UnitSurvey, cells: Cells) => void): Survey => {
  const survey = new UnitSurvey(file)
  return {
    row: (cells) => collect(survey, cells),
    end: () => ({ questions: survey.questions(), answers: {} })
  }
}

const underBoth = (written: number): UnderBothUnits => ({
  written,
  ifKilograms: written,
  ifPounds: written * KILOGRAMS_PER_POUND
})
