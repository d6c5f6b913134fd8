import { expect, test } from "bun:test"
import { startServer } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { type Account, call } from "./client.ts"
import { newDevices, post } from "./devices.ts"
import { isFull, measured, quantile, TIME_LIMIT } from "./form.ts"
import { hourOfPhone, monthOfPhone } from "./month.ts"
import { newPeople } from "./people.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

const DEVICES = isFull ? 1000 : 15
/** Calls of other users a second, however long the answers take. */
const PER_SECOND = isFull ? 300 : 100
const OTHERS = 20

/** Rounds, each of which measures without devices and then with some of them. The median of all counts. */
const ROUNDS = isFull ? 5 : 3
const SECONDS_WITHOUT = isFull ? 20 : 1

/** Bar: how many times as long as without, 99 of 100 calls of others may take. */
const MOST_TIMES = 1.5
/** Milliseconds that they may take in any case: a short run has too few calls for a steep quantile. */
const ALLOWED = isFull ? 0 : 250

/** Milliseconds each call took, called at a steady rate as long as `goesOn`. Each must succeed. */
const callsWhile = async (others: ReadonlyArray<Account>, goesOn: () => boolean): Promise<ReadonlyArray<number>> => {
  const calls: Array<Promise<number>> = []
  const begun = performance.now()
  for (let sent = 0; goesOn(); sent++) {
    const early = begun + (sent * 1000) / PER_SECOND - performance.now()
    if (early > 0) await Bun.sleep(early)
    const other = others[sent % OTHERS]
    if (other === undefined) throw new Error("There are others")
    const answer =
      sent % 2 === 0
        ? call(other, "rest", "set_body_metrics", { metric: "steps", readings: [{ value: sent }] })
        : call(other, "mcp", "list_body_metrics", { metric: "steps" })
    calls.push(
      answer.then((answer) => {
        expect(answer?.output).toBeDefined()
        return answer?.milliseconds ?? Number.POSITIVE_INFINITY
      })
    )
  }
  return Promise.all(calls)
}

/** Sends as a phone does: again, when it is told to. Returns how often it was told so, and the count of new records. */
const sendAsPhone = async (baseUrl: string, token: string, body: string) => {
  for (let repeats = 0; ; repeats++) {
    const response = await post(baseUrl, token, body)
    if (response.status === 429) {
      await response.arrayBuffer()
      await Bun.sleep(1000 * Number(response.headers.get("retry-after")))
      continue
    }
    const answer = (await response.json()) as { readonly new: number }
    if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
    return { repeats, made: answer.new }
  }
}

test.if(hasPostgres)(
  `${DEVICES.toLocaleString("en-US")} devices send a month and then an hour, beside the calls of others`,
  async () => {
    await using database = await newDatabase()
    await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
    const { baseUrl } = server
    const devices = await newDevices(database.value, DEVICES)
    const others = (await newPeople(database.value, OTHERS)).map((token) => ({ baseUrl, token }))
    const [month, hour] = [monthOfPhone(), hourOfPhone(1)].map((body) => JSON.stringify(body))
    let left = 2 * PER_SECOND
    await callsWhile(others, () => left-- > 0)

    const figures: Array<{ readonly without: number; readonly beside: number; readonly seconds: number }> = []
    let repeats = 0
    for (let round = 0; round < ROUNDS; round++) {
      let calls = SECONDS_WITHOUT * PER_SECOND
      const without = await callsWhile(others, () => calls-- > 0)
      const begun = performance.now()
      let isOver = false
      const sending = Promise.all(
        devices
          .filter((_, index) => index % ROUNDS === round)
          .map(async ({ device }) => {
            const first = await sendAsPhone(baseUrl, device, month ?? "")
            const second = await sendAsPhone(baseUrl, device, hour ?? "")
            expect([first.made, second.made]).toEqual([230, 1])
            repeats += first.repeats + second.repeats
          })
      ).finally(() => {
        isOver = true
      })
      const beside = await callsWhile(others, () => !isOver)
      await sending
      const seconds = (performance.now() - begun) / 1000
      figures.push({ without: quantile(without, 0.99), beside: quantile(beside, 0.99), seconds })
      measured(`round ${round + 1}`, {
        "median without": quantile(without, 0.5),
        "median beside": quantile(beside, 0.5),
        "p99 without": quantile(without, 0.99),
        "p99 beside": quantile(beside, 0.99),
        "longest beside": Math.max(...beside),
        seconds
      })
    }
    const without = quantile(
      figures.map((round) => round.without),
      0.5
    )
    const beside = quantile(
      figures.map((round) => round.beside),
      0.5
    )
    const seconds = figures.reduce((sum, round) => sum + round.seconds, 0)
    measured(`${DEVICES} devices beside ${PER_SECOND} calls a second`, {
      "p99 without": without,
      "p99 beside": beside,
      times: beside / without,
      "records a second": (DEVICES * 232) / seconds,
      "sent again": repeats
    })
    expect(beside).toBeLessThan(Math.max(MOST_TIMES * without, ALLOWED))
  },
  TIME_LIMIT
)
