import { isAnythingWaiting } from "./queue.ts"

/**
 * Says, where somebody signs in, that something waits on this device. Neither whose nor what it is: that is known only
 * once the same person has signed in.
 */
export const attachWaitingHere = (): void => {
  const place = document.querySelector<HTMLElement>("[data-waiting-here]")
  if (place === null) return
  void isAnythingWaiting()
    .then((isWaiting) => {
      place.hidden = !isWaiting
    })
    // Where nothing can be kept, nothing waits.
    .catch(() => undefined)
}
