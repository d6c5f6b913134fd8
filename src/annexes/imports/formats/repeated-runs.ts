/** Longer runs are passed on as they come, so that memory is bounded. */
const MOST_ROWS = 2000
const MOST_CHARACTERS = 1_000_000

interface Row {
  readonly text: string
  /** Whether the row has its number among the sets of an exercise: without numbers, equal rows are sets of their own. */
  readonly isNumbered: boolean
  readonly take: () => void
}

/** The length of the part that a list consists of, once or several times. */
const periodOf = (texts: ReadonlyArray<string>): number => {
  // For each place, how many of the first texts stand again just before and at it (Knuth, Morris and Pratt).
  const borders: Array<number> = []
  for (const text of texts) {
    let border = borders.at(-1) ?? 0
    while (border > 0 && text !== texts[border]) border = borders[border - 1] ?? 0
    borders.push(borders.length > 0 && text === texts[border] ? border + 1 : 0)
  }
  const period = texts.length - (borders.at(-1) ?? 0)
  return texts.length % period === 0 ? period : texts.length
}

/**
 * Finds runs of rows with the same key that consist of the same rows several times, as Strong writes some workouts, and
 * calls `again` before each repetition.
 */
export class RepeatedRuns {
  private key: string | null = null
  private rows: Array<Row> = []
  private characters = 0
  private isTooLong = false

  constructor(private readonly again: () => void) {}

  add(key: string, row: Row): void {
    if (key !== this.key) {
      this.end()
      this.key = key
    }
    this.rows.push(row)
    this.characters += row.text.length
    this.isTooLong ||= this.rows.length > MOST_ROWS || this.characters > MOST_CHARACTERS
    if (this.isTooLong) this.pass()
  }

  end(): void {
    this.pass()
    this.key = null
    this.isTooLong = false
  }

  private pass(): void {
    const rows = this.rows
    this.rows = []
    this.characters = 0
    const mayRepeat = !this.isTooLong && rows.some(({ isNumbered }) => isNumbered)
    const period = mayRepeat ? periodOf(rows.map(({ text }) => text)) : rows.length
    for (const [place, { take }] of rows.entries()) {
      if (place > 0 && place % period === 0) this.again()
      take()
    }
  }
}
