import { SQL } from "bun"
import { Context, Data } from "effect"
import type { Rows } from "../../contract/handler/charge.ts"
import type { Primary } from "./primary.ts"
import { AT_ANY_TIME, STATEMENT_MILLIS, UNLIMITED } from "./session.ts"
import { isForgotten, isRefusedForMany } from "./sql-state.ts"
import { type Lane, makeTurns } from "./turns.ts"

/**
 * The database could not be reached, or did not answer in time. The statement may or may not have been executed.
 * `isOwnShare`: it was not, because its user has more calls at once than their share of connections serves in time.
 * `mayWait`: it was not, because the server accepts no further connection; others of this pool are open.
 */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly message: string
  readonly isOwnShare?: true
  readonly mayWait?: true
  readonly cause?: unknown
}> {}

const busy = new DatabaseUnavailable({ message: "No connection to the database came free in time" })
const spent = new DatabaseUnavailable({ message: "The user's own calls used their connections", isOwnShare: true })
const silent = new DatabaseUnavailable({ message: "The database did not answer in time" })
const lost = new DatabaseUnavailable({ message: "The connection to the database was lost within a transaction" })
const noMore = (cause: unknown) =>
  new DatabaseUnavailable({ message: "The database accepts no further connection", mayWait: true, cause })

export interface PoolFigures {
  /** Most connections, and how many are in use. */
  readonly size: number
  readonly inUse: number
  /** How many requests are waiting for a connection, and how many were refused one since the start. */
  readonly waiting: number
  readonly refused: number
}

/**
 * Runs a statement, waiting for a connection no longer than `until` (by performance.now()). On a remote server, it must
 * also start by then, and end within STATEMENT_MILLIS: otherwise a lost response would be awaited for ever. This does
 * not apply to UNLIMITED or, if the sessions have no time limit, to AT_ANY_TIME. The embedded database runs in this
 * process, so connections to it cannot be lost.
 */
export type Ask = (text: string, params: ReadonlyArray<unknown>, until: number) => Promise<Rows>

/** A connection for exclusive use until it is released. */
export interface Held {
  /** Fails once the connection has been lost, even if it was replaced: a transaction must end on its own connection. */
  readonly ask: Ask
  readonly release: () => void
}

/** Shares connections fairly: waiting users take turns. `user` is undefined for the service's own work. */
export interface Pool {
  /** Runs a statement on the first free connection. */
  readonly ask: (...args: [...Parameters<Ask>, user: string | undefined]) => Promise<Rows>
  readonly hold: (until: number, user: string | undefined) => Promise<Held>
  readonly figures: () => PoolFigures
  readonly close: () => void
}

/** Wraps each pool before it is used. Tests use it to observe what the service sends to the database. */
export class PoolWatch extends Context.Reference<PoolWatch>()("PoolWatch", {
  defaultValue:
    () =>
    (pool: Pool): Pool =>
      pool
}) {}

/** How often expired waits are checked for, in milliseconds. */
const SWEEP = 50

/** Extra milliseconds for the server to report a cancelled statement before the connection is closed. */
const GRACE = 250

/** Whether the database is outside this process, and whether its sessions limit statements as requests need. */
export interface Reach {
  readonly isRemote: boolean
  readonly isLimited: boolean
}

interface Slot {
  /** Runs a statement. One outside a transaction calls `done` when the connection is free again. */
  readonly ask: (...args: [...Parameters<Ask>, done?: () => void]) => Promise<Rows>
  /** How many connections this slot has lost, or has just replaced because they led to a former primary. */
  readonly losses: () => number
  /** Whether its connection has answered, and is not lost since. */
  readonly isOpen: () => boolean
  /** Closes the connection if its statement should have ended by now, and fails the statement. */
  readonly sweep: (now: number) => void
  readonly close: () => void
}

/** Replaces negative zero by zero: the driver would bind it as a double, even where a function takes an integer. */
const bound = (param: unknown): unknown => (param === 0 ? 0 : param)

/** A connection, which is replaced when needed. Bun connects at the first statement, and again after a loss. */
const makeConnection = (primary: Primary) => {
  let losses = 0
  let isOpen = false
  let generation = primary.generation()
  const connect = () => {
    const onclose = () => {
      if (made !== sql) return
      losses++
      isOpen = false
      primary.lost()
    }
    const made: SQL = new SQL({ ...primary.options(), max: 1, onclose })
    return made
  }
  let sql = connect()
  const leave = (left: SQL) => {
    isOpen = false
    losses++
    void left.close({ timeout: 0 })
  }
  const replace = () => {
    const before = sql
    generation = primary.generation()
    sql = connect()
    leave(before)
  }
  /** Replaces the connection if it leads to a former primary. */
  const renew = () => {
    if (generation !== primary.generation()) replace()
  }
  return {
    renew,
    replace,
    run: async (text: string, params: ReadonlyArray<unknown>): Promise<Rows> => {
      const rows: Rows = await sql.unsafe(text, params.map(bound))
      isOpen = true
      return rows
    },
    losses: () => {
      renew()
      return losses
    },
    isOpen: () => isOpen,
    close: () => leave(sql)
  }
}

/** A slot for one connection. */
const makeSlot = (primary: Primary, { isRemote, isLimited }: Reach): Slot => {
  const connection = makeConnection(primary)
  let running: { readonly until: number; readonly giveUp: () => void } | undefined
  let isLate = false
  return {
    ask: (text, params, until, done) =>
      new Promise((resolve, reject) => {
        connection.renew()
        let isOver = false
        // A statement that was given up may still fail later, when the connection has another user.
        const end = () => {
          if (isOver) return
          isOver = true
          running = undefined
          done?.()
        }
        const fail = (error: unknown) => {
          primary.doubt(error)
          end()
          reject(error)
        }
        const now = performance.now()
        if (isRemote && now >= until) {
          end()
          return reject(silent)
        }
        if (isRemote && until < (isLimited ? UNLIMITED : AT_ANY_TIME)) {
          running = { until: now + STATEMENT_MILLIS + GRACE, giveUp: () => fail(silent) }
        }
        const run = (failed: (error: unknown) => void) => {
          connection.run(text, params).then((rows) => {
            end()
            resolve(rows)
          }, failed)
        }
        run((error) => {
          if (isRemote || !isForgotten(error)) return fail(error)
          connection.replace()
          return done === undefined ? fail(lost) : run(fail)
        })
      }),
    losses: connection.losses,
    isOpen: connection.isOpen,
    sweep: (now) => {
      // Closed only if late in two sweeps: if this process itself was held up, an answer that has already arrived is
      // read in between.
      const wasLate = isLate
      isLate = running !== undefined && running.until <= now
      if (!isLate || !wasLate || running === undefined) return
      const { giveUp } = running
      isLate = false
      connection.replace()
      giveUp()
    },
    close: connection.close
  }
}

/**
 * Up to `size` connections to PostgreSQL, with Bun's driver. Every wait is bounded, so a slow or unreachable database
 * causes errors rather than a growing queue. Once it is back, the next statement succeeds.
 */
export const makePool = (primary: Primary, { size, ...reach }: Reach & { readonly size: number }): Pool => {
  const slots: Array<Slot> = []
  const free: Array<Slot> = []
  const turns = makeTurns(size, { own: spent, other: busy })

  /** A free connection, for a turn that has begun; there are as many connections as turns. */
  const slotNow = (): Slot => {
    const idle = free.pop()
    if (idle !== undefined) return idle
    const slot = makeSlot(primary, reach)
    slots.push(slot)
    return slot
  }

  /** Open connections are used before others, which may not be accepted. */
  const release = (slot: Slot, lane: Lane) => {
    if (slot.isOpen()) free.push(slot)
    else free.unshift(slot)
    turns.end(lane)
  }

  const askOn = (slot: Slot, ...asked: Parameters<Slot["ask"]>) =>
    slot.ask(...asked).catch((error: unknown) => {
      throw isRefusedForMany(error) && slots.some((each) => each.isOpen()) ? noMore(error) : error
    })

  const sweeper = setInterval(() => {
    const now = performance.now()
    for (const slot of slots) slot.sweep(now)
    turns.sweep(now)
  }, SWEEP)
  sweeper.unref()

  const askNow = (lane: Lane, ...[text, params, until]: Parameters<Ask>) => {
    const slot = slotNow()
    return askOn(slot, text, params, until, () => release(slot, lane))
  }

  const holdNow = (lane: Lane): Held => {
    const slot = slotNow()
    let before: number | undefined
    return {
      ask: (text, params, until) => {
        before ??= slot.losses()
        return before === slot.losses() ? askOn(slot, text, params, until) : Promise.reject(lost)
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
      primary.close()
      for (const slot of slots) slot.close()
    }
  }
}
