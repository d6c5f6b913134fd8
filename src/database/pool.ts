import { SQL } from "bun"
import { Data } from "effect"

/** The database could not be reached, or did not answer in time. The statement may or may not have been executed. */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{ readonly message: string }> {}

const busy = new DatabaseUnavailable({ message: "No connection to the database came free in time" })
const silent = new DatabaseUnavailable({ message: "The database did not answer in time" })
const lost = new DatabaseUnavailable({ message: "The connection to the database was lost within a transaction" })

export interface PoolFigures {
  /** Most connections, and how many are in use. */
  readonly size: number
  readonly inUse: number
  /** How many requests wait for a connection now, and how many were refused one since the start. */
  readonly waiting: number
  readonly refused: number
}

export type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/**
 * Runs a statement, waiting for a connection no longer than `until` (by performance.now()). On a remote server, it must
 * also start by then and, if `until` is finite, end within STATEMENT_MILLIS. The embedded database runs in this
 * process, so it cannot become unreachable.
 */
export type Ask = (text: string, params: ReadonlyArray<unknown>, until: number) => Promise<Rows>

/** A connection for exclusive use until it is released. */
export interface Held {
  /** Fails once the connection has been lost, even if it was replaced: a transaction must end on its own connection. */
  readonly ask: Ask
  readonly release: () => void
}

export interface Pool {
  /** Runs a statement on the first free connection. */
  readonly ask: Ask
  readonly hold: (until: number) => Promise<Held>
  readonly figures: () => PoolFigures
  readonly close: () => void
}

/** How often expired waits are looked for, in milliseconds. */
const SWEEP = 50

/** Longest duration of a request's statement, in milliseconds; then the server cancels it. */
export const STATEMENT_MILLIS = 2000

/** Extra milliseconds for the server to report the cancelled statement before the connection is closed. */
const GRACE = 250

/** Most waits for a connection at one time. */
const LONGEST_QUEUE = 10_000

interface Slot {
  /** Runs a statement, and calls `done` when the connection is free again. */
  readonly ask: (...args: [...Parameters<Ask>, done?: () => void]) => Promise<Rows>
  /** How many connections this slot has lost. */
  readonly losses: () => number
  /** Closes the connection if its statement should have ended by now, and fails the statement. */
  readonly sweep: (now: number) => void
  readonly close: () => void
}

/** A slot for one connection. Bun connects at the first statement, and again after the connection was lost. */
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
        // A statement that was given up may still fail later, when the connection has another user.
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
      // Late in two sweeps: if this process itself was held up, an answer that has already arrived is read in between.
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
 * Up to `size` connections to PostgreSQL, with Bun's driver. Every wait is bounded, so a slow or unreachable database
 * causes errors rather than a growing queue. Once it is back, the next statement succeeds.
 */
export const makePool = (
  options: SQL.PostgresOrMySQLOptions,
  { size, isRemote }: { readonly size: number; readonly isRemote: boolean }
): Pool => {
  const slots: Array<Slot> = []
  const free: Array<Slot> = []
  let refused = 0
  let queue: Array<{ readonly until: number; readonly take: (slot: Slot) => void; readonly refuse: () => void }> = []

  const release = (slot: Slot) => {
    const next = queue.shift()
    if (next === undefined) free.push(slot)
    else next.take(slot)
  }

  const slotNow = (): Slot | undefined => {
    const idle = free.pop()
    if (idle !== undefined || slots.length === size) return idle
    const slot = makeSlot(options, isRemote)
    slots.push(slot)
    return slot
  }

  const slotBy = (until: number): Promise<Slot> =>
    new Promise((resolve, reject) => {
      const refuse = () => {
        refused++
        reject(busy)
      }
      if (queue.length >= LONGEST_QUEUE) refuse()
      else queue.push({ until, take: resolve, refuse })
    })

  const sweeper = setInterval(() => {
    const now = performance.now()
    for (const slot of slots) slot.sweep(now)
    const late = queue.filter(({ until }) => until <= now)
    if (late.length === 0) return
    queue = queue.filter(({ until }) => until > now)
    for (const { refuse } of late) refuse()
  }, SWEEP)
  sweeper.unref()

  const askOn = (slot: Slot, ...[text, params, until]: Parameters<Ask>) =>
    slot.ask(text, params, until, () => release(slot))

  const holdOf = (slot: Slot): Held => {
    let before: number | undefined
    return {
      ask: (text, params, until) => {
        before ??= slot.losses()
        return before === slot.losses() ? slot.ask(text, params, until) : Promise.reject(lost)
      },
      release: () => release(slot)
    }
  }

  return {
    ask: (text, params, until) => {
      const slot = slotNow()
      return slot === undefined
        ? slotBy(until).then((slot) => askOn(slot, text, params, until))
        : askOn(slot, text, params, until)
    },
    hold: async (until) => holdOf(slotNow() ?? (await slotBy(until))),
    figures: () => ({ size, inUse: slots.length - free.length, waiting: queue.length, refused }),
    close: () => {
      clearInterval(sweeper)
      for (const slot of slots) slot.close()
    }
  }
}
