import { expect, test } from "bun:test"
import { cronometer, hevy } from "../../bench/history/exports.ts"
import { formsOf } from "../annexes/page/support.ts"
import { hasPostgres } from "../support/stores.ts"
import { isFull, measured, quantile, TIME_LIMIT } from "./form.ts"
import { HISTORY, historyPage, isAtWork, type ServerWithPeople, serverWithPeople, upload } from "./history-page.ts"
import { callsOf, callsWhile } from "./latency.ts"
import { newDatabase } from "./servers.ts"

const ROWS = isFull ? 200_000 : 12_000

/** Bar: how many times as long as without the job 99 of 100 calls of another user may take. */
const MOST_TIMES = 2
/** Milliseconds that they may always take: a short run has too few calls for a reliable high percentile. */
const ALLOWED = isFull ? 25 : 250

/** Calls measured alone, before and after. */
const ALONE = isFull ? 1000 : 300
/** Milliseconds between two calls of the other user. */
const PAUSE = 10

const alone = ({ other }: ServerWithPeople) => callsOf(other, ALONE, PAUSE)

/** Sends a form of the page and waits for the job to end: how long that took, and the other user's calls meanwhile. */
const beside = async (people: ServerWithPeople, form: Readonly<Record<string, string>>) => {
  const begun = performance.now()
  let isOver = false
  const working = (async () => {
    expect((await people.browser.post(HISTORY, form)).status).toBe(303)
    while (await isAtWork(people.browser)) await Bun.sleep(250)
    isOver = true
  })()
  const times = await callsWhile(people.other, () => !isOver, PAUSE)
  await working
  return { seconds: (performance.now() - begun) / 1000, times, html: await historyPage(people.browser) }
}

const formOf = async (
  { browser }: ServerWithPeople,
  action: string,
  fields: Readonly<Record<string, string>> = {}
) => ({
  ...formsOf(await historyPage(browser)).find(({ hidden }) => hidden.action === action)?.hidden,
  ...fields
})

test.if(hasPostgres).each([
  { kind: "sets", file: hevy, units: { weightUnit: "kg", distanceUnit: "km" } },
  { kind: "foods", file: cronometer, units: {} }
])(
  `while ${ROWS.toLocaleString("en-US")} $kind are previewed, imported and undone, other users wait at most twice as long`,
  async ({ kind, file, units }) => {
    await using database = await newDatabase()
    await using people = await serverWithPeople(database.value)
    const before = await alone(people)
    await upload(people.browser, `${kind}.csv`, Buffer.from([...file(ROWS)].join("")))
    const fields = { timezone: "UTC", ...units }
    const phases = {
      "dry run": await beside(people, await formOf(people, "check", fields)),
      import: await beside(people, await formOf(people, "import", fields)),
      undo: await beside(people, await formOf(people, "undo"))
    }
    const without = [...before, ...(await alone(people))]
    const [median, p99] = [quantile(without, 0.5), quantile(without, 0.99)]
    measured(`without an import of ${ROWS} ${kind}`, {
      median,
      p99,
      longest: Math.max(...without)
    })
    for (const [phase, { seconds, times }] of Object.entries(phases))
      measured(`${phase} of ${ROWS} ${kind}`, {
        seconds,
        calls: times.length,
        median: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        longest: Math.max(...times)
      })
    expect(phases["dry run"].html).toContain(`${ROWS} rows`)
    expect(phases.import.html).toContain(`${ROWS} rows`)
    expect(phases.undo.html).toContain("It is undone")
    for (const { times } of Object.values(phases))
      expect(quantile(times, 0.99)).toBeLessThan(Math.max(MOST_TIMES * p99, ALLOWED))
  },
  TIME_LIMIT
)
