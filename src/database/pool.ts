import { SQL } from "bun"
import { Data } from "effect"
import { STATEMENT_MILLIS } from "./session.ts"
import { type Lane, makeTurns } from "./turns.ts"

/** The database could not be asked, or did not answer in time: then nobody knows whether a statement was carried out. */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{ readonly message: string }> {}

const busy = new DatabaseUnavailable({ message: "No connection to the database came free in time" })
const silent = new DatabaseUnavailable({ message: "The database did not answer in time" })
const lost = new DatabaseUnavailable({ message: "The connection to the database was lost within a transaction" })

export interface PoolFigures {
  /** Most connections, and those in use. */
  readonly size: number
  readonly inUse: number
  /** How many wait for a connection now, and how many were turned away since the start. */
  readonly waiting: number
  readonly refused: number
}

export type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/**
 * Carries out a statement, which waits for a connection until `until` (by performance.now()) at most. At a remote server it must have
 * begun by then, and where that is a finite time, it must end STATEMENT_MILLIS after its beginning; the embedded database is
 * never away.
 */
export type Ask = (text: string, params: ReadonlyArray<unknown>, until: number) => Promise<Rows>

/** A connection that its holder alone uses, until it is released. */
export interface Held {
  /** Fails once the connection is lost, also when there is a new one: a transaction must end on the one it began on. */
  readonly ask: Ask
  readonly release: () => void
}

/** For a user, or for nobody: users take turns. */
export interface Pool {
  /** Asks on whichever connection is free first. */
  readonly ask: (...args: [...Parameters<Ask>, user: string | undefined]) => Promise<Rows>
  readonly hold: (until: number, user: string | undefined) => Promise<Held>
  readonly figures: () => PoolFigures
  readonly close: () => void
}

/** How often those who wait too long are looked for, in milliseconds. */
const SWEEP = 50

/** What the server is given beyond the time of a statement before the connection is given up: it may never answer again. */
const GRACE = 250

interface Slot {
  /** Asks, and calls `done` as soon as the connection is free again. */
  readonly ask: (...args: [...Parameters<Ask>, done?: () => void]) => Promise<Rows>
  /** How many connections were lost here. */
  readonly losses: () => number
  /** Gives up a statement that should have ended, and its connection with it. */
  readonly sweep: (now: number) => void
  readonly close: () => void
}

/** A place for one connection. Bun opens it when it is first asked, and anew after it was lost. */
const makeSlot = (options: SQL.PostgresOrMySQLOptions, isRemote: boolean): Slot => {
  let losses = 0
  let running: { readonly until: number; readonly giveUp: () => void } | undefined
  let isLate = false
  const connect = () => {
    const connection: SQL = new SQL({ ...options, max: 1, onclose: () => connection === sql && losses++ })
    return connection
  }
  let sql = connect()
  const close = () => {
    running = undefined
    losses++
    void sql.close({ timeout: 0 })
  }
  return {
    ask: (text, params, until, done = () => {}) =>
      new Promise((resolve, reject) => {
        let isOver = false
        // A statement that was given up may still fail afterwards, when the connection is somebody else's.
        const end = () => {
          if (isOver) return
          isOver = true
          running = undefined
          done()
        }
        const fail = (error: unknown) => {
          end()
          reject(error)
        }
        const now = performance.now()
        if (isRemote && now >= until) return fail(silent)
        if (isRemote && Number.isFinite(until)) {
          running = { until: now + STATEMENT_MILLIS + GRACE, giveUp: () => fail(silent) }
        }
        sql.unsafe(text, [...params]).then((rows: Rows) => {
          end()
          resolve(rows)
        }, fail)
      }),
    losses: () => losses,
    sweep: (now) => {
      // Twice, so that an answer that lies there already is read first, if it was this process that was held up.
      const wasLate = isLate
      isLate = running !== undefined && running.until <= now
      if (!isLate || !wasLate || running === undefined) return
      const { giveUp } = running
      isLate = false
      close()
      sql = connect()
      giveUp()
    },
    close
  }
}

/**
 * Up to `size` connections to PostgreSQL, with Bun's driver. Every wait is bounded, so that a database that is slow or gone makes errors and
 * not a heap of requests; when it is back, the next statement finds it.
 */
export const makePool = (
  options: SQL.PostgresOrMySQLOptions,
  { size, isRemote }: { readonly size: number; readonly isRemote: boolean }
): Pool => {
  const slots: Array<Slot> = []
  const free: Array<Slot> = []
  const turns = makeTurns(size, busy)

  /** A connection that nobody uses, for a turn that has begun: there are as many as turns. */
  const slotNow = (): Slot => {
    const idle = free.pop()
    if (idle !== undefined) return idle
    const slot = makeSlot(options, isRemote)
    slots.push(slot)
    return slot
  }

  const release = (slot: Slot, lane: Lane) => {
    free.push(slot)
    turns.end(lane)
  }

  const sweeper = setInterval(() => {
    const now = performance.now()
    for (const slot of slots) slot.sweep(now)
    turns.sweep(now)
  }, SWEEP)
  sweeper.unref()

  const askNow = (lane: Lane, ...[text, params, until]: Parameters<Ask>) => {
    const slot = slotNow()
    return slot.ask(text, params, until, () => release(slot, lane))
  }

  const holdNow = (lane: Lane): Held => {
    const slot = slotNow()
    let before: number | undefined
    return {
      ask: (text, params, until) => {
        before ??= slot.losses()
        return before === slot.losses() ? slot.ask(text, params, until) : Promise.reject(lost)
      },
      release: () => release(slot, lane)
    }
  }

  return {
    ask: (text, params, until, user) => {
      const lane = turns.laneOf(user)
      return turns.begin(lane)
        ? askNow(lane, text, params, until)
        : turns.wait(lane, until).then(() => askNow(lane, text, params, until))
    },
    hold: async (until, user) => {
      const lane = turns.laneOf(user)
      if (!turns.begin(lane)) await turns.wait(lane, until)
      return holdNow(lane)
    },
    figures: () => ({ size, ...turns.figures() }),
    close: () => {
      clearInterval(sweeper)
      for (const slot of slots) slot.close()
    }
  }
}
