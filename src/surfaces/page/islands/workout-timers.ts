import { element } from "./elements.ts"

const padded = (value: number) => String(value).padStart(2, "0")

/** Minutes and seconds, with hours if there are any. */
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

/** Rest times offered, in seconds. */
const RESTS = [60, 90, 120, 180]

/** A countdown between two sets. At its end the phone vibrates, and a screen reader announces it. */
const restTimer = (say: (text: string) => void): HTMLElement => {
  const left = element("span", { class: "time", hidden: "" })
  const skip = element("button", { type: "button", class: "quiet", hidden: "" }, "Skip")
  const starts = RESTS.map((seconds) => {
    const name = clockText(seconds * 1000)
    const start = element("button", { type: "button", class: "quiet", "aria-label": `Rest for ${name}` }, name)
    start.addEventListener("click", () => begin(seconds))
    return start
  })
  let ticking: ReturnType<typeof setInterval> | undefined
  const end = () => {
    clearInterval(ticking)
    left.hidden = skip.hidden = true
    for (const start of starts) start.hidden = false
  }
  const begin = (seconds: number) => {
    const until = Date.now() + seconds * 1000
    const tick = () => {
      left.textContent = clockText(until - Date.now())
      if (Date.now() < until) return
      end()
      navigator.vibrate?.([300, 150, 300])
      say("The rest is over.")
    }
    say("")
    left.hidden = skip.hidden = false
    for (const start of starts) start.hidden = true
    clearInterval(ticking)
    ticking = setInterval(tick, 250)
    tick()
  }
  skip.addEventListener("click", end)
  const timer = element("div", { class: "timer" }, element("span", { class: "soft" }, "Rest"), left, ...starts, skip)
  return timer
}

/** The time since a workout began. */
export interface Clock {
  /** When it was started, in epoch milliseconds; undefined if it is not running. */
  readonly startedAt: () => number | undefined
  /** Resumes from a stored start. */
  readonly goOn: (startedAt: number) => void
  /** Minutes so far, to a tenth; undefined if it is not running. */
  readonly minutes: () => string | undefined
}

/** Adds the clock and the rest timer to a form's dock. `changed` is called when the clock starts or stops. */
export const addTimers = (
  dock: Element,
  { say, stopped, changed }: { say: (text: string) => void; stopped: (minutes: string) => void; changed: () => void }
): Clock => {
  let startedAt: number | undefined
  const time = element("span", { class: "time" }, "0:00")
  const button = element("button", { type: "button", class: "quiet" }, "Start the clock")
  const minutes = () =>
    startedAt === undefined ? undefined : String(Math.max(0.1, Math.round((Date.now() - startedAt) / 6000) / 10))
  const show = () => {
    time.hidden = startedAt === undefined
    if (startedAt !== undefined) time.textContent = clockText(Date.now() - startedAt)
    button.textContent = startedAt === undefined ? "Start the clock" : "Stop"
  }
  button.addEventListener("click", () => {
    const so = minutes()
    if (so !== undefined) stopped(so)
    startedAt = so === undefined ? Date.now() : undefined
    show()
    changed()
  })
  setInterval(show, 500)
  show()
  dock.prepend(element("div", { class: "timers" }, element("div", { class: "timer" }, time, button), restTimer(say)))
  return {
    startedAt: () => startedAt,
    goOn: (at) => {
      startedAt = at
      show()
    },
    minutes
  }
}
