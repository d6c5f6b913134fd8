/*
 * The timezone of this device: filled into forms that take it, and offered where the person's days begin at another time.
 */

const HOUR = 3_600_000

/** The time of day and date in a zone, in hours of a common scale. */
const hoursIn = (zone: string, at: number): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric"
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute")) / HOUR
}

/** Whether days begin at the same time in both, through the coming year: Asia/Calcutta is Asia/Kolkata. */
const areAlike = (one: string, other: string): boolean =>
  one === other ||
  Array.from({ length: 13 }, (_, month) => Date.now() + month * 28 * 24 * HOUR).every(
    (at) => hoursIn(one, at) === hoursIn(other, at)
  )

const zoneHere = (): string | undefined => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return /^[A-Za-z]/.test(zone) ? zone : undefined
}

/** Offers the device's zone where it differs from the person's. */
export const attachZone = (): void => {
  const here = zoneHere()
  if (here === undefined) return
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-zone-here]")) field.value = here
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-zone-here]")) {
    const to = new URL(link.href)
    to.searchParams.set("timezone", here)
    link.href = to.href
  }
  for (const name of document.querySelectorAll("[data-zone-name]")) name.textContent = here
  const line = document.querySelector<HTMLElement>("[data-zone]")
  const { timezone, keptZone } = document.documentElement.dataset
  if (line === null || timezone === undefined || areAlike(timezone, here)) return
  if (keptZone !== `${timezone} ${here}`) line.hidden = false
}
