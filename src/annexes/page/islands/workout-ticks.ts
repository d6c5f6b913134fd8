import { element } from "./elements.ts"

/*
 * Ticks beside the sets of a workout: which ones are done. They stay on the page and in its draft. What is logged is what
 * the fields hold; if some filled sets have no tick at the end, the person decides.
 */

const rowsIn = (rows: Element) => [...rows.querySelectorAll<HTMLElement>("[data-set]")]

const typedIn = (row: Element) => [...row.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")]

const isDone = (row: Element): boolean => row.querySelector(".did")?.getAttribute("aria-pressed") === "true"

const setDone = (row: Element, done: boolean): void =>
  row.querySelector(".did")?.setAttribute("aria-pressed", String(done))

/** Sets that were there before a step keep their numbers after it. */
const keyOf = ({ dataset }: HTMLElement): string => `${dataset.of} ${dataset.set}`

/** The name of a set, as its first button says it: Set 2. */
const nameOf = (row: Element): string =>
  row.querySelector(".kind")?.getAttribute("aria-label")?.split(/[:,]/)[0] ?? "Set"

/** Gives every set a tick. A set that can be filled in from last time has a button for that, which ticks it, too. */
export const addTicks = (rows: Element): void => {
  for (const heads of rows.querySelectorAll(".heads"))
    if (heads.querySelector(".over") === null) heads.querySelector(".less")?.before(element("span", { class: "over" }))
  for (const row of rowsIn(rows)) {
    if (row.querySelector(".did, .take") !== null) continue
    const label = `${nameOf(row)}: done`
    const tick = element("button", { type: "button", class: "did", "aria-pressed": "false", "aria-label": label }, "✓")
    row.querySelector(".less")?.before(tick)
  }
}

/** The sets that are ticked, to be ticked again after the service has shown the rows anew. */
export const tickedIn = (rows: Element): ReadonlySet<string> => new Set(rowsIn(rows).filter(isDone).map(keyOf))

export const tickAgain = (rows: Element, ticked: ReadonlySet<string>): void => {
  for (const row of rowsIn(rows)) if (ticked.has(keyOf(row))) setDone(row, true)
}

/** Ticks the set that a step has filled in. */
export const tickFilled = (rows: Element, step: string): boolean => {
  const [, exercise, set] = /^take:(\d+):(\d+)$/.exec(step) ?? []
  const row = rowsIn(rows).find((each) => keyOf(each) === `${exercise} ${set}`)
  if (row === undefined) return false
  setDone(row, true)
  return true
}

/** Calls `ticked` when a set is done, and `changed` when a tick comes or goes. */
export const listenToTicks = (rows: Element, listener: { ticked: () => void; changed: () => void }): void =>
  rows.addEventListener("click", ({ target }) => {
    const row = target instanceof Element ? target.closest(".did")?.closest("[data-set]") : null
    if (!row) return
    setDone(row, !isDone(row))
    if (isDone(row)) listener.ticked()
    listener.changed()
  })

/** The filled sets without a tick, if others have one. */
export const untickedIn = (rows: Element): ReadonlyArray<HTMLElement> => {
  const filled = rowsIn(rows).filter((row) => typedIn(row).some(({ value }) => value.trim() !== ""))
  return filled.some(isDone) ? filled.filter((row) => !isDone(row)) : []
}

/** Empties sets, so that they are not logged. */
export const emptySets = (sets: ReadonlyArray<Element>): void => {
  for (const input of sets.flatMap(typedIn)) input.value = ""
}
