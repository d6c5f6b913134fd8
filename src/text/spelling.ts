/** Shorter words are too like each other: "row" and "raw". */
const SHORTEST = 5
/** The shortest word in which two letters may be wrong. */
const SHORTEST_WITH_TWO_ERRORS = 8
const LONGEST = 24

const collapse = (word: string) => word.replace(/(.)\1+/gu, "$1")

/** The errors between two words that hold no letter twice in a row, if at most `most`. */
const distance = (a: string, b: string, most: number): number | undefined => {
  const width = b.length + 1
  const rows = new Uint8Array((a.length + 1) * width)
  for (let j = 0; j < width; j++) rows[j] = j
  for (let i = 1; i <= a.length; i++) {
    let least = i
    const row = i * width
    rows[row] = i
    for (let j = 1; j < width; j++) {
      const above = row - width + j
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1
      const cost = (at: number) => rows[at] ?? 0
      let errors = Math.min(cost(above) + 1, cost(row + j - 1) + 1, cost(above - 1) + wrong)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) errors = Math.min(errors, cost(above - width - 2) + 1)
      rows[row + j] = errors
      least = Math.min(least, errors)
    }
    if (least > most) return undefined
  }
  const errors = rows[rows.length - 1] ?? most + 1
  return errors <= most ? errors : undefined
}

/**
 * Letters too many, too few, wrong or swapped with their neighbour between two words of at most 24 letters, if at most `most`;
 * else undefined. A letter written twice counts as one.
 */
export const errorsBetween = (one: string, other: string, most: number): number | undefined =>
  distance(collapse(one), collapse(other), most)

/** A bit for each Latin letter of a word: two words that differ in many letters are seldom one typing error apart. */
const lettersOf = (word: string) => {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % 32)
  return letters
}

const bits = (letters: number) => {
  let count = 0
  for (let rest = letters; rest !== 0; rest &= rest - 1) count++
  return count
}

interface Known {
  readonly word: string
  readonly common: number
  readonly collapsed: string
  readonly letters: number
}

const isCorrectable = (word: string) => word.length >= SHORTEST - 1 && word.length <= LONGEST && /^\p{L}+$/u.test(word)

/**
 * Corrects typing errors by a vocabulary, each word with how common it is. The longer of the typed and the correct word has at
 * least 5 letters, the typed one at least 4; a typed word of 8 letters or more may hold two errors, any other one. The
 * first letter stays, unless the first two are swapped. The word with the fewest errors is taken, then the commonest, then
 * the first of the alphabet. Words with digits are not corrected.
 */
export const spellingBy = (
  vocabulary: Iterable<readonly [word: string, common: number]>
): ((typed: string) => string | undefined) => {
  const known = [...vocabulary]
    .filter(([word]) => isCorrectable(word))
    .map(([word, common]): Known => {
      const collapsed = collapse(word)
      return { word, common, collapsed, letters: lettersOf(collapsed) }
    })
    .sort((a, b) => b.common - a.common || (a.word < b.word ? -1 : 1))
  const byStart = Map.groupBy(known, ({ word }) => word[0])
  return (typed) => {
    if (!isCorrectable(typed)) return undefined
    const collapsed = collapse(typed)
    const letters = lettersOf(collapsed)
    const most = typed.length < SHORTEST_WITH_TWO_ERRORS ? 1 : 2
    let best: Known | undefined
    let fewest = most + 1
    const consider = (candidate: Known) => {
      if (Math.max(typed.length, candidate.word.length) < SHORTEST) return
      if (Math.abs(collapsed.length - candidate.collapsed.length) > most) return
      if (bits(letters ^ candidate.letters) > 2 * most) return
      const errors = distance(collapsed, candidate.collapsed, most)
      if (errors === undefined || errors > fewest) return
      const isBetter = errors < fewest || best === undefined || candidate.common > best.common
      if (isBetter) {
        best = candidate
        fewest = errors
      }
    }
    byStart.get(typed[0])?.forEach(consider)
    if (typed[0] !== typed[1]) {
      byStart.get(typed[1])?.forEach((candidate) => {
        if (candidate.word[1] === typed[0]) consider(candidate)
      })
    }
    return best?.word
  }
}
