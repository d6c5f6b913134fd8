import { expect, test } from "bun:test"
import { startServer } from "../support/process.ts"
import { canMakeCluster, startPair } from "./cluster.ts"
import { atOnce, isFull, measured, TIME_LIMIT } from "./form.ts"
import { makeJournal } from "./journal.ts"
import { UNLIMITED } from "./servers.ts"

const SWITCHES = isFull ? 20 : 3
const WRITERS = 8
/**
 * How long writes continue before each switch, and the longest time without an acknowledged one after it, in
 * milliseconds.
 */
const BETWEEN = 500
const SOON = 3000

if (process.env.REQUIRE_POSTGRES !== undefined && !canMakeCluster) throw new Error("PostgreSQL's programs are missing")

test.if(canMakeCluster)(
  "the primary and its standby switch roles again and again: writes soon continue, none is lost, and a repeated key gives one write",
  async () => {
    await using pair = await startPair()
    await using server = await startServer({ DATABASE_URL: pair.url, ...UNLIMITED })
    const journal = makeJournal()
    const delays: Array<number> = []
    try {
      for (let round = 0; round < SWITCHES; round++) {
        let isOver = false
        let promotedAt = Number.POSITIVE_INFINITY
        const backAt = Promise.withResolvers<number>()
        const writers = atOnce(WRITERS, async () => {
          while (!isOver) {
            const begun = performance.now()
            const answer = await journal.write(server)
            if (answer !== undefined && answer.error === undefined && begun > promotedAt)
              backAt.resolve(performance.now())
            if (answer?.error !== undefined) await Bun.sleep(20)
          }
        })
        await Bun.sleep(BETWEEN)
        await pair.switchOver()
        promotedAt = performance.now()
        delays.push((await backAt.promise) - promotedAt)
        isOver = true
        await writers
        await pair.rejoin()
        await journal.retry(server)
      }
      await journal.verify(server)
    } finally {
      measured("switch of primaries", {
        switches: delays.length,
        writes: journal.count(),
        acknowledged: journal.acknowledged(),
        "slowest return in milliseconds": Math.round(Math.max(0, ...delays))
      })
    }
    expect(journal.acknowledged()).toBeGreaterThan(SWITCHES)
    expect(Math.max(...delays)).toBeLessThan(SOON)
  },
  TIME_LIMIT
)
