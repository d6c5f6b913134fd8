/**
 * Reads an export without importing it: `bun bench/history/read.ts FILE [OPTION=VALUE …]`, such as `weightUnit=kg`.
 * Prints its rows, the time, and the peak memory above that of an idle process. `bench/history/exports.ts` makes large
 * exports.
 */
import { Effect, Stream } from "effect"
import { openHistory } from "../../src/annexes/imports/apps/open.ts"
import type { HistoryRow, ReadOptions } from "../../src/annexes/imports/rows/rows.ts"

const MIB = 1024 * 1024
const [path = "", ...options] = process.argv.slice(2)
const given: Partial<ReadOptions> = Object.fromEntries(options.map((option) => option.split("=", 2)))

Bun.gc(true)
const idle = process.memoryUsage().rss
const started = performance.now()
const counts: Record<string, number> = {}
let rows = 0
const count = (row: HistoryRow) => {
  const kind = row._tag === "Reading" ? row.metric : row._tag
  counts[kind] = (counts[kind] ?? 0) + 1
  if (row._tag !== "Warning") rows += row.rows
}

await Effect.runPromise(
  Effect.gen(function* () {
    const { source, batches } = yield* openHistory(path, { timezone: "Europe/Berlin", ...given })
    yield* Stream.runForEach(batches, (batch) => Effect.sync(() => batch.rows.forEach(count)))
    const seconds = (performance.now() - started) / 1000
    const { maxRSS, userCPUTime } = process.resourceUsage()
    console.log(`${source}: ${rows} input rows, ${JSON.stringify(counts)}`)
    console.log(`${seconds.toFixed(2)} s (${(userCPUTime / 1e6).toFixed(2)} s of a core)`)
    console.log(`${Math.round((maxRSS * 1024 - idle) / MIB)} MiB above ${Math.round(idle / MIB)} MiB idle`)
  })
)
