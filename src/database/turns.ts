/**
 * Most connections that one user has at once. A user's changes wait for each other in the database anyway, and that wait is bounded:
 * more of them would only run into the bound.
 */
const MOST_OF_ONE = 2

/** Most that wait for a turn at once, and most of one user. */
const LONGEST_QUEUE = 10_000
const LONGEST_LANE = 2_000

/**
 * Most time that a statement waits for its turn, in milliseconds. It is less than a request has for all its statements: otherwise a
 * long queue would let each request begin when it has no time left to finish.
 */
const PATIENCE = 1500

interface Waiting {
  /** By performance.now(): until when its request may ask, and until when it waits. */
  readonly until: number
  readonly patience: number
  readonly begin: () => void
  readonly refuse: () => void
}

/** A user who has connections or waits for one. */
export interface Lane {
  readonly user: string | undefined
  inUse: number
  /** Sorted by `until`, so by when their requests came, or when their bodies had been read. */
  waiting: Array<Waiting>
}

/** Decides who uses a connection next. */
export interface Turns {
  /** The user's lane. Work that is nobody's has a lane of its own. */
  readonly laneOf: (user: string | undefined) => Lane
  /** Begins a turn if the user may have a connection at once, and says whether. */
  readonly begin: (lane: Lane) => boolean
  /** Waits until a turn has begun. Fails with `refusal` if none has by `until` (performance.now()), and after PATIENCE. */
  readonly wait: (lane: Lane, until: number) => Promise<void>
  /** Ends a turn: the connection is free. */
  readonly end: (lane: Lane) => void
  /** Refuses those whose time is over. */
  readonly sweep: (now: number) => void
  readonly figures: () => { readonly inUse: number; readonly waiting: number; readonly refused: number }
}

/**
 * Turns at `size` connections. Users who wait take turns, whoever came first. A user may have as many connections as are left for the
 * others, so some stay free for them even while several users' statements hang. Among one user's statements, those of the request
 * that came first go first: a call that has begun is finished before another one begins.
 */
export const makeTurns = (size: number, refusal: Error): Turns => {
  const lanes = new Map<string | undefined, Lane>()
  /** The lanes in which somebody waits; the first has waited longest for its turn. */
  const rotation = new Set<Lane>()
  let inUse = 0
  let waiting = 0
  let refused = 0

  const mayBegin = (lane: Lane) => lane.inUse < Math.min(MOST_OF_ONE, size - inUse)

  const count = (lane: Lane) => {
    inUse++
    lane.inUse++
  }

  const forgetIfUnused = (lane: Lane) => {
    if (lane.inUse === 0 && lane.waiting.length === 0) lanes.delete(lane.user)
  }

  /** Refuses whoever has waited too long in a lane. */
  const refuseLate = (lane: Lane, now: number) => {
    const late = lane.waiting.filter(({ patience }) => patience <= now)
    if (late.length === 0) return
    waiting -= late.length
    refused += late.length
    lane.waiting = lane.waiting.filter(({ patience }) => patience > now)
    if (lane.waiting.length === 0) rotation.delete(lane)
    forgetIfUnused(lane)
    for (const { refuse } of late) refuse()
  }

  const beginNext = () => {
    const now = performance.now()
    for (const lane of rotation) {
      if (inUse === size) return
      if (!mayBegin(lane)) continue
      // The sweep may be late where this process is held up.
      if ((lane.waiting[0]?.patience ?? 0) <= now) refuseLate(lane, now)
      const next = lane.waiting.shift()
      if (next === undefined) continue
      waiting--
      count(lane)
      // A lane that has had its turn comes up again at the end of this loop.
      rotation.delete(lane)
      if (lane.waiting.length > 0) rotation.add(lane)
      next.begin()
    }
  }

  return {
    laneOf: (user) => {
      const known = lanes.get(user)
      if (known !== undefined) return known
      const lane = { user, inUse: 0, waiting: [] }
      lanes.set(user, lane)
      return lane
    },
    begin: (lane) => {
      if (lane.waiting.length > 0 || !mayBegin(lane)) return false
      count(lane)
      return true
    },
    wait: (lane, until) =>
      new Promise((resolve, reject) => {
        const refuse = () => reject(refusal)
        if (waiting >= LONGEST_QUEUE || lane.waiting.length >= LONGEST_LANE) {
          refused++
          forgetIfUnused(lane)
          return refuse()
        }
        // Statements of a new request come last; the next one of a request under way is among the first.
        const isLast = until >= (lane.waiting.at(-1)?.until ?? 0)
        const place = isLast ? lane.waiting.length : lane.waiting.findIndex((other) => other.until > until)
        const patience = until === Number.POSITIVE_INFINITY ? until : Math.min(until, performance.now() + PATIENCE)
        lane.waiting.splice(place, 0, { until, patience, begin: resolve, refuse })
        waiting++
        rotation.add(lane)
      }),
    end: (lane) => {
      inUse--
      lane.inUse--
      forgetIfUnused(lane)
      if (waiting > 0) beginNext()
    },
    sweep: (now) => {
      for (const lane of rotation) refuseLate(lane, now)
    },
    figures: () => ({ inUse, waiting, refused })
  }
}
