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

/** Rounds, each measured first without devices and then with some of them. The median of all rounds counts. */
const ROUNDS = isFull ? 5 : 3
const SECONDS_WITHOUT = isFull ? 20 : 1

/** Bar: how many times as long as without devices 99 of 100 calls of others may take while devices post hourly. */
const MOST_TIMES = 1.5
/** Milliseconds that they may take while all devices post at once, which delays everybody somewhat. */
const ALLOWED = 250

/** How devices arrive: how many in a round, and the milliseconds between them. */
interface Pace {
  readonly devices: number
  readonly apart: number
}

/** A thousand devices, each of which posts once an hour. */
const HOURLY: Pace = { devices: isFull ? 12 : 2, apart: isFull ? 3600 : 600 }
const AT_ONCE: Pace = { devices: DEVICES / ROUNDS, apart: 0 }

/** Milliseconds of each call, made at a steady rate while `goesOn` is true. Each must succeed. */
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

/** Sends like a phone: again, when it is told to. Returns how often it was told so, and the number of new records. */
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

/** Measures the calls of others without devices, and beside devices that send a month and then an hour, in rounds. */
const measure = async ({ devices: each, apart }: Pace) => {
  await using database = await newDatabase()
  await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
  const { baseUrl } = server
  const devices = await newDevices(database.value, each * ROUNDS)
  const others = (await newPeople(database.value, OTHERS)).map((token) => ({ baseUrl, token }))
  const [month, hour] = [monthOfPhone(), hourOfPhone(1)].map((body) => JSON.stringify(body))
  let left = 2 * PER_SECOND
  await callsWhile(others, () => left-- > 0)

  const figures: Array<{ readonly without: number; readonly beside: number }> = []
  let repeats = 0
  for (let round = 0; round < ROUNDS; round++) {
    let calls = SECONDS_WITHOUT * PER_SECOND
    const without = await callsWhile(others, () => calls-- > 0)
    const begun = performance.now()
    let isOver = false
    const sending = Promise.all(
      devices
        .filter((_, index) => index % ROUNDS === round)
        .map(async ({ device }, index) => {
          await Bun.sleep(index * apart)
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
    figures.push({ without: quantile(without, 0.99), beside: quantile(beside, 0.99) })
    measured(`round ${round + 1}`, {
      "median without": quantile(without, 0.5),
      "median beside": quantile(beside, 0.5),
      "p99 without": quantile(without, 0.99),
      "p99 beside": quantile(beside, 0.99),
      "longest beside": Math.max(...beside),
      seconds: (performance.now() - begun) / 1000
    })
  }
  const [without, beside] = (["without", "beside"] as const).map((which) =>
    quantile(
      figures.map((round) => round[which]),
      0.5
    )
  )
  const times = (beside ?? 0) / (without ?? 1)
  measured("all rounds", { "p99 without": without ?? 0, "p99 beside": beside ?? 0, times, "sent again": repeats })
  return { beside: beside ?? 0, times }
}

test.if(hasPostgres)(
  "a thousand devices that post hourly, each with a month to send, hardly delay the calls of others",
  async () => {
    const { beside, times } = await measure(HOURLY)
    // A short run has too few calls for a reliable high percentile.
    if (isFull) expect(times).toBeLessThan(MOST_TIMES)
    else expect(beside).toBeLessThan(ALLOWED)
  },
  TIME_LIMIT
)

test.if(hasPostgres)(
  `${DEVICES.toLocaleString("en-US")} devices send a month and then an hour at once, and others are answered meanwhile`,
  async () => {
    const { beside } = await measure(AT_ONCE)
    expect(beside).toBeLessThan(ALLOWED)
  },
  TIME_LIMIT
)
