/**
 * How far ahead of the clock a stored instant may lie, in milliseconds. A request's instant is its arrival: its body
 * may take 10 seconds and its statement 2 more, while later requests overtake it. Machines' clocks differ slightly.
 */
export const CLOCK_SKEW_MILLIS = 20_000

/** Whether an instant is so far ahead that the clock must have been set back since. Both are epoch milliseconds. */
export const isAhead = (instant: number, now: number): boolean => instant - now > CLOCK_SKEW_MILLIS

/** Whether two instants are at least `millis` milliseconds apart. The clock may have been set back in between. */
export const areApart = (one: number, other: number, millis: number): boolean => Math.abs(one - other) >= millis
