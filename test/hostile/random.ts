/** Numbers that look random and follow from their seed: a failure is repeated with the seed it prints (mulberry32). */
export interface Random {
  /** At least 0, less than 1. */
  readonly next: () => number
  /** From 0 to `below`, which is not included. */
  readonly below: (below: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(from: ReadonlyArray<A>) => A
}

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (below: number) => Math.floor(next() * below)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const [first, ...rest] = from
      if (first === undefined) throw new Error("There is nothing to pick from")
      return rest.length === 0 ? first : (from[below(from.length)] ?? first)
    }
  }
}
