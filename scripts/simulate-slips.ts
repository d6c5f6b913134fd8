/**
 * What slips of the finger do to a trend and its rate, in simulated people with one in a hundred readings:
 * `bun run simulate:slips [PEOPLE]`, 2,500 by default.
 */
import { type Figures, slipScores } from "../test/values/trends/simulated-slips.ts"

const people = Number(process.argv[2] ?? 2500)
const scores = slipScores(people, 20_260_103)
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

console.log("| Readings | Error of the average, kg | Error of the rate, kg a week | Coverage of the rate |")
console.log(`|${" --- |".repeat(4)}`)
const row = (name: string, { average, rate, covered }: Figures) =>
  console.log(`| ${name} | ${average.toFixed(3)} | ${rate.toFixed(3)} | ${percent(covered)} |`)
row("As typed", scores.typed)
row("Without slips", scores.kept)
row("As the scale showed them", scores.true)
console.log(
  `\n${people} people. Left out: ${percent(scores.found)} of the slips of over 3 kg, ${(100 * scores.mistaken).toFixed(2)} % of the right readings`
)
