import { secondsOfSet } from "../../../features/workouts/set-seconds.ts"
import { secondsIn, timesOf } from "../frame/time-text.ts"
import { element } from "./elements.ts"

/** A clock that ran for longer than this was probably forgotten, in minutes. */
const LONGEST = 300

const valueIn = (row: Element, column: string): number | undefined => {
  const text = row.querySelector<HTMLInputElement>(`input[name$=".${column}"]`)?.value.trim() ?? ""
  const times = timesOf(column)
  const value = times === undefined ? Number.parseInt(text, 10) : secondsIn(text, times)
  return value === undefined || Number.isNaN(value) ? undefined : value
}

/** The least time that the sets of a form take, without any rest, in minutes. */
const leastOf = (rows: Element): number => {
  const seconds = [...rows.querySelectorAll("[data-set]")].map((row) =>
    secondsOfSet({
      reps: valueIn(row, "reps"),
      durationSeconds: valueIn(row, "durationSeconds"),
      holdSeconds: valueIn(row, "holdSeconds")
    })
  )
  return seconds.reduce((sum, each) => sum + each, 0) / 60
}

const textOf = (minutes: number): string =>
  minutes < 1
    ? `${Math.round(minutes * 60)} seconds`
    : minutes < 120
      ? `${Math.round(minutes)} min`
      : `${Math.floor(minutes / 60)} hours`

/** Why the clock cannot have measured the workout; undefined if it can. `minutes` is what it shows. */
const doubtOf = (minutes: number, rows: Element): string | undefined =>
  minutes > LONGEST
    ? `The clock ran for ${textOf(minutes)}.`
    : minutes < leastOf(rows)
      ? `The clock ran for ${textOf(minutes)}, which is shorter than the sets.`
      : undefined

/** The length of a workout that is being logged: what was typed, else what the clock says, if that can be. */
export interface Length {
  /** The clock was stopped at these minutes. */
  readonly stopped: (minutes: string) => void
  /** Fills in the minutes so far before the form is sent. Returns false if the form asks for the length first. */
  readonly isSettled: (minutes: string | undefined, send: () => void) => boolean
  /** Another workout begins. */
  readonly startOver: () => void
}

/** Keeps a clock that was not there from being logged. `say` shows a text with buttons beside the main action. */
export const lengthIn = (
  field: HTMLInputElement | null,
  rows: Element,
  say: (text: string, ...buttons: ReadonlyArray<HTMLButtonElement>) => void
): Length => {
  let isOpen = false
  let measured: string | undefined
  const ask = (doubt: string, minutes: string, send: () => void) => {
    const answer = (text: string, length: string) => {
      const made = element("button", { type: "button", class: "quiet" }, text)
      made.addEventListener("click", () => {
        isOpen = length === ""
        if (field !== null) field.value = length
        say("")
        send()
      })
      return made
    }
    const open = answer("Leave it open", "")
    const asClocked = Number(minutes) > LONGEST ? [answer(`It was ${textOf(Number(minutes))}`, minutes)] : []
    say(`${doubt} How long was the workout? Enter its length, or `, open, ...asClocked)
    field?.focus()
  }
  return {
    stopped: (minutes) => {
      measured = minutes
      if (field !== null) field.value = doubtOf(Number(minutes), rows) === undefined ? minutes : ""
    },
    isSettled: (running, send) => {
      const minutes = running ?? measured
      if (minutes === undefined || isOpen || field === null || field.value.trim() !== "") return true
      const doubt = doubtOf(Number(minutes), rows)
      if (doubt === undefined) field.value = minutes
      else ask(doubt, minutes, send)
      return doubt === undefined
    },
    startOver: () => {
      isOpen = false
      measured = undefined
    }
  }
}
