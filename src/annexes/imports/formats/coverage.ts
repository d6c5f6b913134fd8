/** A growing buffer of numbers whose memory is reused. */
class Column {
  private values = new Float64Array(1024)

  get(place: number): number {
    return this.values[place] ?? 0
  }

  set(place: number, value: number): void {
    if (place >= this.values.length) {
      const longer = new Float64Array(this.values.length * 2)
      longer.set(this.values)
      this.values = longer
    }
    this.values[place] = value
  }

  /** The first numbers, to be sorted in place. */
  first(length: number): Float64Array {
    return this.values.subarray(0, length)
  }
}

/** Intervals stored in columns, reused for one day after another. */
export class Intervals {
  private readonly source = new Column()
  private readonly start = new Column()
  private readonly end = new Column()
  private readonly value = new Column()
  private readonly order = new Column()
  private count = 0
  private sorted = 0

  clear(): void {
    this.count = 0
  }

  add(source: number, start: number, end: number, value: number): void {
    const place = this.count++
    this.order.set(place, place)
    this.source.set(place, source)
    this.start.set(place, start)
    this.end.set(place, end)
    this.value.set(place, value)
  }

  /** The number of intervals once sorted. */
  get length(): number {
    return this.sorted
  }

  sourceOf(rank: number): number {
    return this.source.get(this.order.get(rank))
  }
  startOf(rank: number): number {
    return this.start.get(this.order.get(rank))
  }
  endOf(rank: number): number {
    return this.end.get(this.order.get(rank))
  }
  valueOf(rank: number): number {
    return this.value.get(this.order.get(rank))
  }

  /** Sorts the intervals by source, start, end and value, and drops repeated ones. */
  sort(): void {
    const { source, start, end, value, order } = this
    const compare = (one: number, other: number): number =>
      source.get(one) - source.get(other) ||
      start.get(one) - start.get(other) ||
      end.get(one) - end.get(other) ||
      value.get(one) - value.get(other)
    order.first(this.count).sort(compare)
    this.sorted = 0
    for (let place = 0; place < this.count; place++) {
      const index = order.get(place)
      if (this.sorted > 0 && compare(order.get(this.sorted - 1), index) === 0) continue
      order.set(this.sorted++, index)
    }
  }
}

const at = (column: ReadonlyArray<number>, place: number): number => column[place] ?? 0

/** A source of the intervals: the sum of its own, and their position in the sort order. */
export interface SourceTotal {
  readonly source: number
  readonly total: number
  readonly from: number
  readonly to: number
}

const totalsOf = (intervals: Intervals): Array<SourceTotal> => {
  const totals: Array<SourceTotal> = []
  for (let from = 0; from < intervals.length; ) {
    const of = intervals.sourceOf(from)
    let total = 0
    let to = from
    for (; to < intervals.length && intervals.sourceOf(to) === of; to++) total += intervals.valueOf(to)
    totals.push({ source: of, total, from, to })
    from = to
  }
  return totals
}

/**
 * The sum of the intervals' values, each weighted by the share that no interval of a higher source covers. Sources are
 * sorted by `compare`; equal intervals of a source count once.
 */
export const uncovered = (intervals: Intervals, compare: (one: SourceTotal, other: SourceTotal) => number): number => {
  intervals.sort()
  let covered = new Spans()
  let sum = 0
  const ranked = totalsOf(intervals).sort(compare)
  for (const [rank, { total, from, to }] of ranked.entries()) {
    if (rank === 0) sum += total
    for (let place = from; rank > 0 && place < to; place++) {
      sum += intervals.valueOf(place) * covered.shareOutside(intervals.startOf(place), intervals.endOf(place))
    }
    if (rank === ranked.length - 1) break
    const union = new Spans()
    let span = 0
    for (let place = from; place < to; place++) {
      const start = intervals.startOf(place)
      for (; span < covered.length && covered.startOf(span) <= start; span++) covered.giveTo(union, span)
      union.add(start, intervals.endOf(place))
    }
    for (; span < covered.length; span++) covered.giveTo(union, span)
    covered = union
  }
  return sum
}

/** Sorted spans of time that do not touch. */
class Spans {
  private readonly starts: Array<number> = []
  private readonly ends: Array<number> = []
  /** Spans before this one end before the interval in question, because questions come in order. */
  private first = 0

  get length(): number {
    return this.starts.length
  }

  startOf(place: number): number {
    return at(this.starts, place)
  }

  giveTo(other: Spans, place: number): void {
    other.add(at(this.starts, place), at(this.ends, place))
  }

  /** Add spans in the order of their starts. */
  add(start: number, end: number): void {
    const last = this.ends.length - 1
    if (last >= 0 && start <= at(this.ends, last)) this.ends[last] = Math.max(at(this.ends, last), end)
    else {
      this.starts.push(start)
      this.ends.push(end)
    }
  }

  /** The share of an interval that lies outside all spans. Ask for intervals in the order of their starts. */
  shareOutside(start: number, end: number): number {
    while (this.first < this.length && at(this.ends, this.first) < start) this.first++
    let inside = 0
    for (let place = this.first; place < this.length && at(this.starts, place) <= end; place++) {
      if (start === end) {
        if (at(this.starts, place) <= start && start < at(this.ends, place)) return 0
      } else inside += Math.max(0, Math.min(end, at(this.ends, place)) - Math.max(start, at(this.starts, place)))
    }
    return start === end ? 1 : 1 - inside / (end - start)
  }
}
