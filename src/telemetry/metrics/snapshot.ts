import { Schema } from "effect"

/** Upper bounds of the histogram of durations, in seconds; beyond the last there is no bound. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

const Counts = Schema.Record({ key: Schema.String, value: Schema.Number })

/** What one process has counted since it began, and how it is now; plain JSON, so that processes can tell each other. */
export const Snapshot = Schema.Struct({
  version: Schema.String,
  requests: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      surface: Schema.Literal("rest", "mcp"),
      status: Schema.Number,
      count: Schema.Number
    })
  ),
  /** Of each operation: how many answers fell into each bucket, the last without a bound, and the sum of seconds. */
  durations: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      buckets: Schema.Array(Schema.Number).pipe(Schema.itemsCount(BOUNDS.length + 1)),
      seconds: Schema.Number
    })
  ),
  inFlight: Schema.Number,
  /** Refusals by bucket. */
  rateLimited: Counts,
  /** Replays by operation. */
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
