import { expect, test } from "bun:test"
import { archiveOf } from "../annexes/imports/archive-of.ts"
import { workbook } from "../annexes/imports/workbook-of.ts"
import { until } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { isFull, measured, quantile, TIME_LIMIT } from "./form.ts"
import {
  childrenOf,
  HISTORY,
  historyPage,
  isAtWork,
  memoryOfAll,
  type ServerWithPeople,
  serverWithPeople,
  upload
} from "./history-page.ts"
import { latency } from "./latency.ts"
import { newDatabase } from "./servers.ts"

/** Bars: how many milliseconds anything else may wait, and how many bytes reading a file may take. */
const LONGEST_WAIT = isFull ? 250 : 500
const MOST_MEMORY = 300e6

/** Calls made while something else runs: how long each waited, and the peak memory of all processes. */
const beside = async ({ server, other, pid }: ServerWithPeople, goesOn: () => Promise<boolean>) => {
  const health: Array<number> = []
  const calls: Array<number> = []
  let most = 0
  do {
    const at = performance.now()
    expect((await fetch(`${server.baseUrl}/health`)).status).toBe(200)
    health.push(performance.now() - at)
    calls.push((await latency(other, 2)).p99)
    most = Math.max(most, memoryOfAll(pid))
  } while (await goesOn())
  return { health: Math.max(...health), calls: Math.max(...calls), p99: quantile(calls, 0.99), most }
}

/** Previews a file, and runs something else meanwhile. */
const preview = async (people: ServerWithPeople, fields: Record<string, string> = {}) => {
  const idle = memoryOfAll(people.pid)
  const begun = performance.now()
  const started = people.browser.submit(HISTORY, "check", fields)
  await until(
    async () => childrenOf(people.pid).length > 0 || (await historyPage(people.browser)).includes("data-running")
  )
  const found = await beside(people, () => isAtWork(people.browser))
  await started
  const milliseconds = performance.now() - begun
  return { ...found, memory: found.most - idle, milliseconds, html: await historyPage(people.browser) }
}

const expectUndisturbed = ({ health, calls, memory }: Awaited<ReturnType<typeof preview>>) => {
  expect(health).toBeLessThan(LONGEST_WAIT)
  expect(calls).toBeLessThan(LONGEST_WAIT)
  expect(memory).toBeLessThan(MOST_MEMORY)
}

const figures = ({ html: _html, most: _most, memory, ...rest }: Awaited<ReturnType<typeof preview>>) => ({
  ...rest,
  megabytes: memory / 1e6
})

const weights = (rows: number): Uint8Array =>
  Buffer.from(`date,metric,value,unit\n${"2024-05-01,weight,80,kg\n2024-05-02,weight,500000,kg\n".repeat(rows / 2)}`)

test.if(hasPostgres)(
  "a workbook of a million rows, long names, and a table of half a million rows delay nobody; cancelling ends the reading at once",
  async () => {
    await using database = await newDatabase()
    await using people = await serverWithPeople(database.value)
    const { browser, pid } = people

    const rows = Array.from(
      { length: 1_000_000 },
      (_, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>${at}</v></c></row>`
    )
    const header = `<row r="1"><c t="inlineStr"><is><t>Date</t></is></c><c t="inlineStr"><is><t>Weight (kg)</t></is></c></row>`
    await upload(browser, "MacroFactor.xlsx", workbook({ Weight: header + rows.join("") }))
    const workbooks = await preview(people)
    measured("a workbook of 1,000,000 rows", figures(workbooks))
    expect(workbooks.html).toContain("MacroFactor.xlsx: has more than 200,000 rows. Export a shorter time")
    expectUndisturbed(workbooks)

    const long = `${"n".repeat(60_000)}.csv`
    await upload(browser, "names.zip", archiveOf([[long, weights(10_000)]]))
    const names = await preview(people)
    expect(names.html).toContain("holds a file whose name is longer than 255 bytes")
    expectUndisturbed(names)

    await upload(browser, "weights.csv", weights(500_000))
    const table = await preview(people)
    measured("a table of 500,000 rows", figures(table))
    expect(table.html).toContain("500000 rows")
    expectUndisturbed(table)

    await upload(browser, "weights.csv", weights(500_000))
    const again = browser.submit(HISTORY, "check").catch(() => undefined)
    await until(() => childrenOf(pid).length > 0)
    const begun = performance.now()
    expect((await browser.submit(HISTORY, "cancel")).status).toBe(303)
    await until(() => childrenOf(pid).length === 0)
    const cancelled = performance.now() - begun
    measured("cancelling", { milliseconds: cancelled })
    expect(cancelled).toBeLessThan(2000)
    await again
    expect(await historyPage(browser)).toContain('type="file"')
  },
  TIME_LIMIT
)
