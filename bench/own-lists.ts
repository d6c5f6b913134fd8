/**
 * What a person's own lists cost: `bun bench/own-lists.ts [COUNT]`. Prints, for each call, its time
 * in milliseconds in an empty account, in one with twenty of each list, and in one with COUNT (by default 5,000) own
 * exercises, own foods and saved meals each and as many routines as are allowed; and the worst time of another person's
 * `/v1/me` beside a burst of searches. The database is new, on PostgreSQL. Imports and the page refuse more than 2,000 own exercises;
 * here they are put into the tables.
 */
import pg from "pg"
import { MOST_ROUTINES } from "../src/annexes/page/features/routines/model.ts"
import { call } from "../test/faults/client.ts"
import { atOnce } from "../test/faults/form.ts"
import { newPeople } from "../test/faults/people.ts"
import { newDatabase, UNLIMITED } from "../test/faults/servers.ts"
import { startServer } from "../test/support/process.ts"
import { median } from "./measure.ts"

const ROUNDS = 40
const BURST = 95
/** Of each, in an account of few: as many as an answer shows. */
const FEW = 20
const DAY = "2026-03-14"

const [count = "5000"] = process.argv.slice(2)

const FILL = (userId: string, count: number | string) => {
  const rows = (most: number | string) => `generate_series(1, ${most}) AS n`
  const name = (what: string) => `'${what} Gargoyle ' || n % 50 || ' Heave ' || n`
  return [
    `INSERT INTO own_exercises SELECT '${userId}', 'ownex_${userId.slice(4)}' || n, ${name("Zottman")}, lower(${name("Zottman")}), 'strength', 'weight_reps', now() FROM ${rows(count)}`,
    `INSERT INTO custom_foods (user_id, food_id, name, serving_size, serving_unit, serving_text, calories, protein, carbs, fat, alcohol, created_at)
     SELECT '${userId}', 'cfood_${userId.slice(4)}' || n, ${name("Porridge")}, 100, 'g', '100 g', 100, 5, 10, 4, 0, now() FROM ${rows(count)}`,
    `INSERT INTO saved_meals SELECT '${userId}', 'meal_${userId.slice(4)}' || n, ${name("Breakfast")}, NULL, 1, now() FROM ${rows(count)}`,
    `INSERT INTO saved_meal_items SELECT '${userId}', 'meal_${userId.slice(4)}' || n, 1, 'custom_food', 'cfood_${userId.slice(4)}' || n, 1 FROM ${rows(count)}`,
    `INSERT INTO routines (user_id, routine_id, place, name, exercises, created_at)
     SELECT '${userId}', 'rout_${userId.slice(4)}' || n, n, ${name("Routine")}, '[]', now() FROM ${rows(MOST_ROUTINES)}`,
    "ANALYZE own_exercises, custom_foods, saved_meals, saved_meal_items, routines"
  ]
}

const workout = (name: string) => ({
  name: "Workout",
  date: DAY,
  exercises: [{ name, sets: [{ reps: 5, weight: 50 }] }]
})

const CALLS: ReadonlyArray<readonly [what: string, name: string, input: (round: number) => Record<string, unknown>]> = [
  ["an exercise of the catalogue", "search_exercises", () => ({ query: "bench press" })],
  ["an own exercise", "search_exercises", (n) => ({ query: `gargoyle ${n}` })],
  ["all own exercises", "search_exercises", () => ({ query: "gargoyle", limit: 50 })],
  ["a misspelt own exercise", "search_exercises", (n) => ({ query: `gargoile heave ${n}` })],
  ["words that nothing has", "search_exercises", (n) => ({ query: `xylophone quartz ${n}` })],
  ["a category", "search_exercises", () => ({ category: "strength" })],
  ["a food of the catalogue", "search_foods", () => ({ query: "egg" })],
  ["an own food or meal", "search_foods", (n) => ({ query: `gargoyle heave ${n}` })],
  ["a misspelt own food", "search_foods", (n) => ({ query: `gargoile ${n}` })],
  ["own foods alone", "search_foods", (n) => ({ query: `gargoyle ${n}`, kind: "custom_food" })],
  ["saved meals alone", "search_foods", (n) => ({ query: `breakfast ${n}`, kind: "saved_meal" })],
  ["own foods, without words", "search_foods", () => ({ kind: "custom_food" })],
  ["a barcode", "search_foods", () => ({ query: "4006381333931" })],
  ["an exercise by the catalogue's name", "log_workout", () => workout("Barbell Bench Press")],
  ["an exercise by an own name", "log_workout", (n) => workout(`Zottman Gargoyle ${n % 50} Heave ${n}`)],
  ["an exercise by a loose own name", "log_workout", (n) => workout(`zottman-gargoyles ${n % 50}, heave ${n}`)],
  ["an exercise by an unknown name", "log_workout", (n) => workout(`Quartz Xylophone ${n}`)],
  ["workouts by an own name", "list_workouts", (n) => ({ exerciseId: `Zottman Gargoyle ${n % 50} Heave ${n}` })],
  ["the context", "get_context", () => ({})]
]

await using database = await newDatabase()
const url = database.value
await using server = await startServer({ DATABASE_URL: url, ...UNLIMITED })
const client = new pg.Client({ connectionString: url })
await client.connect()
const as = (token: string) => ({ baseUrl: server.baseUrl, token })

const [full = ""] = await newPeople(url, 1)
const { rows } = await client.query("SELECT user_id FROM users ORDER BY created_at DESC LIMIT 1")
for (const statement of FILL(rows[0].user_id, count)) await client.query(statement)
const [few = ""] = await newPeople(url, 1)
const { rows: others } = await client.query("SELECT user_id FROM users ORDER BY created_at DESC LIMIT 1")
for (const statement of FILL(others[0].user_id, FEW)) await client.query(statement)
const [empty = "", third = ""] = await newPeople(url, 2)
await client.end()

console.log(`${count} of each: milliseconds (median of ${ROUNDS}, and the slowest)`)
console.log(["call", "what", "empty", `with ${FEW}`, "full", "full over empty", "slowest of full"].join(" | "))
for (const [what, name, input] of CALLS) {
  const times: { readonly [token: string]: Array<number> } = { [empty]: [], [few]: [], [full]: [] }
  for (let round = -3; round < ROUNDS; round++)
    for (const token of [empty, few, full]) {
      const answer = await call(as(token), "rest", name, input(round + 5))
      if (round >= 0) times[token]?.push(answer?.milliseconds ?? Number.NaN)
    }
  const [before = 0, between = 0, after = 0] = [empty, few, full].map((token) => median(times[token] ?? []))
  const figures = [before, between, after, after - before, Math.max(...(times[full] ?? []))]
  console.log([name, what, ...figures.map((figure) => figure.toFixed(1))].join(" | "))
}

for (const name of ["search_exercises", "search_foods"]) {
  let isOver = false
  const burst = atOnce(BURST, (n) => call(as(full), "rest", name, { query: `gargoyle ${n}` })).finally(() => {
    isOver = true
  })
  const others: Array<number> = []
  while (!isOver) others.push((await call(as(third), "rest", "get_context"))?.milliseconds ?? Number.NaN)
  const failed = (await burst).filter((answer) => answer?.status !== 200).map((answer) => answer?.status)
  console.log(
    `${BURST} ${name} at once: ${failed.length} failed (${[...new Set(failed)]}); another person's get_context: ${others.length} calls, worst ${Math.max(...others).toFixed(1)}`
  )
}
await server[Symbol.asyncDispose]()
await database[Symbol.asyncDispose]()
process.exit(0)
