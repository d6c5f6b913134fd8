import { DatabaseUnavailable, type Pool } from "./pool.ts"
import { AT_ANY_TIME } from "./session.ts"
import { hasChangedNothing, isCancelled } from "./sql-state.ts"

/**
 * Pause before a statement is repeated, in milliseconds: after it lost to others, and if it waits for a connection
 * because the server accepts no further one.
 */
const PAUSE = 20
const CONNECTION_PAUSE = 100

/**
 * Whether to repeat what failed with `error`, thrown by PostgreSQL or the driver; resolves after a pause. `until` is the
 * deadline (performance.now()). Of work without one, only what waits for a connection is repeated: it waits for locks in
 * its own way.
 */
export const isWorthRepeating = async (error: unknown, until: number): Promise<boolean> => {
  if (error instanceof DatabaseUnavailable && error.mayWait === true) {
    await Bun.sleep(CONNECTION_PAUSE)
    return performance.now() < until
  }
  if (until >= AT_ANY_TIME || !hasChangedNothing(error)) return false
  await Bun.sleep(PAUSE)
  return performance.now() < until
}

/** Pause before background work is repeated after the database was too slow, in milliseconds: it is overloaded. */
const OWN_PAUSE = 500

/**
 * The same for a transaction of background work. It is also repeated if the database did not answer in time, even
 * though it may have been committed.
 */
export const isWorthRepeatingInOwnTime = async (error: unknown, until: number): Promise<boolean> => {
  const wasTooSlow = error instanceof DatabaseUnavailable || isCancelled(error)
  if (!wasTooSlow) return isWorthRepeating(error, until)
  await Bun.sleep(OWN_PAUSE)
  return performance.now() < until
}

/**
 * The pool, which repeats a statement outside transactions until its deadline if it waited too long for a lock, or lost
 * to other transactions. A shard that moves to another node of a cluster, for example, is locked for half a second.
 * Each repetition waits for its user's turn again.
 */
export const repeating = (pool: Pool): Pool => {
  const ask: Pool["ask"] = (text, params, until, user) =>
    pool.ask(text, params, until, user).catch(async (error) => {
      if (await isWorthRepeating(error, until)) return ask(text, params, until, user)
      throw error
    })
  return { ...pool, ask }
}
