import { randomFrom } from "../faults/form.ts"

/** Pseudo-random numbers derived from a seed: a failure is repeated with the seed that it prints. */
export interface Random {
  /** At least 0, less than 1. */
  readonly next: () => number
  /** From 0 up to, but not including, `below`. */
  readonly below: (below: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(from: ReadonlyArray<A>) => A
}

export const randomOf = (seed: number): Random => {
  const next = randomFrom(seed)
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
