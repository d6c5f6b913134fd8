import { Context, Effect, Layer, Option } from "effect"
import packageJson from "../../../../package.json" with { type: "json" }
import { AppConfig } from "../../../config.ts"
import type { Failure } from "../../../contract/errors.ts"
import type { Operation } from "../../../contract/operation.ts"
import { LIMIT_BUCKETS } from "../../../values/limit-buckets.ts"
import { PoolStatus } from "../../database/pool-status.ts"
import { BOUNDS, type Snapshot, type Totals } from "./snapshot.ts"

/** An answered request under /v1 or of the page. */
export interface Answered {
  /** Undefined if the request reached no operation. */
  readonly operation: string | undefined
  readonly surface: Totals["requests"][number]["surface"]
  readonly status: number
  readonly seconds: number
  readonly failure: Failure | undefined
  readonly replayed: boolean
}

/** Counts requests in this process. */
export interface Meter {
  /** A request has arrived. Call `end` when it has been answered. */
  readonly begin: () => void
  readonly end: (answered: Answered) => void
  /** A device has sent records; counts them by outcome. */
  readonly arrived: (records: Readonly<Record<(typeof RECORDS)[number], number>>) => void
  /** A message was sent to a webhook, or an attempt to has failed. */
  readonly delivered: (outcome: (typeof DELIVERIES)[number]) => void
  /** Somebody tried to sign in with the OpenID provider. */
  readonly identified: (outcome: (typeof SIGN_INS)[number]) => void
  readonly snapshot: Effect.Effect<Snapshot>
}

/** The process's meter, if METRICS is on. */
export class Metrics extends Context.Tag("Metrics")<Metrics, Option.Option<Meter>>() {}

/** The operation label of requests that reached no operation. */
const NO_OPERATION = "none"

/** The outcomes of records that devices send. */
const RECORDS = ["new", "unchanged", "changed", "merged", "leftOut"] as const

/** The outcomes of attempts to send to webhooks. */
const DELIVERIES = ["sent", "failed", "stopped"] as const

/** The outcomes of sign-ins with the OpenID provider. */
const SIGN_INS = ["signed_in", "not_linked", "failed"] as const

const zeros = <Name extends string>(names: ReadonlyArray<Name>) => new Map<Name, number>(names.map((name) => [name, 0]))

const newTally = () => ({
  rest: new Map<number, number>(),
  mcp: new Map<number, number>(),
  page: new Map<number, number>(),
  ingest: new Map<number, number>(),
  buckets: new Array<number>(BOUNDS.length + 1).fill(0),
  seconds: 0,
  replays: 0
})

const increment = <K>(counts: Map<K, number>, key: K): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The properties of an operation that the metrics need. */
export type Counted = Pick<Operation, "name" | "takesIdempotencyKey">

export const make = (operations: ReadonlyArray<Counted>, pool: Context.Tag.Service<PoolStatus>): Meter => {
  const none = newTally()
  const tallies = new Map(operations.map(({ name }) => [name, newTally()]))
  const rateLimited = new Map<string, number>(LIMIT_BUCKETS.map((bucket) => [bucket, 0]))
  const arrived = { new: 0, unchanged: 0, changed: 0, merged: 0, leftOut: 0 }
  const delivered = zeros(DELIVERIES)
  const identified = zeros(SIGN_INS)
  let inFlight = 0

  return {
    delivered: (outcome) => increment(delivered, outcome),
    identified: (outcome) => increment(identified, outcome),
    arrived: (records) => {
      for (const name of RECORDS) arrived[name] += records[name]
    },
    begin: () => {
      inFlight += 1
    },
    end: ({ operation, surface, status, seconds, failure, replayed }) => {
      inFlight -= 1
      const tally = (operation === undefined ? undefined : tallies.get(operation)) ?? none
      increment(tally[surface], status)
      let bucket = 0
      while (seconds > (BOUNDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
      tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1
      tally.seconds += seconds
      if (replayed) tally.replays += 1
      if (failure?._tag === "rate_limited") increment(rateLimited, failure.details.bucket)
    },
    snapshot: Effect.map(pool.read, ({ refused, ...pool }) => {
      const all = [[NO_OPERATION, none] as const, ...tallies]
      const counts = (surface: Answered["surface"]) =>
        all.flatMap(([operation, tally]) =>
          Array.from(tally[surface], ([status, count]) => ({ operation, surface, status, count }))
        )
      return {
        totals: {
          requests: [...counts("rest"), ...counts("mcp"), ...counts("page"), ...counts("ingest")],
          durations: all.flatMap(([operation, { buckets, seconds, rest, mcp, page, ingest }]) =>
            rest.size + mcp.size + page.size + ingest.size === 0 ? [] : [{ operation, buckets: [...buckets], seconds }]
          ),
          rateLimited: Object.fromEntries(rateLimited),
          replays: Object.fromEntries(
            operations.flatMap(({ name, takesIdempotencyKey }) =>
              takesIdempotencyKey ? [[name, tallies.get(name)?.replays ?? 0]] : []
            )
          ),
          arrived: { ...arrived },
          delivered: Object.fromEntries(delivered),
          identified: Object.fromEntries(identified),
          databaseRefusals: refused,
          cpuSeconds: cpuSeconds()
        },
        now: {
          version: packageJson.version,
          inFlight,
          pool,
          residentBytes: process.memoryUsage.rss(),
          startedAt: performance.timeOrigin / 1000
        }
      }
    })
  }
}

/** Counts requests for these operations, if METRICS is on. */
export const layer = (operations: ReadonlyArray<Counted>) =>
  Layer.effect(
    Metrics,
    Effect.gen(function* () {
      const { metrics } = yield* AppConfig
      const pool = yield* PoolStatus
      return metrics ? Option.some(make(operations, pool)) : Option.none()
    })
  )
