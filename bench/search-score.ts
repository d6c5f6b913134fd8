import { Effect, Layer, ManagedRuntime } from "effect"
import { NOTHING_DUE } from "../src/contract/handler/charge.ts"
import { exercises as exerciseCatalogue, searchExercises } from "../src/features/exercises/exercises.ts"
import { LONGEST_QUERY } from "../src/features/food-search/definition.ts"
import { questionOf } from "../src/features/food-search/query.ts"
import * as FoodSearchMemory from "../src/features/food-search/store.memory.ts"
import { FoodSearch } from "../src/features/food-search/store.ts"
import type { CatalogueFood } from "../src/features/foods/catalogue-food.ts"
import { shippedFoods } from "../src/features/foods/shipped.ts"
import * as FoodsMemory from "../src/features/foods/store.memory.ts"
import { FoodCatalogue } from "../src/features/foods/store.ts"
import * as MemoryDatabase from "../src/platform/database/memory.ts"
import { UserId } from "../src/values/ids.ts"
import { ELEVENTH_QUESTIONS } from "../test/features/exercises/eleventh-questions.ts"
import {
  EIGHTH_QUESTIONS,
  FIFTH_QUESTIONS,
  NINTH_QUESTIONS,
  SEVENTH_QUESTIONS,
  SIXTH_QUESTIONS
} from "../test/features/exercises/everyday-questions.ts"
import { FOURTH_QUESTIONS, FRESH_QUESTIONS, QUESTIONS, type Question } from "../test/features/exercises/questions.ts"
import { TENTH_QUESTIONS } from "../test/features/exercises/tenth-questions.ts"
import { THIRTEENTH_QUESTIONS } from "../test/features/exercises/thirteenth-questions.ts"
import { TWELFTH_QUESTIONS } from "../test/features/exercises/twelfth-questions.ts"
import { EIGHTH_FOOD_QUESTIONS } from "../test/features/food-search/eighth-questions.ts"
import { ELEVENTH_FOOD_QUESTIONS } from "../test/features/food-search/eleventh-questions.ts"
import {
  FOOD_QUESTIONS,
  FOURTH_FOOD_QUESTIONS,
  type FoodQuestion,
  FRESH_FOOD_QUESTIONS
} from "../test/features/food-search/everyday-questions.ts"
import { FIFTEENTH_FOOD_QUESTIONS } from "../test/features/food-search/fifteenth-questions.ts"
import { FIFTH_FOOD_QUESTIONS } from "../test/features/food-search/fifth-questions.ts"
import { FOURTEENTH_FOOD_QUESTIONS } from "../test/features/food-search/fourteenth-questions.ts"
import { NINTH_FOOD_QUESTIONS } from "../test/features/food-search/ninth-questions.ts"
import { SEVENTH_FOOD_QUESTIONS } from "../test/features/food-search/seventh-questions.ts"
import { SIXTEENTH_FOOD_QUESTIONS } from "../test/features/food-search/sixteenth-questions.ts"
import { SIXTH_FOOD_QUESTIONS } from "../test/features/food-search/sixth-questions.ts"
import { TENTH_FOOD_QUESTIONS } from "../test/features/food-search/tenth-questions.ts"
import { THIRTEENTH_FOOD_QUESTIONS } from "../test/features/food-search/thirteenth-questions.ts"
import { TWELFTH_FOOD_QUESTIONS } from "../test/features/food-search/twelfth-questions.ts"
import { made } from "./data/foods.ts"

/**
 * The quality of the search: prints, for each set of questions with known answers, the share with a right answer first,
 * among the first three and among the first five, and the questions without one.
 *
 *     bun run search:score [NAME]
 */

/** The names of a search's results, best first, and the position of a right answer; -1 without one. */
interface Answer {
  readonly query: string
  readonly found: ReadonlyArray<string>
  readonly at: number
}

interface QuerySet {
  readonly name: string
  readonly answers: () => Promise<ReadonlyArray<Answer>>
}

const FIRST = 5

const exercises = (questions: ReadonlyArray<Question>) => async () =>
  questions.map(([query, ...right]) => {
    const found = searchExercises({ query, limit: FIRST }).exercises.map(({ name }) => name)
    return { query, found, at: found.findIndex((candidate) => right.includes(candidate)) }
  })

/** Foods made up from the words of shipped ones, under invented brands, as in an imported catalogue. */
const IMPORTED = 20_000

const foodSearch = (imported: number) =>
  ManagedRuntime.make(
    Layer.effectDiscard(Effect.flatMap(FoodCatalogue, (catalogue) => catalogue.put(made(0, imported)))).pipe(
      Layer.provideMerge(Layer.merge(FoodSearchMemory.layer, FoodsMemory.layer)),
      Layer.provide(FoodsMemory.layerFoods),
      Layer.provide(MemoryDatabase.layer)
    )
  )

const foods =
  (questions: ReadonlyArray<FoodQuestion>, imported = 0) =>
  async () => {
    const search = await foodSearch(imported).runPromise(FoodSearch)
    return Promise.all(
      questions.map(async ({ query, accepts }) => {
        const asked = { question: questionOf(query), kind: undefined, limit: FIRST }
        const found = await Effect.runPromise(search.search(NOTHING_DUE, UserId.make("usr_0000000000000000"), asked))
        const { foods } = found.value
        const names = foods.map(({ name, brandName }) => (brandName === null ? name : `${name} [${brandName}]`))
        return { query, found: names, at: foods.findIndex(accepts) }
      })
    )
  }

const withBrand = (name: string, brandName: string | null) => (brandName === null ? name : `${name} ${brandName}`)

/** Questions for every shipped food by a text of it, with its brand, up to the length of a query. */
const questionsBy = (textOf: (food: CatalogueFood) => string): ReadonlyArray<FoodQuestion> => {
  const queryOf = (food: CatalogueFood) => withBrand(textOf(food), food.brandName).slice(0, LONGEST_QUERY)
  const byQuery = Map.groupBy(shippedFoods(), (food) => queryOf(food).toLowerCase())
  return shippedFoods().map((food) => {
    const query = queryOf(food)
    const right = new Set(byQuery.get(query.toLowerCase())?.map(({ id }) => id))
    return { query, accepts: ({ id }) => right.has(id) }
  })
}

const EXERCISE_NAMES: ReadonlyArray<Question> = exerciseCatalogue().map(({ name }) => [name, name])

const SETS: ReadonlyArray<QuerySet> = [
  { name: "exercises", answers: exercises(QUESTIONS) },
  { name: "exercises-fresh", answers: exercises(FRESH_QUESTIONS) },
  { name: "exercises-fourth", answers: exercises(FOURTH_QUESTIONS) },
  { name: "exercises-fifth", answers: exercises(FIFTH_QUESTIONS) },
  { name: "exercises-sixth", answers: exercises(SIXTH_QUESTIONS) },
  { name: "exercises-seventh", answers: exercises(SEVENTH_QUESTIONS) },
  { name: "exercises-eighth", answers: exercises(EIGHTH_QUESTIONS) },
  { name: "exercises-ninth", answers: exercises(NINTH_QUESTIONS) },
  { name: "exercises-tenth", answers: exercises(TENTH_QUESTIONS) },
  { name: "exercises-eleventh", answers: exercises(ELEVENTH_QUESTIONS) },
  { name: "exercises-twelfth", answers: exercises(TWELFTH_QUESTIONS) },
  { name: "exercises-thirteenth", answers: exercises(THIRTEENTH_QUESTIONS) },
  { name: "exercises-names", answers: exercises(EXERCISE_NAMES) },
  { name: "foods", answers: foods(FOOD_QUESTIONS) },
  { name: "foods-fresh", answers: foods(FRESH_FOOD_QUESTIONS) },
  { name: "foods-fourth", answers: foods(FOURTH_FOOD_QUESTIONS) },
  { name: "foods-fifth", answers: foods(FIFTH_FOOD_QUESTIONS) },
  { name: "foods-sixth", answers: foods(SIXTH_FOOD_QUESTIONS) },
  { name: "foods-seventh", answers: foods(SEVENTH_FOOD_QUESTIONS) },
  { name: "foods-eighth", answers: foods(EIGHTH_FOOD_QUESTIONS) },
  { name: "foods-ninth", answers: foods(NINTH_FOOD_QUESTIONS) },
  { name: "foods-tenth", answers: foods(TENTH_FOOD_QUESTIONS) },
  { name: "foods-eleventh", answers: foods(ELEVENTH_FOOD_QUESTIONS) },
  { name: "foods-twelfth", answers: foods(TWELFTH_FOOD_QUESTIONS) },
  { name: "foods-thirteenth", answers: foods(THIRTEENTH_FOOD_QUESTIONS) },
  { name: "foods-fourteenth", answers: foods(FOURTEENTH_FOOD_QUESTIONS) },
  { name: "foods-fifteenth", answers: foods(FIFTEENTH_FOOD_QUESTIONS) },
  { name: "foods-sixteenth", answers: foods(SIXTEENTH_FOOD_QUESTIONS) },
  { name: "foods-names", answers: foods(questionsBy(({ name }) => name)) },
  { name: "foods-described", answers: foods(questionsBy(({ name, description }) => description ?? name)) },
  { name: "foods-imported", answers: foods(FOOD_QUESTIONS, IMPORTED) }
]

const score = async ({ name, answers: answersOf }: QuerySet) => {
  const answers = await answersOf()
  const within = (n: number) => {
    const hits = answers.filter(({ at }) => at >= 0 && at < n).length
    return `${((100 * hits) / answers.length).toFixed(1)} %`
  }
  const empty = answers.filter(({ found }) => found.length === 0).map(({ query }) => query)
  console.log(`${name}: ${answers.length} queries`)
  console.log(`  hit@1 ${within(1)}   hit@3 ${within(3)}   hit@5 ${within(5)}   empty ${empty.length}`)
  for (const query of empty) console.log(`  nothing: ${query}`)
  for (const { query, found, at } of answers) {
    if (found.length > 0 && at !== 0)
      console.log(`  ${at < 0 ? "missed" : `at ${at + 1}`}: ${query} → ${found.join(" | ")}`)
  }
}

const wanted = process.argv[2]
for (const set of SETS) if (wanted === undefined || set.name === wanted) await score(set)
