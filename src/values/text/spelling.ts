/** Shorter words resemble each other too much, such as "row" and "raw". */
const SHORTEST = 5
/** The shortest word that may have two wrong letters. */
const SHORTEST_WITH_TWO_ERRORS = 8
const LONGEST = 24

/** The word with repeated letters written once. */
export const collapse = (word: string): string => word.replace(/(.)\1+/gu, "$1")

/** The number of errors between two words without double letters; undefined if more than `most`. */
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
 * The number of extra, missing, wrong or swapped letters between two words of at most 24 letters; undefined if more
 * than `most`. Double letters count as one.
 */
export const errorsBetween = (one: string, other: string, most: number): number | undefined =>
  distance(collapse(one), collapse(other), most)

/** A bit for each Latin letter in a word. Words that differ in many letters are seldom one typing error apart. */
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
 * Corrects typing errors by a vocabulary, which gives each word's frequency. The longer of the typed and the correct
 * word must have at least 5 letters, the typed one at least 4. Typed words of 8 letters or more may have two errors,
 * others one. The first letter must be right, or swapped with the second. The word with the fewest errors wins, then
 * the most frequent, then the alphabetically first. Words with digits are not corrected.
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
