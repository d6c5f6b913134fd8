import { AT_ANY_TIME } from "./session.ts"

/**
 * Most connections of one user at a time. A user's changes wait for each other in the database anyway, for a bounded
 * time; with more connections, more of them would only exceed it.
 */
export const MOST_OF_ONE = 2

/** Most waiting statements: of all users, and of one. */
const LONGEST_QUEUE = 10_000
const LONGEST_LANE = 2_000

/**
 * Longest wait of a statement for its turn, in milliseconds. It is shorter than a request's deadline: otherwise, in a
 * long queue, every request would start too late to finish.
 */
const PATIENCE = 1500

/**
 * A user who had this many turns within PATIENCE was served, and waited behind calls of their own. So was one who had
 * some, and as many more statements waiting: their calls are dear to compute. With fewer, the database was slow, or
 * others used it. A database that hangs ends no more turns than a user has connections.
 */
const OWN_TURNS = 20
const SOME_TURNS = MOST_OF_ONE + 1

interface Waiting {
  /** The request's deadline, and the end of the wait, both by performance.now(). */
  readonly until: number
  readonly patience: number
  /** When the wait began. */
  readonly since: number
  readonly begin: () => void
  readonly refuse: (isOwn: boolean) => void
}

/** The queue of a user who has connections or is waiting for one. */
export interface Lane {
  readonly user: string | undefined
  inUse: number
  /** Sorted by `until`, and so by when their requests arrived, or when their bodies had been read. */
  waiting: Array<Waiting>
  /** When the last OWN_TURNS turns ended (performance.now()), the earliest first. */
  readonly ended: Array<number>
  /** When a statement was last refused because of the user's own others. */
  spentAt: number
}

/** What a statement fails with that gets no turn in time. */
interface Refusals {
  /** For a user who was served, but has more calls at once than their share of connections can serve in time. */
  readonly own: Error
  /** For all others. */
  readonly other: Error
}

/** Decides who uses a connection next. */
export interface Turns {
  /** The user's lane. The service's own work has a lane as well. */
  readonly laneOf: (user: string | undefined) => Lane
  /** Begins a turn if the user may have a connection now. Returns whether it did. */
  readonly begin: (lane: Lane) => boolean
  /**
   * Waits until a turn has begun. Fails with one of the refusals if none has begun by `until` (performance.now()) or
   * after PATIENCE.
   */
  readonly wait: (lane: Lane, until: number) => Promise<void>
  /** Ends a turn, which frees its connection. */
  readonly end: (lane: Lane) => void
  /** Refuses those who have waited too long. */
  readonly sweep: (now: number) => void
  readonly figures: () => { readonly inUse: number; readonly waiting: number; readonly refused: number }
}

/** The lanes of users. */
const makeLanes = () => {
  let lanes = new Map<string | undefined, Lane>()
  return {
    of: (user: string | undefined): Lane => {
      const known = lanes.get(user)
      if (known !== undefined) return known
      const lane = { user, inUse: 0, waiting: [], ended: [], spentAt: Number.NEGATIVE_INFINITY }
      lanes.set(user, lane)
      return lane
    },
    /**
     * Drops unused lanes by copying the rest into a new Map: one whose entries come and go keeps them alive, see
     * server/unanswered.ts.
     */
    forgetUnused: (): void => {
      if (lanes.size === 0) return
      lanes = new Map([...lanes].filter(([, { inUse, waiting }]) => inUse > 0 || waiting.length > 0))
    }
  }
}

/** Adds to a lane: a new request at the end, a further statement of a request in progress near the front. */
const enqueue = (lane: Lane, until: number, begin: () => void, refuse: (isOwn: boolean) => void): void => {
  const isLast = until >= (lane.waiting.at(-1)?.until ?? 0)
  const place = isLast ? lane.waiting.length : lane.waiting.findIndex((other) => other.until > until)
  const since = performance.now()
  const patience = until >= AT_ANY_TIME ? until : Math.min(until, since + PATIENCE)
  lane.waiting.splice(place, 0, { until, patience, since, begin, refuse })
}

/** Whether statements that have waited since `since` did so behind their user's own, which are `waiting`, with them. */
const hasSpentOwn = ({ user, ended, spentAt }: Lane, waiting: number, since: number, now: number): boolean => {
  if (user === undefined) return false
  const servedSince = (count: number) => (ended.at(-count) ?? Number.NEGATIVE_INFINITY) >= since
  const isMany = waiting >= OWN_TURNS || spentAt >= now - PATIENCE
  return waiting >= LONGEST_LANE || servedSince(OWN_TURNS) || (isMany && servedSince(SOME_TURNS))
}

/**
 * Distributes `size` connections. Waiting users take turns, in order of arrival. A user may have no more connections
 * than are left for the others, so that some stay free even while several users' statements hang. Among one user's
 * statements, those of the oldest request go first, so that a call in progress is finished before the next one starts.
 */
export const makeTurns = (size: number, refusals: Refusals): Turns => {
  const lanes = makeLanes()
  /** The lanes with waiting statements, the longest wait for a turn first. */
  const rotation = new Set<Lane>()
  let inUse = 0
  let waiting = 0
  let refused = 0

  const mayBegin = (lane: Lane) => lane.inUse < Math.min(MOST_OF_ONE, size - inUse)

  const count = (lane: Lane) => {
    inUse++
    lane.inUse++
  }

  /** Refuses everything that has waited too long in a lane. */
  const refuseLate = (lane: Lane, now: number) => {
    const late = lane.waiting.filter(({ patience }) => patience <= now)
    if (late.length === 0) return
    const since = Math.min(...late.map(({ since }) => since))
    const isOwn = hasSpentOwn(lane, lane.waiting.length, since, now)
    if (isOwn) lane.spentAt = now
    waiting -= late.length
    refused += late.length
    lane.waiting = lane.waiting.filter(({ patience }) => patience > now)
    if (lane.waiting.length === 0) rotation.delete(lane)
    for (const { refuse } of late) refuse(isOwn)
  }

  const beginNext = () => {
    const now = performance.now()
    for (const lane of rotation) {
      if (inUse === size) return
      if (!mayBegin(lane)) continue
      // The sweep may be late if this process was held up.
      if ((lane.waiting[0]?.patience ?? 0) <= now) refuseLate(lane, now)
      const next = lane.waiting.shift()
      if (next === undefined) continue
      waiting--
      count(lane)
      // This loop reaches the lane again after all others.
      rotation.delete(lane)
      if (lane.waiting.length > 0) rotation.add(lane)
      next.begin()
    }
  }

  return {
    laneOf: lanes.of,
    begin: (lane) => {
      if (lane.waiting.length > 0 || !mayBegin(lane)) return false
      count(lane)
      return true
    },
    wait: (lane, until) =>
      new Promise((resolve, reject) => {
        const refuse = (isOwn: boolean) => reject(isOwn ? refusals.own : refusals.other)
        if (waiting >= LONGEST_QUEUE || lane.waiting.length >= LONGEST_LANE) {
          refused++
          const now = performance.now()
          return refuse(hasSpentOwn(lane, lane.waiting.length, now - PATIENCE, now))
        }
        enqueue(lane, until, resolve, refuse)
        waiting++
        rotation.add(lane)
      }),
    end: (lane) => {
      inUse--
      lane.inUse--
      lane.ended.push(performance.now())
      if (lane.ended.length > OWN_TURNS) lane.ended.shift()
      if (waiting > 0) beginNext()
    },
    sweep: (now) => {
      for (const lane of rotation) refuseLate(lane, now)
      lanes.forgetUnused()
    },
    figures: () => ({ inUse, waiting, refused })
  }
}
