/** Latest time after which it is done, in milliseconds. */
const LATEST = 500

/** Does what nobody waits for once the page is shown, when the browser has nothing else to do. */
export const later = (work: () => void): void => {
  // Safari has no idle time.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: LATEST })
  else setTimeout(work, LATEST / 5)
}
