/**
 * How long trends over ten years hold up everything else: `bun run bench:trends [STORES]`, by default `postgres`. Prints the longest
 * time without a turn of the event loop while `get_trends` runs over 3,653 days of diary and 3,400 workouts (the best
 * and the median of 15 calls), the fastest call, and a hash of the figures, which must stay the same.
 */
import { callInternal } from "../test/annexes/page/features/overview/support.ts"
import { heldBy, serviceAfterYears } from "../test/annexes/page/features/overview/years.ts"
import { output } from "../test/support/app.ts"
import { storeSets } from "../test/support/stores.ts"
import { median } from "./measure.ts"

const CALLS = 15

for (const { name, layer } of storeSets.filter(({ name }) => name === (process.argv[2] ?? "postgres"))) {
  const { service, person } = await serviceAfterYears(layer, { days: 3653, workouts: 3400 })
  const call = () => output(callInternal(service, person, "get_trends", { range: "all" }))
  const hash = new Bun.CryptoHasher("sha256")
    .update(JSON.stringify(await call()))
    .digest("hex")
    .slice(0, 12)
  const runs: Array<{ readonly longest: number; readonly time: number }> = []
  for (let count = 0; count < CALLS; count++) runs.push(await heldBy(call))
  const longest = runs.map((run) => run.longest)
  console.log(
    `${name}: held for ${Math.min(...longest).toFixed(0)} ms (median ${median(longest).toFixed(0)}), fastest call ${Math.min(...runs.map(({ time }) => time)).toFixed(0)} ms, figures ${hash}`
  )
  await service.stop()
}
process.exit(0)
