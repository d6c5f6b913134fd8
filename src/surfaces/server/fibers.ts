import { globalValue } from "effect/GlobalValue"

/** A set that stays empty. */
class Nothing extends Set<unknown> {
  override add(): this {
    return this
  }
}

/**
 * Stops Effect from listing fibers without a parent. It lists them in a Set for debugging, which costs a tenth of a
 * request: see `makeUnanswered`. Effect looks the Set up by this name, and does not need it otherwise.
 */
export const listNoFibers = (): void => {
  const scope = globalValue(Symbol.for("effect/FiberScope/Global"), () => ({ roots: new Set<unknown>() }))
  scope.roots = new Nothing()
}
