import { Schema } from "effect"

/** Upper bounds of the duration histogram's buckets, in seconds. The last bucket, above these, has no bound. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

const Counts = Schema.Record({ key: Schema.String, value: Schema.Number })

/**
 * The counts of one process since its start, and its current state. It is plain JSON, so that processes can exchange
 * it.
 */
export const Snapshot = Schema.Struct({
  version: Schema.String,
  requests: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      surface: Schema.Literal("rest", "mcp", "page"),
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
  inFlight: Schema.Number,
  /** Refused calls by limit. */
  rateLimited: Counts,
  /** Replayed answers by operation. */
  replays: Counts,
  pool: Schema.Struct({
    size: Schema.Number,
    inUse: Schema.Number,
    waiting: Schema.Number,
    refused: Schema.Number
  }),
  process: Schema.Struct({
    residentBytes: Schema.Number,
    cpuSeconds: Schema.Number,
    /** Epoch seconds. */
    startedAt: Schema.Number
  })
})
export type Snapshot = typeof Snapshot.Type

const AsJson = Schema.parseJson(Snapshot)

export const toJson = Schema.encodeSync(AsJson)
export const fromJson = Schema.decodeOption(AsJson)
