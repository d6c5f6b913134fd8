import { kilogramsIn } from "./amounts.ts"
import { bodyColumns, columnName, isBesideBody, isBesideOthers, isComposition } from "./body-columns.ts"
import type { ReadingColumns } from "./reading-columns.ts"
import type { Header, Survey, SurveyContext } from "./table.ts"

const LIKE_WEIGHT = /weight|body ?mass|gewicht|poids|peso\b|vægt|vekt|vikt|paino|waga/
const LIKE_FAT = /body ?fat|körperfett|gras[ao] corporal|graisse|lichaamsvet/
const LIKE_STEPS =
  /\bsteps?\b(?! (?:length|speed|asymmetry|time|up|down))|schritte|\bpasos\b|\bpassos\b|\bpassi\b|stappen|\bkroki\b/
const OTHER = /goal|target|ziel/
/** Weights that nobody has yet, or that are not the body's. */
const OTHER_WEIGHT =
  /goal|target|ideal|optimal|ziel|trend|change|level|muscle|bone|lean|fat|water|lift|bar\b|gain|loss|lost|index/

/** A column that may hold a metric for which the table has no certain column. */
interface Doubtful {
  readonly place: number
  readonly metric: "weight" | "fat" | "steps"
}

const doubtfulColumns = (header: Header, found: ReadingColumns): ReadonlyArray<Doubtful> =>
  header.written.flatMap((written, place): ReadonlyArray<Doubtful> => {
    const name = columnName(written)
    const { words, unit } = name
    if (Object.values(found).includes(place) || isComposition(name)) return []
    const isMass = unit === "" || kilogramsIn(unit) !== null
    if (found.weight === -1 && isMass && LIKE_WEIGHT.test(words) && !OTHER_WEIGHT.test(words)) {
      return [{ place, metric: "weight" }]
    }
    if (found.fat === -1 && LIKE_FAT.test(words) && !OTHER.test(words) && (unit === "" || unit === "%")) {
      return [{ place, metric: "fat" }]
    }
    const isCount = /^(?:steps?|counts?|)$/.test(unit)
    return found.steps === -1 && isCount && LIKE_STEPS.test(words) && !OTHER.test(words)
      ? [{ place, metric: "steps" }]
      : []
  })

/** Whether a table has a column with a metric, or one that may hold a metric. */
export const hasMetric = (header: Header, found: ReadingColumns): boolean =>
  Math.max(found.weight, found.fat, found.steps) !== -1 || doubtfulColumns(header, found).length > 0

/**
 * Whether a table with these columns is about a body or steps, and nothing else: training and food have columns of
 * their own.
 */
export const isOfBody = (header: Header): boolean => {
  const columns = bodyColumns(header)
  if (columns.date === -1 || !hasMetric(header, columns)) return false
  const names = header.written.map(columnName)
  const doubtful = doubtfulColumns(header, columns)
  const hasOthers = columns.steps !== -1 || names.some(isComposition)
  return names.every(
    (name, place) =>
      isBesideBody(name) || (hasOthers && isBesideOthers(name)) || doubtful.some((column) => column.place === place)
  )
}

/** The answer that leaves all such columns out. */
const NONE = "none"
const LONGEST_NAME = 100
const MOST_NAMES = 20

const folded = (name: string): string => name.trim().toLowerCase().slice(0, LONGEST_NAME)

/** The names in the person's answer. A name may have semicolons itself. */
const namesIn = (answer = ""): ReadonlyArray<string> => [answer, ...answer.split(";")].map(folded)

/** The columns with those that the person has named. */
export const withChosen = (header: Header, found: ReadingColumns, answer: string | undefined): ReadingColumns => {
  if (answer === undefined) return found
  const names = namesIn(answer)
  const chosen = doubtfulColumns(header, found).filter(({ place }) =>
    names.includes(folded(header.written[place] ?? ""))
  )
  // Of several columns with one metric, the first counts.
  return { ...found, ...Object.fromEntries(chosen.toReversed().map(({ metric, place }) => [metric, place])) }
}

/** Asks which columns to read if some may hold a metric and have values, unless the person has named one, or none. */
export const columnSurvey = ({ file, header, options }: SurveyContext, found: ReadingColumns): Survey | null => {
  const places = doubtfulColumns(header, found).map(({ place }) => place)
  const nameAt = (place: number) => (header.written[place] ?? "").trim().slice(0, LONGEST_NAME)
  const answer = namesIn(options.column)
  if (answer.includes(NONE) || places.length === 0) return null
  if (places.some((place) => answer.includes(folded(nameAt(place))))) return null
  const filled = new Set<number>()
  return {
    row: (cells) => {
      for (const place of places) if (/[1-9]/.test(cells.text(place))) filled.add(place)
    },
    end: () => {
      if (filled.size === 0) return { questions: [], answers: {} }
      const names = places.filter((place) => filled.has(place)).map(nameAt)
      const choices = [...names.slice(0, MOST_NAMES), NONE]
      return { questions: [{ _tag: "Column", option: "--column", choices, file }], answers: {} }
    }
  }
}
