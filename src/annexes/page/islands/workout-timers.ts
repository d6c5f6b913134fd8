import { element } from "./elements.ts"

const padded = (value: number) => String(value).padStart(2, "0")

/** Minutes and seconds, or hours before them. */
const clockText = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = padded(seconds % 60)
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${padded(minutes)}:${rest}`
}

/** Keeps the screen awake while the page is visible, if the browser can. */
export const stayAwake = (): void => {
  const ask = () => {
    if (document.visibilityState === "visible" && "wakeLock" in navigator)
      navigator.wakeLock.request("screen").catch(() => undefined)
  }
  document.addEventListener("visibilitychange", ask)
  ask()
}

const button = (text: string, label: string, work: () => void): HTMLButtonElement => {
  const made = element("button", { type: "button", class: "quiet", "aria-label": label }, text)
  made.addEventListener("click", work)
  return made
}

/** Where the length of a rest is kept, in seconds. */
const REST = "fettle-rest"

/** Seconds of a rest: what it is at first, its bounds, and the step by which it changes. */
const FIRST = 90
const [LEAST, MOST] = [15, 600]
const STEP = 15

const keptRest = (): number => {
  const kept = Number(localStorage.getItem(REST))
  return Number.isInteger(kept) && kept >= LEAST && kept <= MOST ? kept : FIRST
}

/** The countdown between two sets, and what starts it. */
interface Rest {
  readonly shown: HTMLElement
  /** When it ends, in epoch milliseconds; undefined while none is running. */
  readonly until: () => number | undefined
  /** Begins a rest; with an end that was kept, continues that rest, if it is not over. */
  readonly begin: (end?: number) => void
  readonly end: () => void
}

/**
 * A countdown between two sets. A change of its length stays for the next. At its end the telephone vibrates, and a
 * screen reader says so. `changed` is called when a person starts, ends or changes a rest.
 */
const restTimer = (say: (text: string) => void, changed: () => void): Rest => {
  let length = keptRest()
  let until = 0
  let ticking: ReturnType<typeof setInterval> | undefined
  const time = element("span", { class: "time" })
  const start = element("button", { type: "button", class: "quiet" })
  start.addEventListener("click", () => {
    begin()
    changed()
  })
  const change = (by: number) => {
    const next = Math.min(MOST, Math.max(LEAST, length + by))
    until += (next - length) * 1000
    length = next
    localStorage.setItem(REST, String(length))
    show()
    changed()
  }
  const running = [
    button("−", `${STEP} seconds less rest`, () => change(-STEP)),
    time,
    button("+", `${STEP} seconds more rest`, () => change(STEP)),
    button("Skip", "Skip the rest", () => {
      end()
      changed()
    })
  ]
  const show = () => {
    const isRunning = ticking !== undefined
    for (const part of running) part.hidden = !isRunning
    start.hidden = isRunning
    start.textContent = `Rest ${clockText(length * 1000)}`
    time.textContent = clockText(until - Date.now())
  }
  const end = () => {
    clearInterval(ticking)
    ticking = undefined
    show()
  }
  const tick = () => {
    if (Date.now() < until) return show()
    end()
    navigator.vibrate?.([300, 150, 300])
    say("The rest is over.")
  }
  const begin = (kept?: number) => {
    if (kept !== undefined && kept <= Date.now()) return
    until = kept ?? Date.now() + length * 1000
    if (kept === undefined) say("")
    clearInterval(ticking)
    ticking = setInterval(tick, 250)
    show()
  }
  show()
  return {
    shown: element("div", { class: "timer" }, start, ...running),
    until: () => (ticking === undefined ? undefined : until),
    begin,
    end
  }
}

/** What a draft keeps of a clock: when it was started, and when the rest ends, in epoch milliseconds, while they run. */
export interface KeptTimes {
  readonly startedAt?: number
  readonly restUntil?: number
}

/** A clock that runs for this long after the last change was forgotten, in milliseconds. */
const FORGOTTEN = 8 * 3_600_000

/** The time since a workout began. */
export interface Clock {
  readonly times: () => KeptTimes
  /** Continues from times that were kept, with the time of the last change, in epoch milliseconds. */
  readonly goOn: (times: KeptTimes, changedAt: number) => void
  /** Minutes so far, to a tenth; undefined while the clock is stopped. A forgotten clock ended at the last change. */
  readonly minutes: () => string | undefined
  /** The form has changed now. */
  readonly touched: () => void
  /** A set is done: a rest begins, and the clock runs from now on if it did not. */
  readonly setDone: () => void
  /** Stops the clock and ends the rest, for another workout. */
  readonly startOver: () => void
}

/** How long a workout has run, in milliseconds. If it was left open, it ended at its last change. */
export const ranFor = (startedAt: number, changedAt: number): number =>
  Math.max(0, (Date.now() - changedAt > FORGOTTEN ? changedAt : Date.now()) - startedAt)

/** Adds the clock and the rest timer beside the main action of a form. `changed` is called when one starts or stops. */
export const addTimers = (
  dock: Element,
  { say, stopped, changed }: { say: (text: string) => void; stopped: (minutes: string) => void; changed: () => void }
): Clock => {
  let startedAt: number | undefined
  let changedAt = Date.now()
  const time = element("span", { class: "time" }, "0:00")
  const runFor = (start: number) => ranFor(start, changedAt)
  const minutes = () =>
    startedAt === undefined ? undefined : String(Math.max(0.1, Math.round(runFor(startedAt) / 6000) / 10))
  const toggle = button("", "", () => {
    const so = minutes()
    if (so !== undefined) stopped(so)
    startedAt = so === undefined ? Date.now() : undefined
    show()
    changed()
  })
  const show = () => {
    const isRunning = startedAt !== undefined
    time.hidden = !isRunning
    if (startedAt !== undefined) time.textContent = clockText(runFor(startedAt))
    toggle.textContent = isRunning ? "■" : "▶"
    toggle.setAttribute("aria-label", isRunning ? "Stop" : "Start the clock")
  }
  const startAt = (at: number | undefined) => {
    startedAt = at
    show()
  }
  setInterval(show, 500)
  show()
  const rest = restTimer(say, changed)
  const timers = element("div", { class: "timers" }, element("div", { class: "timer" }, time, toggle), rest.shown)
  const beside = dock.querySelector(".finish") ?? dock
  beside.prepend(timers)
  return {
    times: () => {
      const restUntil = rest.until()
      return {
        ...(startedAt === undefined ? {} : { startedAt }),
        ...(restUntil === undefined ? {} : { restUntil })
      }
    },
    goOn: (times, at) => {
      changedAt = at
      startAt(times.startedAt)
      if (times.restUntil !== undefined) rest.begin(times.restUntil)
    },
    minutes,
    touched: () => {
      changedAt = Date.now()
    },
    setDone: () => {
      if (startedAt === undefined) startAt(Date.now())
      rest.begin()
    },
    startOver: () => {
      startAt(undefined)
      rest.end()
    }
  }
}
