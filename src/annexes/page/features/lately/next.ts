/** The title by which workouts are the same: the name, whatever its case and the spaces around it. */
export const titleOf = ({ name }: { readonly name: string }): string => name.trim().toLowerCase()

/** How much more it counts if the workout before the last was the same, too. */
const SAME_BEFORE = 3

/** How often each title followed the last one. It counts threefold after the same two. */
const followersOf = (done: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const [before, last] = [done.at(-2), done.at(-1)]
  const scores = new Map<string, number>()
  for (const [index, title] of done.entries()) {
    const next = done[index + 1]
    if (title !== last || next === undefined) continue
    const isSameBefore = index > 0 && done[index - 1] === before
    scores.set(next, (scores.get(next) ?? 0) + (isSameBefore ? SAME_BEFORE : 1))
  }
  return scores
}

/**
 * The titles of workouts that are likely next, the likeliest first, at most `most`. `done` has the title of each workout
 * of the last weeks, oldest first. Likeliest is what most often followed the last one; then, among what was done at
 * least twice, what was left longest. If nothing followed the last one and nothing was done twice, all count.
 */
export const likelyNext = (done: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  const scores = followersOf(done)
  const lastDone = new Map(done.map((title, index) => [title, index]))
  const times = Map.groupBy(done, (title) => title)
  const all = [...lastDone.keys()]
  const likely = all.filter((title) => scores.has(title) || (times.get(title)?.length ?? 0) > 1)
  return (likely.length === 0 ? all : likely)
    .toSorted(
      (one, other) =>
        (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || (lastDone.get(one) ?? 0) - (lastDone.get(other) ?? 0)
    )
    .slice(0, most)
}
