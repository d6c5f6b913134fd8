import type { ActivityDay } from "../../../values/activity-day.ts"
import { copyOf } from "../../../values/text/copies.ts"
import { Intervals, type SourceTotal, uncovered } from "./coverage.ts"
import { dayOfNumber, type LocalClock } from "./zones.ts"

/** Seconds are counted from 2000-01-01T00:00:00Z. */
const EPOCH = 946_684_800_000
/** The first and the last representable instant, in milliseconds since 1970. */
const EARLIEST = EPOCH - 0x7fff_ffff * 1000
const LATEST = EPOCH + 0x7fff_ffff * 1000

const BLOCK = 65_536
/**
 * Most intervals; one across midnight counts as two. Sixteen million take about 370 MB, and are some hundred years of a
 * phone and a watch.
 */
const MOST_INTERVALS = 16_000_000
const MOST_SOURCES = 1000
const LONGEST_MS = 7 * 86_400_000

/** The kinds of sources, most trusted first. */
type Rank = 0 | 1 | 2
const [WATCH, PHONE, OTHER] = [0, 1, 2] as const

interface Source {
  readonly name: string
  readonly byName: Rank
  readonly byDevice: Rank
}

const rankOf = (text: string): Rank => (/watch/i.test(text) ? WATCH : /phone/i.test(text) ? PHONE : OTHER)

interface Block {
  readonly source: Uint16Array
  readonly start: Int32Array
  readonly end: Int32Array
  readonly value: Float64Array
  /** The previous interval of the same day, else -1. */
  readonly before: Int32Array
}

interface Day {
  last: number
  rows: number
  readonly line: number
}

export interface DaySteps {
  readonly day: ActivityDay
  readonly steps: number
  /** The number of records it was counted from, including those that added nothing. */
  readonly rows: number
  /** The line of the first record. */
  readonly line: number
}

/**
 * Counts steps per day from overlapping intervals of several sources. Sources are ranked: watch, phone, others; among
 * equals, by the most steps that day. From a lower source, only the share of each interval counts that no higher source
 * covers. Identical intervals count once, and an interval across midnight is divided in proportion. Keeps 22 bytes per
 * interval until the end.
 */
export class StepCounter {
  private readonly sources: Array<Source> = []
  private readonly places = new Map<string, number>()
  private readonly blocks: Array<Block> = []
  private count = 0
  private readonly days = new Map<number, Day>()

  /** The number of intervals held. */
  get size(): number {
    return this.count
  }

  /**
   * Adds a record, with instants in epoch milliseconds. Returns why it cannot be counted, else null. `device` describes
   * what measured it; it only affects the rank of a source if no source's name mentions a watch or phone.
   */
  add(
    name: string,
    device: string,
    start: number,
    end: number,
    value: number,
    clock: LocalClock,
    line: number
  ): string | null {
    if (end < start) return "it ends before it starts"
    if (end - start > LONGEST_MS) return "it lasts longer than 7 days"
    if (start < EARLIEST || end > LATEST) return "its time is out of range"
    const source = this.sourceOf(name, device)
    if (source === null || this.count >= MOST_INTERVALS) return "there are more step records than can be counted"
    let from = start
    let isFirst = true
    while (isFirst || from < end) {
      const midnight = clock.nextDayAfter(from)
      const to = Math.min(end, midnight)
      const share = end === start ? 1 : (to - from) / (end - start)
      this.store(clock.dayNumberAt(from), source, from, to, value * share, isFirst, line)
      from = to
      isFirst = false
    }
    return null
  }

  private sourceOf(name: string, device: string): number | null {
    const known = this.places.get(name)
    if (known !== undefined) return known
    if (this.sources.length >= MOST_SOURCES) return null
    const copy = copyOf(name)
    this.sources.push({ name: copy, byName: rankOf(name), byDevice: rankOf(device) })
    this.places.set(copy, this.sources.length - 1)
    return this.sources.length - 1
  }

  private store(
    day: number,
    source: number,
    start: number,
    end: number,
    value: number,
    isRow: boolean,
    line: number
  ): void {
    const offset = this.count % BLOCK
    if (offset === 0) {
      this.blocks.push({
        source: new Uint16Array(BLOCK),
        start: new Int32Array(BLOCK),
        end: new Int32Array(BLOCK),
        value: new Float64Array(BLOCK),
        before: new Int32Array(BLOCK)
      })
    }
    const block = this.blocks.at(-1)
    if (block === undefined) return
    let of = this.days.get(day)
    if (of === undefined) {
      of = { last: -1, rows: 0, line }
      this.days.set(day, of)
    }
    block.source[offset] = source
    block.start[offset] = Math.floor((start - EPOCH) / 1000)
    block.end[offset] = Math.floor((end - EPOCH) / 1000)
    block.value[offset] = value
    block.before[offset] = of.last
    of.last = this.count++
    if (isRow) of.rows++
  }

  /** The days in order. */
  *settle(): Generator<DaySteps, void, undefined> {
    const ranks = this.ranks()
    const name = (source: number) => this.sources[source]?.name ?? ""
    const isBefore = (one: SourceTotal, other: SourceTotal): number =>
      (ranks[one.source] ?? OTHER) - (ranks[other.source] ?? OTHER) ||
      other.total - one.total ||
      (name(one.source) < name(other.source) ? -1 : 1)
    const intervals = new Intervals()
    for (const [number, { last, rows, line }] of [...this.days].sort(([one], [other]) => one - other)) {
      const day = dayOfNumber(number)
      if (day === null) continue
      this.load(last, intervals)
      yield { day, rows, line, steps: Math.round(uncovered(intervals, isBefore)) }
    }
  }

  private ranks(): ReadonlyArray<Rank> {
    const isNamed = (rank: Rank) => this.sources.some(({ byName }) => byName === rank)
    const hints = [WATCH, PHONE].filter((rank) => !isNamed(rank))
    return this.sources.map(({ byName, byDevice }) =>
      byName === OTHER && hints.some((rank) => rank === byDevice) ? byDevice : byName
    )
  }

  /** Loads the intervals of a day into `intervals`, replacing its content; `last` is the day's last interval. */
  private load(last: number, intervals: Intervals): void {
    intervals.clear()
    for (let at = last; at !== -1; ) {
      const block = this.blocks[Math.floor(at / BLOCK)]
      const offset = at % BLOCK
      if (block === undefined) break
      // Avoids an array of the two: a million of them would be garbage that is not collected in time.
      intervals.add(
        block.source[offset] ?? 0,
        block.start[offset] ?? 0,
        block.end[offset] ?? 0,
        block.value[offset] ?? 0
      )
      at = block.before[offset] ?? -1
    }
  }
}
