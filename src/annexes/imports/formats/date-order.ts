import type { Question } from "../rows/questions.ts"
import { isOrdered, Moments } from "./moments.ts"
import { languagesFor } from "./months.ts"
import { ZoneClock } from "./zones.ts"

/**
 * Whether a language puts the month before the day in numeric dates, as American English does; undefined if it is
 * unknown.
 */
export const isMonthFirstIn = (locale: string): boolean | undefined => {
  const [known] = languagesFor(locale)
  if (known === undefined) return undefined
  const parts = new Intl.DateTimeFormat(known, { day: "numeric", month: "numeric" }).formatToParts(0)
  return parts.findIndex(({ type }) => type === "month") < parts.findIndex(({ type }) => type === "day")
}

/** How one order of day and month reads the dates of a file. */
interface Candidate {
  readonly locale: string
  readonly isMonthFirst: boolean
  readonly moments: Moments
  read: number
  last: string
  rises: boolean
  falls: boolean
}

/**
 * Finds the one order of day and month in which all dates such as `4/8/2026` in a file are valid, and rise or fall.
 * Spreadsheets rewrite apps' dates in this form.
 */
export class DateOrderSurvey {
  private readonly candidates: ReadonlyArray<Candidate> = [true, false].map((isMonthFirst) => ({
    locale: isMonthFirst ? "en-US" : "en-GB",
    isMonthFirst,
    moments: new Moments(new ZoneClock("UTC"), isMonthFirst),
    read: 0,
    last: "",
    rises: true,
    falls: true
  }))
  private example: string | null = null
  private lastText = ""

  add(text: string): void {
    if (text === this.lastText || !isOrdered(text)) return
    this.lastText = text
    const readings = this.candidates.map((candidate) => {
      const moment = candidate.moments.read(text)
      if (moment === null) return null
      const at = `${moment.day} ${moment.time ?? ""}`
      if (candidate.read > 0 && at < candidate.last) candidate.rises = false
      if (candidate.read > 0 && at > candidate.last) candidate.falls = false
      candidate.last = at
      candidate.read++
      return at
    })
    if (new Set(readings).size > 1) this.example ??= text
  }

  /** The order, if it is certain; the question, if the file has dates that the two orders read differently. */
  end(file: string): { readonly isMonthFirst: boolean | undefined; readonly questions: ReadonlyArray<Question> } {
    const most = Math.max(...this.candidates.map(({ read }) => read))
    if (most === 0) return { isMonthFirst: undefined, questions: [] }
    const able = this.candidates.filter(({ read }) => read === most)
    const ordered = able.filter(({ rises, falls }) => rises || falls)
    const [only, other] = ordered.length > 0 ? ordered : able
    if (other === undefined || this.example === null) return { isMonthFirst: only?.isMonthFirst, questions: [] }
    const choices = this.candidates.map(({ locale }) => locale)
    const question = { _tag: "Locale", option: "--locale", choices, file, example: this.example } as const
    return { isMonthFirst: undefined, questions: [question] }
  }
}
