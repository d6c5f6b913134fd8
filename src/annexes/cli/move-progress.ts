import { Effect } from "effect"
import type { Progress, Report, Step } from "./move/progress.ts"
import { type ProgressBar, progressBar, progressLines, type Screen } from "./progress.ts"

const count = (number: number) => number.toLocaleString("en-US")

const TITLES: Readonly<Record<Step, (rows: number) => string>> = {
  migrate: () => "Making the tables",
  copy: (rows) => `Copying ${count(rows)} rows`,
  compare: (rows) => `Comparing ${count(rows)} rows`,
  analyze: () => "Gathering statistics"
}

/** Shows each step of a move with its title and, if it processes rows, its progress. */
export const moveProgress = (screen: Screen): { readonly show: Report; readonly end: Effect.Effect<void> } => {
  let step: Step | undefined
  let bar: ProgressBar | undefined
  const end = Effect.suspend(() => bar?.end ?? Effect.void)
  const begin = (progress: Progress) =>
    Effect.zipRight(
      end,
      Effect.sync(() => {
        step = progress.step
        bar = screen.isTTY === true ? progressBar(screen) : progressLines(screen)
        screen.write(`${TITLES[progress.step](progress.total)}\n`)
      })
    )
  return {
    show: (progress) =>
      Effect.suspend(() => {
        if (progress.step !== step) return begin(progress)
        return bar?.show(progress.done / Math.max(progress.total, 1), progress.done) ?? Effect.void
      }),
    end
  }
}
