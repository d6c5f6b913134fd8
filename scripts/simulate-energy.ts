/**
 * How close the energy balance comes to the truth in simulated people: `bun run simulate:energy [PEOPLE]`, 216,000 by
 * default; then the coverage of all intervals by length, over 2,500 people each.
 */
import { coverageOf, dice, GROUPS, LENGTHS, type Score, score } from "../test/values/trends/simulated-people.ts"

const people = Math.ceil(Number(process.argv[2] ?? 216_000) / GROUPS.length)
const random = dice(20_260_101)
const scores = GROUPS.map((group) => score(group, people, random))

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const mean = (scores: ReadonlyArray<Score>, of: (score: Score) => number) =>
  scores.reduce((sum, score) => sum + of(score), 0) / scores.length

const WINDOWS = [...new Set(GROUPS.map(({ weeks }) => weeks))]
const kinds = Map.groupBy(scores, ({ noise, correlation, missing }) =>
  [noise, correlation, typeof missing === "number" ? percent(missing) : missing].join(" | ")
)

const head = [
  "Noise, kg",
  "φ",
  "Missing",
  ...WINDOWS.map((weeks) => `${weeks} weeks`),
  "All",
  "Bias, kcal",
  ...WINDOWS.map((weeks) => `±, ${weeks} weeks`)
]
console.log(`| ${head.join(" | ")} |\n|${head.map(() => " --- |").join("")}`)
for (const [kind, windows] of kinds) {
  const cells = [
    kind,
    ...windows.map(({ covered }) => percent(covered)),
    percent(mean(windows, ({ covered }) => covered)),
    mean(windows, ({ bias }) => bias).toFixed(0),
    ...windows.map(({ half }) => half.toFixed(0))
  ]
  console.log(`| ${cells.join(" | ")} |`)
}
const least = Math.min(...[...kinds.values()].map((windows) => mean(windows, ({ covered }) => covered)))
console.log(
  `\n${people * GROUPS.length} people: ${percent(mean(scores, ({ covered }) => covered))} covered, of every kind at least ${percent(least)}, bias ${mean(scores, ({ bias }) => bias).toFixed(1)} kcal`
)

const EACH = 2500
const others = dice(20_260_102)
console.log(`\n| Weeks | Expenditure | Balance | A week | Rate |\n|${" --- |".repeat(5)}`)
for (const weeks of LENGTHS) {
  const { expenditure, balance, week, rate } = coverageOf(weeks, EACH, others)
  console.log(`| ${[weeks, ...[expenditure, balance, week, rate].map(percent)].join(" | ")} |`)
}
console.log(`\n${EACH} people for each length`)
