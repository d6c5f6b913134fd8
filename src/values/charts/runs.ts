/** Splits a list between neighbours that `areApart`, such as at a gap between two days. */
export const runsOf = <A>(
  items: ReadonlyArray<A>,
  areApart: (one: A, next: A) => boolean
): ReadonlyArray<ReadonlyArray<A>> => {
  const runs: Array<Array<A>> = []
  for (const item of items) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run === undefined || before === undefined || areApart(before, item)) runs.push([item])
    else run.push(item)
  }
  return runs
}
