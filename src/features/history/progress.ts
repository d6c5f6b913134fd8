import type { Effect } from "effect"

export interface Progress {
  /** From 0 to 1. */
  readonly share: number
  readonly rows: number
}

export type OnProgress = (progress: Progress) => Effect.Effect<void>

/** Half of the work is to read, the other half to write. */
export const READING_SHARE = 0.5
