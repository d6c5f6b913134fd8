import { ACCOMPANIED_QUESTIONS } from "./accompanied-questions.ts"
import { EIGHTH_FOOD_QUESTIONS } from "./eighth-questions.ts"
import { ELEVENTH_FOOD_QUESTIONS } from "./eleventh-questions.ts"
import { FOOD_QUESTIONS, FOURTH_FOOD_QUESTIONS, FRESH_FOOD_QUESTIONS } from "./everyday-questions.ts"
import { FIFTEENTH_FOOD_QUESTIONS } from "./fifteenth-questions.ts"
import { FIFTH_FOOD_QUESTIONS } from "./fifth-questions.ts"
import { FOURTEENTH_FOOD_QUESTIONS } from "./fourteenth-questions.ts"
import { NINTH_FOOD_QUESTIONS } from "./ninth-questions.ts"
import { EVERYDAY_QUERIES } from "./queries.ts"
import { SEVENTH_FOOD_QUESTIONS } from "./seventh-questions.ts"
import { SIXTEENTH_FOOD_QUESTIONS } from "./sixteenth-questions.ts"
import { SIXTH_FOOD_QUESTIONS } from "./sixth-questions.ts"
import { TENTH_FOOD_QUESTIONS } from "./tenth-questions.ts"
import { THIRTEENTH_FOOD_QUESTIONS } from "./thirteenth-questions.ts"
import { TWELFTH_FOOD_QUESTIONS } from "./twelfth-questions.ts"

const ALL_QUESTIONS: ReadonlyArray<{ readonly query: string }> = [
  ...EVERYDAY_QUERIES,
  ...FOOD_QUESTIONS,
  ...FRESH_FOOD_QUESTIONS,
  ...FOURTH_FOOD_QUESTIONS,
  ...FIFTH_FOOD_QUESTIONS,
  ...SIXTH_FOOD_QUESTIONS,
  ...SEVENTH_FOOD_QUESTIONS,
  ...EIGHTH_FOOD_QUESTIONS,
  ...NINTH_FOOD_QUESTIONS,
  ...TENTH_FOOD_QUESTIONS,
  ...ELEVENTH_FOOD_QUESTIONS,
  ...TWELFTH_FOOD_QUESTIONS,
  ...THIRTEENTH_FOOD_QUESTIONS,
  ...FOURTEENTH_FOOD_QUESTIONS,
  ...FIFTEENTH_FOOD_QUESTIONS,
  ...SIXTEENTH_FOOD_QUESTIONS,
  ...ACCOMPANIED_QUESTIONS.map(([query]) => ({ query }))
]

/** The queries of all sets of questions, once each. */
export const ALL_QUERIES: ReadonlyArray<string> = [...new Set(ALL_QUESTIONS.map(({ query }) => query))]
