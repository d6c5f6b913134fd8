import { todayIn } from "./offline.ts"

/** The page of the new day in place of one that showed `today`; undefined if this page showed something else. */
const pageInPlace = (today: string): string | undefined => {
  const { pathname, searchParams } = new URL(location.href)
  const isOfToday = pathname === "/app" || (pathname === "/app/diary" && (searchParams.get("date") ?? today) === today)
  return isOfToday ? pathname : undefined
}

const isTyped = ({ value, defaultValue }: HTMLInputElement): boolean => value !== defaultValue

/** Opens the page of the new day, unless something is typed that it would lose. */
const look = (): void => {
  const { kept, today, timezone } = document.documentElement.dataset
  if (document.visibilityState !== "visible" || !navigator.onLine) return
  if (kept !== undefined || today === undefined || timezone === undefined || todayIn(timezone) <= today) return
  const page = pageInPlace(today)
  if (page === undefined || [...document.querySelectorAll("input")].some(isTyped)) return
  location.replace(page)
}

/** Lets Today and the diary follow the day: a page that was open overnight would log to the day before. */
export const attachNewDay = (): void => {
  document.addEventListener("visibilitychange", look)
  window.addEventListener("pageshow", ({ persisted }) => persisted && look())
}
