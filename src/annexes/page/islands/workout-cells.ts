import { secondsIn, timesOf, timeText } from "../frame/time-text.ts"

/** The field of a set in which something happens. */
const cellOf = ({ target }: Event): HTMLInputElement | undefined =>
  target instanceof HTMLInputElement && target.closest("[data-set]") !== null ? target : undefined

/** Shows how a time was understood: 90 seconds of a hold become 1:30. */
const showTime = (cell: HTMLInputElement): void => {
  const times = timesOf(cell.name.slice(cell.name.lastIndexOf(".") + 1))
  const seconds = times === undefined ? undefined : secondsIn(cell.value.trim(), times)
  if (seconds !== undefined) cell.value = timeText(seconds)
}

/** Makes Enter go to the next field of the rows instead of logging the workout. */
const enterGoesOn = (rows: Element, event: KeyboardEvent): void => {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  const inputs = [...rows.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")]
  inputs[inputs.indexOf(event.target) + 1]?.focus()
}

/** A tap on a note opens it ready to be typed into, above the bar at the bottom. */
const noteOpens = ({ target }: Event): void => {
  const note = target instanceof Element ? target.closest("summary")?.closest<HTMLDetailsElement>(".note") : null
  // The browser unfolds it after this event.
  if (note) setTimeout(() => note.open && note.querySelector("input")?.focus())
}

/** Eases typing into sets. A tap on a value selects it, so that typing replaces it. `changed` is called for a new text. */
export const listenToCells = (rows: HTMLElement, changed: () => void): void => {
  rows.addEventListener("focusin", (event) => cellOf(event)?.select())
  rows.addEventListener("keydown", (event) => enterGoesOn(rows, event))
  rows.addEventListener("click", noteOpens)
  rows.addEventListener("change", (event) => {
    const cell = cellOf(event)
    if (cell === undefined) return
    showTime(cell)
    changed()
  })
}
