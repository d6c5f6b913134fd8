/**
 * How often the workout that Today offers first is what is done next, over forty simulated plans: `bun run
 * simulate:next [SEEDS]`, 20 by default. Each seed leaves out other days.
 */
import { likelyNext } from "../src/annexes/page/features/lately/next.ts"
import {
  lastButTwo,
  oldest,
  plansOf,
  type Rule,
  scoreOf
} from "../test/annexes/page/features/lately/simulated-plans.ts"

const seeds = Number(process.argv[2] ?? 20)
const rules: ReadonlyArray<readonly [string, Rule]> = [
  ["First offer", (done) => likelyNext(done, 1)[0]],
  ["What was left longest", oldest],
  ["The last but two", lastButTwo]
]
const simulated = Array.from({ length: seeds }, (_, seed) => plansOf(seed + 1))
const groups = Object.keys(simulated[0] ?? {})

console.log(`| Eight plans each | ${rules.map(([name]) => name).join(" | ")} |`)
console.log(`|${" --- |".repeat(rules.length + 1)}`)
const row = (name: string, plans: Parameters<typeof scoreOf>[1]) =>
  console.log(`| ${name} | ${rules.map(([, rule]) => `${(100 * scoreOf(rule, plans)).toFixed(1)} %`).join(" | ")} |`)
for (const group of groups)
  row(
    group,
    simulated.flatMap((plans) => plans[group] ?? [])
  )
row(
  "all",
  simulated.flatMap((plans) => Object.values(plans).flat())
)
