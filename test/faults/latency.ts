import { expect } from "bun:test"
import { type Account, call } from "./client.ts"
import { quantile } from "./form.ts"

/** Median and 99th percentile of calls one after another, in milliseconds; each must succeed. */
export const latency = async (account: Account, calls: number) => {
  const times: Array<number> = []
  for (let index = 0; index < calls; index++) {
    const answer =
      index % 2 === 0
        ? await call(account, "rest", "set_body_metrics", { metric: "steps", readings: [{ value: index }] })
        : await call(account, "mcp", "list_body_metrics", { metric: "steps" })
    expect(answer?.output).toBeDefined()
    times.push(answer?.milliseconds ?? Number.POSITIVE_INFINITY)
  }
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
