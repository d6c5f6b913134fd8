import { existsSync, readFileSync } from "node:fs"

/** `FAULTS=full` runs every scenario at its full size; without it, a short form of each. */
export const isFull = process.env.FAULTS === "full"

/** Milliseconds that a scenario may take. */
export const TIME_LIMIT = isFull ? 1_200_000 : 120_000

/** Prints what a scenario measured. */
export const measured = (scenario: string, figures: Readonly<Record<string, unknown>>): void =>
  console.log(
    `${scenario}: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${typeof value === "number" ? Math.round(value * 10) / 10 : value}`)
      .join(", ")}`
  )

/** The value below which a share of them lies; 0 of none. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0

/** Numbers from 0 to 1 that follow from a seed (mulberry32), so that a run can be repeated. */
export const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same work at once, `count` times over. */
export const atOnce = <A>(count: number, work: (index: number) => Promise<A>): Promise<ReadonlyArray<A>> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Bytes of memory that a process has; 0 where the system does not tell. */
export const memoryOf = (pid: number): number => {
  const status = `/proc/${pid}/status`
  return existsSync(status) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1]) * 1000 : 0
}
