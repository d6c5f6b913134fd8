import { globalValue } from "effect/GlobalValue"

/** A set that holds nothing. */
class Nothing extends Set<unknown> {
  override add(): this {
    return this
  }
}

/**
 * Effect lists all fibers without a parent in a Set, for debugging. It costs a tenth of a request: see `makeUnanswered`.
 * So they are no longer listed; Effect finds the Set by this name, and does not need it otherwise.
 */
export const listNoFibers = (): void => {
  const scope = globalValue(Symbol.for("effect/FiberScope/Global"), () => ({ roots: new Set<unknown>() }))
  scope.roots = new Nothing()
}
