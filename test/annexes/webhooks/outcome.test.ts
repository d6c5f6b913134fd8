import { expect, test } from "bun:test"
import { FAILING_MILLIS, LONGEST_PAUSE } from "../../../src/annexes/webhooks/model.ts"
import { outcomeOf } from "../../../src/annexes/webhooks/sender.ts"

const NOW = 1_800_000_000_000

/** What is recorded of an answer with this status, after failures for so long. */
const after = (status: number, failedForMillis: number | null, retryAfterMillis?: number) =>
  outcomeOf(
    { status, ...(retryAfterMillis === undefined ? {} : { retryAfterMillis }) },
    { failures: 2, failingSince: failedForMillis === null ? null : NOW - failedForMillis },
    NOW
  )

test("a delivery succeeds with any status of success, and with no other", () => {
  expect([199, 200, 204, 299, 300, 404].map((status) => after(status, null).isSent)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false
  ])
})

test("a webhook stops once it has failed for a day, or when its receiver is gone", () => {
  expect(after(500, FAILING_MILLIS - 1).stoppedWhy).toBeNull()
  expect(after(500, FAILING_MILLIS).stoppedWhy).toBe("failing")
  expect(after(410, null).stoppedWhy).toBe("gone")
  expect(after(204, FAILING_MILLIS)).toMatchObject({ isSent: true, stoppedWhy: null })
})

test("the next attempt waits as long as the failures ask, or longer if the receiver asks, within a bound", () => {
  const asks = [undefined, 0, 1].map((millis) => after(503, null, millis).retryAt - NOW)
  for (const pause of asks) expect(pause).toBeGreaterThan(1)
  for (const pause of asks) expect(pause).toBeLessThan(LONGEST_PAUSE)
  expect(after(503, null, LONGEST_PAUSE - 1).retryAt).toBe(NOW + LONGEST_PAUSE - 1)
  expect(after(503, null, LONGEST_PAUSE * 2).retryAt).toBe(NOW + LONGEST_PAUSE)
})
