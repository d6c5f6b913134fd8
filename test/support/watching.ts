import { Layer } from "effect"
import { type Ask, PoolWatch } from "../../src/platform/database/pool.ts"
import type { Stores } from "./stores.ts"

/**
 * The stores over a database, with a function that sees each statement as the service sends it. They need a separate
 * database, because the pool of one that suites use in turn was made before.
 */
export const watching = (
  stores: Stores,
  asked: (...statement: [text: string, params: ReadonlyArray<unknown>]) => void
): Stores => {
  const watched =
    <Args extends ReadonlyArray<unknown>, A>(ask: (...args: [...Parameters<Ask>, ...Args]) => A) =>
    (...args: [...Parameters<Ask>, ...Args]): A => {
      const [text, params] = args
      asked(text, params)
      return ask(...args)
    }
  const watch = Layer.succeed(PoolWatch, (pool) => ({
    ...pool,
    ask: watched(pool.ask),
    hold: async (until, user) => {
      const held = await pool.hold(until, user)
      return { ...held, ask: watched(held.ask) }
    }
  }))
  return Layer.provide(stores, watch)
}

/** The stores, and a function that returns how many statements they have sent so far. */
export const counting = (stores: Stores): { readonly stores: Stores; readonly sent: () => number } => {
  let sent = 0
  return { stores: watching(stores, () => sent++), sent: () => sent }
}
