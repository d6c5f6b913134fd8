import type { Question } from "../rows/questions.ts"
import type { Moment } from "../rows/rows.ts"
import { brief } from "./brief.ts"
import { localMoment, type Moments, timeOf } from "./moments.ts"
import { hasMonth, languagesFor, monthOf } from "./months.ts"

const DAY_FIRST = /^(\d{1,2})\.? (?:de )?(.+?)\.?,? (?:de )?(\d{4})(?: ?,? (?:\p{L}+ )?(\d.*))?$/su
const MONTH_FIRST = /^(\D+?|\d{1,2} ?[月월])\.? (\d{1,2}), ?(\d{4})(?: ?,? (\d.*))?$/s

interface NamedDate {
  readonly month: string
  readonly year: number
  readonly day: number
  readonly time: ReturnType<typeof timeOf>
}

/** Splits a date with a month name, such as `8 Apr 2026, 16:50`; null for anything else. */
const partsOf = (written: string): NamedDate | null => {
  const text = brief(written)
  const dayFirst = DAY_FIRST.exec(text)
  const monthFirst = dayFirst === null ? MONTH_FIRST.exec(text) : null
  const [day, month, year, time] =
    dayFirst !== null
      ? [dayFirst[1], dayFirst[2], dayFirst[3], dayFirst[4]]
      : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3], monthFirst?.[4]]
  if (day === undefined || month === undefined || year === undefined) return null
  const read = time === undefined ? null : timeOf(time)
  if (time !== undefined && read === null) return null
  return { month, year: Number(year), day: Number(day), time: read }
}

/** Reads dates with month names in one language, and all dates without. */
export const readNamedDate = (text: string, locale: string, moments: Moments): Moment | null => {
  const parts = partsOf(text)
  if (parts === null) return moments.read(text)
  const month = monthOf(parts.month, locale)
  return month === null ? null : localMoment(parts.year, month, parts.day, parts.time)
}

/** How one language reads the dates of a file. */
interface Candidate {
  readonly language: string
  read: number
  last: number
  rises: boolean
  falls: boolean
}

/** Most distinct month names. A file has at most 12 in one or two languages. */
const MOST_NAMES = 500

/**
 * Finds the one language in which all dates of a file are valid, and rise or fall. Languages that read every name alike
 * count as one.
 */
export class LocaleSurvey {
  private readonly candidates: ReadonlyArray<Candidate>
  /** What each name means in each language, in their order. */
  private readonly meanings = new Map<string, ReadonlyArray<number | null>>()
  /** The names that count, each with an example date. */
  private readonly examples = new Map<string, string>()
  private lastText = ""

  constructor(locale: string | undefined) {
    this.candidates = languagesFor(locale).map((language) => ({
      language,
      read: 0,
      last: Number.NaN,
      rises: true,
      falls: true
    }))
  }

  add(text: string): void {
    if (text === this.lastText) return
    this.lastText = text
    const parts = partsOf(text)
    if (parts === null) return
    const meanings = this.meaningsOf(parts.month)
    const isDay = meanings.map(
      (month) => month !== null && localMoment(parts.year, month, parts.day, parts.time) !== null
    )
    // A date that is impossible in every language says nothing about the language, unless no language knows its month.
    if (!isDay.includes(true) && meanings.some((month) => month !== null)) return
    if (this.examples.size < MOST_NAMES && !this.examples.has(parts.month)) this.examples.set(parts.month, text)
    const { hour, minute, second } = parts.time ?? { hour: 0, minute: 0, second: 0 }
    this.candidates.forEach((candidate, place) => {
      const month = meanings[place] ?? null
      if (month === null || isDay[place] !== true) return
      const at = Date.UTC(parts.year, month - 1, parts.day, hour, minute, second)
      if (at < candidate.last) candidate.rises = false
      if (at > candidate.last) candidate.falls = false
      candidate.last = at
      candidate.read++
    })
  }

  private meaningsOf(name: string): ReadonlyArray<number | null> {
    const known = this.meanings.get(name)
    if (known !== undefined) return known
    // If some languages have exactly this name, it is not an abbreviation in others: "mar" is not "marraskuu".
    const isName = this.candidates.some(({ language }) => hasMonth(name, language))
    const meanings = this.candidates.map(({ language }) =>
      isName && !hasMonth(name, language) ? null : monthOf(name, language)
    )
    if (this.meanings.size < MOST_NAMES) this.meanings.set(name, meanings)
    return meanings
  }

  /** The language, if it is certain; the question, if the file has dates that languages read differently. */
  end(file: string): { readonly locale: string | undefined; readonly questions: ReadonlyArray<Question> } {
    if (this.examples.size === 0) return { locale: undefined, questions: [] }
    const most = Math.max(0, ...this.candidates.map(({ read }) => read))
    const able = this.candidates.filter(({ read }) => read === most && read > 0)
    const ordered = able.filter(({ rises, falls }) => rises || falls)
    const readings = this.readingsOf(ordered.length > 0 ? ordered : able)
    const [only] = readings
    if (readings.length === 1 && only !== undefined) return { locale: only.language, questions: [] }
    return {
      locale: undefined,
      questions: [
        {
          _tag: "Locale",
          option: "--locale",
          choices: readings.map(({ language }) => language),
          file,
          example: this.disputed(readings)
        }
      ]
    }
  }

  /** One language for each way of reading the names. */
  private readingsOf(able: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> {
    const ways = new Map<string, Candidate>()
    for (const candidate of able) {
      const place = this.candidates.indexOf(candidate)
      const way = [...this.examples.keys()].map((name) => this.meanings.get(name)?.[place]).join()
      if (!ways.has(way)) ways.set(way, candidate)
    }
    return [...ways.values()]
  }

  private disputed(readings: ReadonlyArray<Candidate>): string {
    const places = readings.map((candidate) => this.candidates.indexOf(candidate))
    for (const [name, example] of this.examples) {
      if (new Set(places.map((place) => this.meanings.get(name)?.[place])).size > 1) return example
    }
    return this.examples.values().next().value ?? ""
  }
}
