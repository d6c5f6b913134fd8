/** A part of a pattern: the texts that it can start with, and whether it may repeat without bound. */
interface Part {
  readonly samples: ReadonlyArray<string>
  readonly repeats: boolean
  /** The parts within it, for a group. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<Part>>
}

const CLASSES: Readonly<Record<string, ReadonlyArray<string>>> = {
  d: ["0"],
  D: ["a", " "],
  w: ["a", "0"],
  W: [" ", "-"],
  s: [" ", "\t", "\n"],
  S: ["a", "0"],
  p: ["a", "A", "月", "-"],
  P: ["a", " "],
  b: [],
  B: [],
  n: ["\n"],
  r: ["\r"],
  t: ["\t"]
}

/** A quantifier that may repeat often enough to matter. */
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/

/** Reads a pattern's parts. It knows as much of the grammar as is needed to write texts that the pattern nearly matches. */
class Reader {
  private at = 0

  constructor(private readonly source: string) {}

  alternatives(): ReadonlyArray<ReadonlyArray<Part>> {
    const all: Array<Array<Part>> = [[]]
    while (this.at < this.source.length && this.source[this.at] !== ")") {
      if (this.source[this.at] === "|") {
        this.at++
        all.push([])
      } else all.at(-1)?.push(this.part())
    }
    return all
  }

  private part(): Part {
    const char = this.source[this.at] ?? ""
    const { samples, alternatives } = char === "(" ? this.group() : { samples: this.atom(char), alternatives: [] }
    const [quantifier = ""] = QUANTIFIER.exec(this.source.slice(this.at)) ?? []
    this.at += quantifier.length
    const least = Number(/^\{(\d+)/.exec(quantifier)?.[1] ?? 1)
    return {
      samples: samples.map((sample) => sample.repeat(Math.max(1, least))),
      alternatives,
      repeats: /^(?:[*+]|\{\d+,\})/.test(quantifier)
    }
  }

  private group(): Pick<Part, "samples" | "alternatives"> {
    const [opening = "("] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(this.source.slice(this.at)) ?? []
    this.at += opening.length
    const alternatives = this.alternatives()
    this.at++
    return { samples: alternatives.map(sampleOf), alternatives }
  }

  private atom(char: string): ReadonlyArray<string> {
    if (char === "[") return this.set()
    this.at++
    if (char === "\\") return this.escape()
    if (char === "^" || char === "$") return []
    return char === "." ? ["x", " ", "0"] : [char]
  }

  private escape(): ReadonlyArray<string> {
    const rest = this.source.slice(this.at)
    const [long, code] = /^(?:u([0-9a-f]{4})|[pP]\{[^}]*\})/i.exec(rest) ?? []
    this.at += long?.length ?? 1
    if (code !== undefined) return [String.fromCharCode(Number.parseInt(code, 16))]
    return CLASSES[rest[0] ?? ""] ?? [rest[0] ?? ""]
  }

  private set(): ReadonlyArray<string> {
    const isNegated = this.source[this.at + 1] === "^"
    this.at += isNegated ? 2 : 1
    const found: Array<string> = []
    while (this.at < this.source.length && this.source[this.at] !== "]") {
      if (this.source[this.at] === "[") found.push(...this.set())
      else if (this.source[this.at++] === "\\") found.push(...this.escape())
      else found.push(this.source[this.at - 1] ?? "")
    }
    this.at++
    return isNegated ? ["a", " ", "0", "-"].filter((char) => !found.includes(char)) : found
  }
}

const sampleOf = (parts: ReadonlyArray<Part>): string => parts.map(({ samples }) => samples[0] ?? "").join("")

/** The starts after which something repeats, with what repeats there. */
const loopsOf = function* (
  parts: ReadonlyArray<Part>,
  before: string
): Generator<{ readonly start: string; readonly again: ReadonlyArray<string> }> {
  let start = before
  for (const part of parts) {
    if (part.repeats) yield { start, again: part.samples }
    for (const alternative of part.alternatives) yield* loopsOf(alternative, start)
    start += part.samples[0] ?? ""
  }
}

const distinct = (texts: Iterable<string>, most: number): ReadonlyArray<string> => [...new Set(texts)].slice(0, most)

/** Texts of about this length that are expensive for a pattern, if any are: what it repeats, and then no match. */
export const attacksOn = (pattern: RegExp, length: number): ReadonlyArray<string> => {
  const alternatives = new Reader(pattern.source).alternatives()
  const loops = alternatives.flatMap((parts) => [...loopsOf(parts, "")])
  const words = pattern.source.match(/[\p{L}]{3,}/gu) ?? []
  const starts = distinct(["", ...loops.map(({ start }) => start)], 12)
  const pieces = distinct(
    [...loops.flatMap(({ again }) => again), " ", "0", ...words, ...words.map((word) => `${word} `)],
    30
  )
  const whole = distinct(alternatives.map(sampleOf), 3)
  const repeated = [...pieces, ...whole].filter((piece) => piece !== "")
  return starts.flatMap((start) =>
    repeated.flatMap((piece) => {
      const pumped = start + piece.repeat(Math.ceil(length / piece.length))
      return ["\0", "\n!", "0"].map((end) => pumped + end)
    })
  )
}
