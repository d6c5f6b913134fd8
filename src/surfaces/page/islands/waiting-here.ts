import { isAnythingWaiting } from "./queue.ts"

/**
 * Shows on the sign-in page that something is waiting on this device, but neither whose nor what it is: that is shown
 * only once the same person has signed in.
 */
export const attachWaitingHere = (): void => {
  const place = document.querySelector<HTMLElement>("[data-waiting-here]")
  if (place === null) return
  void isAnythingWaiting()
    .then((isWaiting) => {
      place.hidden = !isWaiting
    })
    // If nothing can be stored, nothing waits.
    .catch(() => undefined)
}
