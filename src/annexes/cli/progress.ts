import { Clock, Effect } from "effect"

const WIDTH = 30
/** Milliseconds between two updates. */
const INTERVAL = 200
/** The same if each update is a line of its own. */
const LINE_INTERVAL = 2000

export interface Screen {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

export interface ProgressBar {
  /** Shows progress: the share done, from 0 to 1, and the number of rows. */
  readonly show: (share: number, rows: number) => Effect.Effect<void>
  /** Ends the line. */
  readonly end: Effect.Effect<void>
}

const duration = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  return minutes >= 60
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : minutes > 0
      ? `${minutes} min ${Math.floor(seconds % 60)} s`
      : `${Math.ceil(seconds)} s`
}

/** One line: bar, share, rows, rows per second and time left. */
export const progressLine = (share: number, rows: number, elapsedSeconds: number): string => {
  const done = Math.min(Math.max(share, 0), 1)
  const filled = Math.round(done * WIDTH)
  const rate = elapsedSeconds > 0 ? Math.round(rows / elapsedSeconds) : 0
  const left = done > 0 ? duration((elapsedSeconds / done) * (1 - done)) : "…"
  const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled)
  return `${bar} ${Math.floor(done * 100)} %  ${rows.toLocaleString("en-US")} rows  ${rate.toLocaleString("en-US")}/s  ${left} left`
}

/** A progress bar on a terminal. Without a terminal, nothing is written. */
export const progressBar = (screen: Screen): ProgressBar => {
  if (screen.isTTY !== true) return { show: () => Effect.void, end: Effect.void }
  let startedAt: number | undefined
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show: (share, rows) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        startedAt ??= now
        if (now - drawnAt < INTERVAL && share < 1) return
        drawnAt = now
        screen.write(`\r\u001b[2K${progressLine(share, rows, (now - startedAt) / 1000)}`)
      }),
    end: Effect.sync(() => {
      if (startedAt !== undefined) screen.write("\n")
    })
  }
}

/** Progress as lines, for a log: `34 %, 412,000 rows` every 2 seconds. */
export const progressLines = (screen: Screen): ProgressBar => {
  let writtenAt = Number.NEGATIVE_INFINITY
  return {
    show: (share, rows) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (now - writtenAt < LINE_INTERVAL) return
        writtenAt = now
        screen.write(`${Math.floor(share * 100)} %, ${rows.toLocaleString("en-US")} rows\n`)
      }),
    end: Effect.void
  }
}
