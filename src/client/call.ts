import type { Endpoint } from "./endpoints.ts"
import { Cancelled, type ClientError, TimedOut } from "./errors.ts"
import { attempt, type Failure, type Service } from "./exchange.ts"
import type { Sent } from "./request.ts"

/** The limits of one call. */
export interface Bounds {
  /** Its total time in milliseconds, including all attempts and the waits between them. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
  /** Most retries. */
  readonly maxRetries: number
}

/** The wait before the first retry, in milliseconds. It doubles with each retry, up to LONGEST_WAIT_MILLIS. */
const FIRST_WAIT_MILLIS = 500
const LONGEST_WAIT_MILLIS = 8_000

/** Waits for `work`, within `bounds`; aborts its signal when they end it. */
const within = <A>(bounds: Bounds, work: (signal: AbortSignal) => Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController()
    const { signal, timeout } = bounds
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", cancel)
      settle()
    }
    const stop = (error: ClientError) =>
      end(() => {
        reject(error)
        controller.abort()
      })
    const cancel = () => stop(new Cancelled("The call was cancelled by its signal."))
    const timer = setTimeout(() => stop(new TimedOut(`No answer within ${timeout} ms.`)), timeout)
    if (signal?.aborted === true) return cancel()
    signal?.addEventListener("abort", cancel, { once: true })
    work(controller.signal).then(
      (value) => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error))
    )
  })

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, millis)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener("abort", stop, { once: true })
  })

/** Whether a request may be sent again after this failure, without doing its work twice. */
const mayRepeat = ({ again }: Endpoint, { fate }: Failure): boolean =>
  fate === "turned away" || (fate === "lost" && again !== "never")

/**
 * The wait before a retry: what the service asks for plus the client's own, half of it random so that clients do not
 * return all at once.
 */
const waitBefore = (retry: number, { retryAfter }: Failure): number =>
  retryAfter + Math.min(FIRST_WAIT_MILLIS * 2 ** retry, LONGEST_WAIT_MILLIS) * (1 - Math.random() / 2)

/**
 * Sends a request until it is answered, and returns the answer. Rejects with the last attempt's error if a retry could
 * do the work twice, or would begin after the call's time.
 */
export const call = (service: Service, endpoint: Endpoint, sent: Sent, bounds: Bounds): Promise<object> =>
  within(bounds, async (signal) => {
    const end = Date.now() + bounds.timeout
    for (let retry = 0; ; retry++) {
      const outcome = await attempt(service, endpoint, sent, signal)
      if ("answer" in outcome) return outcome.answer
      const wait = waitBefore(retry, outcome)
      const isLast = retry >= bounds.maxRetries || !mayRepeat(endpoint, outcome) || Date.now() + wait >= end
      if (isLast || signal.aborted) throw outcome.error
      await pause(wait, signal)
      if (signal.aborted) throw outcome.error
    }
  })
