const SECONDS_PER_REP = 4

/** Seconds of one set: `durationSeconds`, else `holdSeconds`, else by reps. A value of 0 counts as absent. */
export const secondsOfSet = (set: {
  readonly reps?: number | undefined
  readonly durationSeconds?: number | undefined
  readonly holdSeconds?: number | undefined
}): number => set.durationSeconds || set.holdSeconds || (set.reps ?? 0) * SECONDS_PER_REP
