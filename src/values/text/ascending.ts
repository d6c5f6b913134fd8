/** Compares two texts by their UTF-16 code units, for sorting. */
export const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The index of the first of the sorted words that does not come before `start`. */
export const placeOf = (words: ReadonlyArray<string>, start: string): number => {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? "") < start) low = middle + 1
    else high = middle
  }
  return low
}
