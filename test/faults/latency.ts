import { expect } from "bun:test"
import { type Account, call } from "./client.ts"
import { quantile } from "./form.ts"

/** How long each call of an account takes in milliseconds, one after another, while `goesOn` is true. Each must succeed. */
export const callsWhile = async (
  account: Account,
  goesOn: () => boolean,
  pause = 0
): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  while (goesOn()) {
    const answer =
      times.length % 2 === 0
        ? await call(account, "rest", "set_body_metrics", { metric: "steps", readings: [{ value: times.length }] })
        : await call(account, "mcp", "list_body_metrics", { metric: "steps" })
    expect(answer?.output).toBeDefined()
    times.push(answer?.milliseconds ?? Number.POSITIVE_INFINITY)
    if (pause > 0) await Bun.sleep(pause)
  }
  return times
}

/** So many calls, the same way. */
export const callsOf = (account: Account, calls: number, pause = 0): Promise<ReadonlyArray<number>> => {
  let left = calls
  return callsWhile(account, () => left-- > 0, pause)
}

/** Median and 99th percentile of calls one after another, in milliseconds; each must succeed. */
export const latency = async (account: Account, calls: number) => {
  const times = await callsOf(account, calls)
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
