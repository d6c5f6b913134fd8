import { textOf } from "./ask.ts"
import { dayOf, todayIn } from "./offline.ts"
import { isTypedIn } from "./parts.ts"

/** What the diary's address says about a day that is over, and about what was done on it. */
const OF_A_DAY = ["date", "meal", "cursor", "done"]

const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC"
  })

/** A page that shows a day as today although that day is over. */
interface Stale {
  readonly shown: string
  readonly now: string
  /** The address of the same page on the new day. */
  readonly next: string
}

/** Whether this page is Today or the diary of a day that was today, and that is over in the person's timezone. */
const staleNow = (): Stale | undefined => {
  const { today: shown, timezone } = document.documentElement.dataset
  if (shown === undefined || timezone === undefined) return undefined
  const { pathname, searchParams } = new URL(location.href)
  const isOfToday = pathname === "/app" || (pathname === "/app/diary" && (searchParams.get("date") ?? shown) === shown)
  const now = todayIn(timezone)
  // A day before `shown` means that the device's clock was set back.
  if (!isOfToday || now <= shown) return undefined
  for (const name of OF_A_DAY) searchParams.delete(name)
  return { shown, now, next: searchParams.size === 0 ? pathname : `${pathname}?${searchParams}` }
}

/** Whether something is typed that a new page would lose, also in a refused form. */
const isTyped = (): boolean =>
  document.querySelector("main [role=alert], dialog[open]") !== null ||
  [...document.querySelectorAll("main")].some(isTypedIn)

let notice: HTMLElement | undefined

/** Shows at the top of the screen which day the page is of. */
const say = ({ shown, now, next }: Stale, more = ""): void => {
  const link = document.createElement("a")
  link.href = next
  link.textContent = "Open today"
  if (notice === undefined) {
    notice = textOf("p", "", "notice new-day")
    notice.setAttribute("role", "status")
    document.querySelector("main")?.prepend(notice)
  }
  notice.replaceChildren(
    `It is ${dayText(now)} now. This page is of ${dayText(shown)}, and food logged on it goes to that day. ${more}`,
    link
  )
}

const look = (): void => {
  const stale = staleNow()
  if (stale === undefined || document.visibilityState !== "visible") return
  if (navigator.onLine && !isTyped()) location.replace(stale.next)
  else say(stale)
}

/** Before the first log to a day that is over, says so. The next one is sent. */
const hold = (event: SubmitEvent): void => {
  const stale = staleNow()
  const form = event.target
  if (stale === undefined || notice !== undefined || !(form instanceof HTMLFormElement)) return
  if (form.method !== "post" || dayOf(form)?.value !== stale.shown) return
  event.preventDefault()
  event.stopImmediatePropagation()
  say(stale, "Nothing is sent yet: send it again for that day, or open the new one. ")
}

/**
 * Lets Today and the diary follow the day: a page left open overnight would log to the day before. When one returns to
 * it, the page of the new day opens. If something is typed, or without a network, the page says which day it is of.
 */
export const attachNewDay = (): void => {
  const stale = staleNow()
  // Only a page from the device's storage may be stale from the start.
  if (stale !== undefined && document.documentElement.dataset.kept !== undefined) say(stale)
  document.addEventListener("visibilitychange", look)
  window.addEventListener("focus", look)
  window.addEventListener("pageshow", ({ persisted }) => persisted && look())
  document.addEventListener("submit", hold, true)
}
