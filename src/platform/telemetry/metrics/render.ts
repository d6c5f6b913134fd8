import { BOUNDS, type Snapshot, sumTotals, type Totals } from "./snapshot.ts"

type Labels = Readonly<Record<string, string | number>>

interface Sample {
  readonly labels?: Labels
  readonly value: number
  /** Appended to the series' name, for the parts of a histogram. */
  readonly suffix?: string
}

const escapeLabel = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"')

const labelled = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

const series = (
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  samples: ReadonlyArray<Sample>
): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = "", labels = {}, value }) => `${name}${suffix}${labelled(labels)} ${value}`)
  ].join("\n")

const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

const byLabel = (label: string, counts: Readonly<Record<string, number>>): ReadonlyArray<Sample> =>
  Object.entries(counts).map(([key, value]) => ({ labels: { [label]: key }, value }))

const histogram = (durations: Totals["durations"]): ReadonlyArray<Sample> =>
  durations.flatMap(({ operation, buckets, seconds }) => {
    let count = 0
    return [
      ...[...BOUNDS, "+Inf"].map((le, index) => {
        count += buckets[index] ?? 0
        return { suffix: "_bucket", labels: { operation, le }, value: count }
      }),
      { suffix: "_sum", labels: { operation }, value: seconds },
      { suffix: "_count", labels: { operation }, value: count }
    ]
  })

/** What comes from other machines and goes to them. */
const outside = ({ arrived, delivered, identified }: Totals): ReadonlyArray<string> => [
  series(
    "fettle_device_records_total",
    "counter",
    "Records that devices sent, by outcome.",
    byLabel("became", arrived)
  ),
  series(
    "fettle_webhook_attempts_total",
    "counter",
    "Attempts to send to webhooks, by outcome; stopped: the last one before a webhook is paused or disabled.",
    byLabel("outcome", delivered)
  ),
  series(
    "fettle_openid_sign_ins_total",
    "counter",
    "Sign-ins with the OpenID provider, by outcome.",
    byLabel("outcome", identified)
  )
]

/**
 * Snapshots of all processes in the Prometheus text format (0.0.4), summed. Ended processes are included in the
 * counters, so that these never decrease, but not in the gauges.
 */
export const render = (snapshots: ReadonlyArray<Snapshot>): string => {
  const totals = sumTotals(snapshots.map(({ totals }) => totals))
  const running = snapshots.flatMap(({ now }) => now ?? [])
  const total = (figure: (now: (typeof running)[number]) => number) => [{ value: sum(running.map(figure)) }]
  return `${[
    series(
      "fettle_requests_total",
      "counter",
      "Requests under /v1 that were answered. For a failed tool call, status is that of its error.",
      totals.requests.map(({ count, ...labels }) => ({ labels, value: count }))
    ),
    series("fettle_request_duration_seconds", "histogram", "How long answers took.", histogram(totals.durations)),
    series(
      "fettle_requests_in_flight",
      "gauge",
      "Requests under /v1 that are being answered.",
      total(({ inFlight }) => inFlight)
    ),
    series(
      "fettle_rate_limited_total",
      "counter",
      "Calls refused by a rate limit, labelled with the limit that has the longest wait.",
      byLabel("bucket", totals.rateLimited)
    ),
    ...outside(totals),
    series(
      "fettle_idempotent_replays_total",
      "counter",
      "Calls answered with the stored answer of their idempotency key.",
      byLabel("operation", totals.replays)
    ),
    series(
      "fettle_database_connections_max",
      "gauge",
      "Maximum number of database connections.",
      total(({ pool }) => pool.size)
    ),
    series(
      "fettle_database_connections_in_use",
      "gauge",
      "Database connections in use.",
      total(({ pool }) => pool.inUse)
    ),
    series(
      "fettle_database_waiting_requests",
      "gauge",
      "Requests waiting for a database connection.",
      total(({ pool }) => pool.waiting)
    ),
    series(
      "fettle_database_refusals_total",
      "counter",
      "Requests refused a database connection because the queue or the wait was too long.",
      [{ value: totals.databaseRefusals }]
    ),
    series("fettle_processes", "gauge", "Server processes included in these figures.", [{ value: running.length }]),
    series(
      "process_resident_memory_bytes",
      "gauge",
      "Resident memory of all processes.",
      total(({ residentBytes }) => residentBytes)
    ),
    series("process_cpu_seconds_total", "counter", "User and system CPU time of all processes.", [
      { value: totals.cpuSeconds }
    ]),
    series("process_start_time_seconds", "gauge", "Start time of the oldest process, as Unix time.", [
      { value: Math.min(...running.map(({ startedAt }) => startedAt)) }
    ]),
    series(
      "fettle_build_info",
      "gauge",
      "Versions of Fettle and Bun; the value is always 1.",
      [...new Set(running.map(({ version }) => version))].map((version) => ({
        labels: { version, bun: Bun.version },
        value: 1
      }))
    )
  ].join("\n")}\n`
}
