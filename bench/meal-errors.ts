import { makeService, newPerson } from "../test/support/app.ts"
import { storeSets } from "../test/support/stores.ts"
import { describedMeals, type MealSource } from "./meals/describe.ts"
import { type Estimate, errorsOf, estimate } from "./meals/estimate.ts"

/**
 * The error of a diary kept from descriptions of meals by an agent without a model: prints errors in kcal and grams of
 * carbohydrate for all 2,000 descriptions of foods of each source, and by how they state amounts. `--misses` lists the
 * worst meals.
 *
 *     bun run bench:meals [--misses]
 */

const MEALS = 2000
/** One person's diary stays short, because reading it takes longer with every entry in memory. */
const OF_ONE = 50

const stores = storeSets.find(({ name }) => name === "memory")
if (stores === undefined) throw new Error("There are no stores in memory")

const service = await makeService(stores.reused)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

const print = (source: MealSource, estimates: ReadonlyArray<Estimate>) => {
  for (const type of ["all", "natural", "metric"] as const) {
    const chosen = estimates.filter(({ meal }) => type === "all" || meal.serving_type === type)
    const { median, medianShare, mean, ninetieth, within20, meanCarbs, nearCarbs } = errorsOf(chosen)
    console.log(
      `${source}, ${type}: ${chosen.length} meals; error in kcal: median ${median.toFixed(1)} (${percent(medianShare)}), mean ${mean.toFixed(1)}, 90th percentile ${ninetieth.toFixed(0)}; within 20 %: ${percent(within20)}; carbohydrates: mean ${meanCarbs.toFixed(1)} g, within 7.5 g or 20 %: ${percent(nearCarbs)}`
    )
  }
}

const printMisses = (estimates: ReadonlyArray<Estimate>) => {
  const worst = estimates.toSorted(
    (one, other) => Math.abs(other.loggedCarbs - other.meal.carb) - Math.abs(one.loggedCarbs - one.meal.carb)
  )
  for (const { meal, logged, loggedCarbs, foods } of worst.slice(0, 40)) {
    console.log(
      `\n${meal.meal_description}\n  ${meal.energy} kcal, ${meal.carb} g; logged ${logged.toFixed(0)} kcal, ${loggedCarbs.toFixed(0)} g`
    )
    for (const [query, name] of foods) console.log(`  ${query}: ${name ?? "nothing"}`)
  }
}

for (const source of ["SR28", "FNDDS"] as const) {
  const estimates: Array<Estimate> = []
  const described = describedMeals(MEALS, source)
  for (let from = 0; from < MEALS; from += OF_ONE) {
    const { rest } = await newPerson(service)
    for (const meal of described.slice(from, from + OF_ONE)) estimates.push(await estimate(rest, meal))
  }
  print(source, estimates)
  if (process.argv.includes("--misses")) printMisses(estimates)
}
await service.stop()
