import { makeService, newPerson } from "../test/support/app.ts"
import { storeSets } from "../test/support/stores.ts"
import { describedMeals } from "./meals/describe.ts"
import { type Estimate, errorsOf, estimate } from "./meals/estimate.ts"

/**
 * The error of a diary kept from descriptions of meals by an agent without a model: prints errors in kcal and the share
 * of meals within 20 %, for all 2,000 descriptions and by how they state amounts. `--misses` lists the worst meals.
 *
 *     bun run bench:meals [--misses]
 */

const MEALS = 2000
/** One person's diary stays short, because reading it takes longer with every entry in memory. */
const OF_ONE = 50

const stores = storeSets.find(({ name }) => name === "memory")
if (stores === undefined) throw new Error("There are no stores in memory")

const service = await makeService(stores.reused)
const estimates: Array<Estimate> = []
const described = describedMeals(MEALS)
for (let from = 0; from < MEALS; from += OF_ONE) {
  const { rest } = await newPerson(service)
  for (const meal of described.slice(from, from + OF_ONE)) estimates.push(await estimate(rest, meal))
}
await service.stop()

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
for (const type of ["all", "natural", "metric"] as const) {
  const chosen = estimates.filter(({ meal }) => type === "all" || meal.serving_type === type)
  const { median, medianShare, mean, ninetieth, within20 } = errorsOf(chosen)
  console.log(
    `${type}: ${chosen.length} meals; error in kcal: median ${median.toFixed(1)} (${percent(medianShare)}), mean ${mean.toFixed(1)}, 90th percentile ${ninetieth.toFixed(0)}; within 20 %: ${percent(within20)}`
  )
}

if (process.argv.includes("--misses")) {
  const worst = estimates.toSorted(
    (one, other) => Math.abs(other.logged - other.meal.energy) - Math.abs(one.logged - one.meal.energy)
  )
  for (const { meal, logged, foods } of worst.slice(0, 40)) {
    console.log(`\n${meal.meal_description}\n  ${meal.energy} kcal, logged ${logged.toFixed(0)}`)
    for (const [query, name] of foods) console.log(`  ${query}: ${name ?? "nothing"}`)
  }
}
