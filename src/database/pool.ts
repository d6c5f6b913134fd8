import { SQL } from "bun"
import { Data } from "effect"

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

export interface Pool {
  /** Asks on whichever connection is free first. */
  readonly ask: Ask
  readonly hold: (until: number) => Promise<Held>
  readonly figures: () => PoolFigures
  readonly close: () => void
}

/** How often those who wait too long are looked for, in milliseconds. */
const SWEEP = 50

/** Most time that a statement of a request may take: 2 seconds. The server ends it then by itself. */
export const STATEMENT_MILLIS = 2000

/** What the server is given beyond that before the connection is given up: it may never answer again. */
const GRACE = 250

/** Most that wait for a connection at once. */
const LONGEST_QUEUE = 10_000

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
