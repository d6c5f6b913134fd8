import type { Effect } from "effect"

/** What a move does, in this order. */
export type Step = "migrate" | "copy" | "compare" | "analyze"

/** How far a move has come: the rows that the step has done in this run, and of how many. */
export interface Progress {
  readonly step: Step
  readonly done: number
  readonly total: number
}

export type Report = (progress: Progress) => Effect.Effect<void>
