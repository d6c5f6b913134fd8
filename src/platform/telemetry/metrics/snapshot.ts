import { Option, Schema } from "effect"

/** Upper bounds of the duration histogram's buckets, in seconds. The last bucket, above these, has no bound. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

const Counts = Schema.Record({ key: Schema.String, value: Schema.Number })

/** Counts since a process started. */
const Totals = Schema.Struct({
  requests: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      surface: Schema.Literal("rest", "mcp", "page", "ingest"),
      status: Schema.Number,
      count: Schema.Number
    })
  ),
  /** For each operation: the number of answers in each bucket (the last without a bound), and the sum of seconds. */
  durations: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      buckets: Schema.Array(Schema.Number).pipe(Schema.itemsCount(BOUNDS.length + 1)),
      seconds: Schema.Number
    })
  ),
  /** Refused calls by limit. */
  rateLimited: Counts,
  /** Replayed answers by operation. */
  replays: Counts,
  /** Records that devices sent, by outcome. */
  arrived: Counts,
  /** Attempts to send to webhooks, by outcome. */
  delivered: Counts,
  /** Sign-ins with the OpenID provider, by outcome. */
  identified: Counts,
  /** Requests that were refused a database connection. */
  databaseRefusals: Schema.Number,
  cpuSeconds: Schema.Number
})
export type Totals = typeof Totals.Type

/** The state of a running process. */
const Now = Schema.Struct({
  version: Schema.String,
  inFlight: Schema.Number,
  pool: Schema.Struct({
    size: Schema.Number,
    inUse: Schema.Number,
    waiting: Schema.Number
  }),
  residentBytes: Schema.Number,
  /** Epoch seconds. */
  startedAt: Schema.Number
})

/**
 * The figures of one process, or the totals of ended processes, which have no state. Plain JSON, so that processes can
 * exchange it.
 */
export const Snapshot = Schema.Struct({ totals: Totals, now: Schema.optional(Now) })
export type Snapshot = typeof Snapshot.Type

const AsJson = Schema.parseJson(Snapshot)

export const toJson = Schema.encodeSync(AsJson)
export const fromJson = Schema.decodeOption(AsJson)

const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

const sumCounts = (all: ReadonlyArray<Readonly<Record<string, number>>>): Readonly<Record<string, number>> => {
  const total = new Map<string, number>()
  for (const [key, count] of all.flatMap((counts) => Object.entries(counts)))
    total.set(key, (total.get(key) ?? 0) + count)
  return Object.fromEntries(total)
}

/** Adds up the totals of several processes. */
export const sumTotals = (all: ReadonlyArray<Totals>): Totals => ({
  requests: Array.from(
    Map.groupBy(
      all.flatMap(({ requests }) => requests),
      ({ operation, surface, status }) => `${operation} ${surface} ${status}`
    ).values()
  ).flatMap((same) => same.slice(0, 1).map((labels) => ({ ...labels, count: sum(same.map(({ count }) => count)) }))),
  durations: Array.from(
    Map.groupBy(
      all.flatMap(({ durations }) => durations),
      ({ operation }) => operation
    ),
    ([operation, durations]) => ({
      operation,
      buckets: Array.from({ length: BOUNDS.length + 1 }, (_, index) =>
        sum(durations.map(({ buckets }) => buckets[index] ?? 0))
      ),
      seconds: sum(durations.map(({ seconds }) => seconds))
    })
  ),
  rateLimited: sumCounts(all.map(({ rateLimited }) => rateLimited)),
  replays: sumCounts(all.map(({ replays }) => replays)),
  arrived: sumCounts(all.map(({ arrived }) => arrived)),
  delivered: sumCounts(all.map(({ delivered }) => delivered)),
  identified: sumCounts(all.map(({ identified }) => identified)),
  databaseRefusals: sum(all.map(({ databaseRefusals }) => databaseRefusals)),
  cpuSeconds: sum(all.map(({ cpuSeconds }) => cpuSeconds))
})

/** Merges the last snapshots of ended processes into one. Malformed ones are left out. */
export const mergeEnded = (snapshots: ReadonlyArray<string>): string =>
  toJson({
    totals: sumTotals(snapshots.flatMap((json) => Option.toArray(Option.map(fromJson(json), ({ totals }) => totals))))
  })
