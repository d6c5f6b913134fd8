import { existsSync, readFileSync } from "node:fs"

/** `FAULTS=full` runs every scenario at its full size; otherwise each runs in a short form. */
export const isFull = process.env.FAULTS === "full"

/** Milliseconds that a scenario may take. */
export const TIME_LIMIT = isFull ? 1_200_000 : 120_000

/** Prints the figures of a scenario. */
export const measured = (scenario: string, figures: Readonly<Record<string, unknown>>): void =>
  console.log(
    `${scenario}: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${typeof value === "number" ? Math.round(value * 10) / 10 : value}`)
      .join(", ")}`
  )

/** The value below which this share of the values lies; 0 if there are none. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0

/** Numbers from 0 to 1 derived from a seed (mulberry32), so that a run can be repeated. */
export const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same work `count` times at once. */
export const atOnce = <A>(count: number, work: (index: number) => Promise<A>): Promise<ReadonlyArray<A>> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Bytes of memory that a process uses; 0 if the system does not report it. */
export const memoryOf = (pid: number): number => {
  const status = `/proc/${pid}/status`
  return existsSync(status) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1]) * 1000 : 0
}
