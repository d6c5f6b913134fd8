import type { Effect } from "effect"

/** The steps of a move, in order. */
export type Step = "migrate" | "copy" | "compare" | "analyze"

/** The progress of a move: the rows that the step has processed in this run, and the total. */
export interface Progress {
  readonly step: Step
  readonly done: number
  readonly total: number
}

export type Report = (progress: Progress) => Effect.Effect<void>
