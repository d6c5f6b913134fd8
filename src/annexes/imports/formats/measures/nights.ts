import { ascending } from "../../../../values/text/ascending.ts"
import type { LeftOut, Moment, Place, Reading } from "../../rows/rows.ts"

/** A sleep as a source states it: a whole night, a nap, or a stage of a night. */
export interface Sleep {
  /** What recorded it; empty if that is not known. Only sleeps of one source are added up. */
  readonly source: string
  /** Epoch milliseconds; of a source without timezones, those of its clock as if it were UTC. */
  readonly start: number
  readonly end: number
  /** How long the person was asleep within it. */
  readonly minutes: number
  /** When it ended. */
  readonly at: Moment
  /** Whether its time awake is known, as of sources that tell stages of sleep apart. */
  readonly isStaged: boolean
  /** Whether the source itself calls it a nap. */
  readonly isNap?: boolean
}

/** A night: the sleep that ended on a day. */
interface Night<A extends Sleep> {
  readonly minutes: number
  /** When its last sleep ended. */
  readonly at: Moment
  readonly source: string
  readonly sleeps: ReadonlyArray<A>
}

interface Nights<A extends Sleep> {
  readonly nights: ReadonlyArray<Night<A>>
  readonly naps: ReadonlyArray<A>
  /** The sleeps of sources that do not count for their night. */
  readonly others: ReadonlyArray<A>
}

/** Sleeps of one source that lie no further apart are one night. */
const APART_MS = 2 * 3_600_000

/** The minutes asleep in sleeps that are sorted by start. What an earlier one covers counts once. */
const minutesIn = (sleeps: ReadonlyArray<Sleep>): number => {
  let covered = Number.NEGATIVE_INFINITY
  let sum = 0
  for (const { start, end, minutes } of sleeps) {
    const length = end - start
    sum += length <= 0 ? minutes : (minutes * Math.max(0, end - Math.max(start, covered))) / length
    covered = Math.max(covered, end)
  }
  return Number(sum.toPrecision(12))
}

const joined = <A extends Sleep>(source: string, sleeps: ReadonlyArray<A>): ReadonlyArray<Night<A>> => {
  const inOrder = [...sleeps].sort((one, other) => one.start - other.start || other.end - one.end)
  const groups: Array<{ readonly sleeps: Array<A>; last: A }> = []
  for (const sleep of inOrder) {
    const group = groups.at(-1)
    if (group === undefined || sleep.start - group.last.end > APART_MS) groups.push({ sleeps: [sleep], last: sleep })
    else {
      group.sleeps.push(sleep)
      if (sleep.end > group.last.end) group.last = sleep
    }
  }
  return groups.map(({ sleeps, last }) => ({ source, sleeps, at: last.at, minutes: minutesIn(sleeps) }))
}

const isStaged = ({ sleeps }: Night<Sleep>): boolean => sleeps.some((sleep) => sleep.isStaged)

const compare = (one: Night<Sleep>, other: Night<Sleep>): number =>
  Number(isStaged(other)) - Number(isStaged(one)) || other.minutes - one.minutes || ascending(one.source, other.source)

/**
 * Returns one night for each day on which a sleep ended. Of one source, that is its longest sleep. Of several sources, it is
 * the sleep of the source that records stages, or else the longest.
 */
export const nightsOf = <A extends Sleep>(sleeps: ReadonlyArray<A>): Nights<A> => {
  const bySource = Map.groupBy(
    sleeps.filter(({ isNap }) => isNap !== true),
    ({ source }) => source
  )
  const groups = [...bySource].flatMap(([source, own]) => joined(source, own))
  const nights: Array<Night<A>> = []
  const naps = sleeps.filter(({ isNap }) => isNap === true)
  const others: Array<A> = []
  for (const ofDay of Map.groupBy(groups, ({ at }) => at.day).values()) {
    const longest = [...Map.groupBy(ofDay, ({ source }) => source).values()].map((own) =>
      own.reduce((night, group) => (group.minutes > night.minutes ? group : night))
    )
    const [night] = longest.sort(compare)
    if (night === undefined) continue
    nights.push(night)
    for (const group of ofDay) {
      if (group === night) continue
      const left = group.source === night.source ? naps : others
      for (const sleep of group.sleeps) left.push(sleep)
    }
  }
  return { nights, naps, others }
}

/** Most sleeps and stages in a file: ten years of two devices are about 300,000. It bounds memory. */
const MOST_SLEEPS = 500_000

interface ReadSleep extends Sleep {
  readonly place: Place
  /** How many rows it accounts for. */
  readonly rows: number
}

/** Why a sleep is left out that could be read. */
const REASONS = {
  naps: "naps, which are not kept",
  others: "sleep that another source of the file states for the same night",
  further: `sleep beyond ${MOST_SLEEPS} records`
}

const leftOut = (reason: string, sleeps: ReadonlyArray<ReadSleep>): ReadonlyArray<LeftOut> =>
  [...Map.groupBy(sleeps, ({ place }) => place.file).values()].flatMap((ofFile) => {
    const [first] = ofFile
    const rows = ofFile.reduce((sum, sleep) => sum + sleep.rows, 0)
    return first === undefined || rows === 0 ? [] : [{ _tag: "LeftOut", place: first.place, rows, reason } as const]
  })

/** Gathers the sleeps of an input, in whichever order they come. */
export class FileNights {
  private readonly sleeps: Array<ReadSleep> = []
  private readonly further: Array<ReadSleep> = []

  /** The number of sleeps held. */
  get size(): number {
    return this.sleeps.length
  }

  add(sleep: Sleep, place: Place, rows = 1): void {
    const read = { ...sleep, place, rows }
    const [first] = this.further
    if (this.sleeps.length < MOST_SLEEPS) this.sleeps.push(read)
    else this.further[0] = first === undefined ? read : { ...first, rows: first.rows + rows }
  }

  /** One reading for each night, and what is left out. */
  rows(): ReadonlyArray<Reading | LeftOut> {
    const { nights, naps, others } = nightsOf(this.sleeps)
    const readings = nights.flatMap(({ sleeps, minutes, at, source }): ReadonlyArray<Reading> => {
      const [first] = sleeps
      if (first === undefined) return []
      const rows = sleeps.reduce((sum, sleep) => sum + sleep.rows, 0)
      return [
        { _tag: "Reading", place: first.place, rows, metric: "sleep", value: minutes, at, origin: source || null }
      ]
    })
    return [
      ...readings,
      ...leftOut(REASONS.naps, naps),
      ...leftOut(REASONS.others, others),
      ...leftOut(REASONS.further, this.further)
    ]
  }
}

/** A moment by its own clock, in milliseconds; NaN if it is none, or a day without a time. */
const instantIn = (moment: Moment | null): number =>
  moment === null || moment.time === null ? Number.NaN : (moment.instant ?? Date.parse(`${moment.day}T${moment.time}Z`))

/** When a sleep of a table began, by the clock of its end. Undefined if one of them is no time, or it ends before. */
export const spanOf = (
  start: Moment | null,
  end: Moment | null
): { readonly start: number; readonly end: number } | undefined => {
  const span = { start: instantIn(start), end: instantIn(end) }
  return span.end > span.start ? span : undefined
}
