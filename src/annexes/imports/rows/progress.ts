import type { Effect } from "effect"

export interface Progress {
  /** From 0 to 1. */
  readonly share: number
  readonly rows: number
}

export type OnProgress = (progress: Progress) => Effect.Effect<void>

/** Reading is half of the work, writing the other half. */
export const READING_SHARE = 0.5
