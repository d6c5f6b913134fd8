import { postedKey } from "./posted.ts"
import { change, isAnythingWaiting } from "./queue.ts"

/** Why an entry is not sent whose form comes back after signing in. */
export const INTERRUPTED = "You were signed out before it was sent."

const KEPT = "You were signed out before this was sent. It waits on this device, and is sent when you sign in."

/**
 * Decides about the log that was sent without a session. If its form comes back after signing in, its copy in the queue
 * must not be sent as well. Otherwise that copy is what is left of it, and is sent.
 */
const settleInterrupted = async (notice: HTMLElement): Promise<void> => {
  const key = postedKey()
  if (key === undefined) return
  const isCarried = notice.dataset.interrupted === "carried"
  const isWaiting = await change(key, { triedAt: undefined, refusal: isCarried ? INTERRUPTED : undefined })
  if (isWaiting && !isCarried) notice.textContent = KEPT
}

/**
 * Shows on the sign-in page that something is waiting on this device, but neither whose nor what it is: that is shown
 * only once the same person has signed in.
 */
export const attachWaitingHere = (): void => {
  const place = document.querySelector<HTMLElement>("[data-waiting-here]")
  if (place === null) return
  const notice = document.querySelector<HTMLElement>("[data-interrupted]")
  const show = async () => {
    const isWaiting = await isAnythingWaiting()
    if (isWaiting && notice !== null) await settleInterrupted(notice)
    place.hidden = !isWaiting
  }
  // If nothing can be stored, nothing waits.
  void show().catch(() => undefined)
}
