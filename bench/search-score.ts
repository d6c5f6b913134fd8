import { searchExercises } from "../src/exercises/exercises.ts"
import { FRESH_QUESTIONS, QUESTIONS, type Question } from "../test/exercises/questions.ts"

/**
 * How good the search is: prints, for each set of questions with known right answers, the share whose right answer comes
 * first, among the first three and among the first five, and the questions that are missed or bring nothing.
 *
 *     bun run search:score [NAME]
 */

interface QuerySet {
  readonly name: string
  readonly questions: ReadonlyArray<Question>
  /** The names found, best first. */
  readonly find: (query: string) => ReadonlyArray<string> | Promise<ReadonlyArray<string>>
}

const findExercises = (query: string) => searchExercises({ query, limit: 5 }).exercises.map(({ name }) => name)

const SETS: ReadonlyArray<QuerySet> = [
  { name: "exercises", questions: QUESTIONS, find: findExercises },
  { name: "exercises-fresh", questions: FRESH_QUESTIONS, find: findExercises }
]

const score = async ({ name, questions, find }: QuerySet) => {
  const answers = await Promise.all(
    questions.map(async ([query, ...right]) => {
      const found = await find(query)
      return { query, found, at: found.findIndex((candidate) => right.includes(candidate)) }
    })
  )
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
