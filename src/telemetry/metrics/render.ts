import { BOUNDS, type Snapshot } from "./snapshot.ts"

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

/** Adds up the samples that have the same labels. */
const added = (samples: ReadonlyArray<Required<Pick<Sample, "labels" | "value">>>): ReadonlyArray<Sample> => {
  const byLabels = new Map<string, { readonly labels: Labels; value: number }>()
  for (const { labels, value } of samples) {
    const key = labelled(labels)
    const before = byLabels.get(key)
    if (before === undefined) byLabels.set(key, { labels, value })
    else before.value += value
  }
  return [...byLabels.values()]
}

const counts = (label: string, records: ReadonlyArray<Readonly<Record<string, number>>>): ReadonlyArray<Sample> =>
  added(
    records.flatMap((record) => Object.entries(record).map(([key, value]) => ({ labels: { [label]: key }, value })))
  )

const histogram = (snapshots: ReadonlyArray<Snapshot>): ReadonlyArray<Sample> => {
  const byOperation = Map.groupBy(
    snapshots.flatMap(({ durations }) => durations),
    ({ operation }) => operation
  )
  return Array.from(byOperation).flatMap(([operation, durations]) => {
    let count = 0
    const buckets = [...BOUNDS, "+Inf"].map((le, index) => {
      count += sum(durations.map(({ buckets }) => buckets[index] ?? 0))
      return { suffix: "_bucket", labels: { operation, le }, value: count }
    })
    const seconds = sum(durations.map(({ seconds }) => seconds))
    return [
      ...buckets,
      { suffix: "_sum", labels: { operation }, value: seconds },
      { suffix: "_count", labels: { operation }, value: count }
    ]
  })
}

/** Snapshots of all processes in the Prometheus text format (0.0.4). Counters and gauges are summed. */
export const render = (snapshots: ReadonlyArray<Snapshot>): string => {
  const total = (figure: (snapshot: Snapshot) => number) => [{ value: sum(snapshots.map(figure)) }]
  return `${[
    series(
      "fettle_requests_total",
      "counter",
      "Requests under /v1 that were answered. For a failed tool call, status is that of its error.",
      added(
        snapshots.flatMap(({ requests }) => requests.map(({ count, ...labels }) => ({ labels: labels, value: count })))
      )
    ),
    series("fettle_request_duration_seconds", "histogram", "How long answers took.", histogram(snapshots)),
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
      counts(
        "bucket",
        snapshots.map(({ rateLimited }) => rateLimited)
      )
    ),
    series(
      "fettle_idempotent_replays_total",
      "counter",
      "Calls answered with the stored answer of their idempotency key.",
      counts(
        "operation",
        snapshots.map(({ replays }) => replays)
      )
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
      total(({ pool }) => pool.refused)
    ),
    series("fettle_processes", "gauge", "Server processes included in these figures.", [{ value: snapshots.length }]),
    series(
      "process_resident_memory_bytes",
      "gauge",
      "Resident memory of all processes.",
      total(({ process }) => process.residentBytes)
    ),
    series(
      "process_cpu_seconds_total",
      "counter",
      "User and system CPU time of all processes.",
      total(({ process }) => process.cpuSeconds)
    ),
    series("process_start_time_seconds", "gauge", "Start time of the oldest process, as Unix time.", [
      { value: Math.min(...snapshots.map(({ process }) => process.startedAt)) }
    ]),
    series(
      "fettle_build_info",
      "gauge",
      "Versions of Fettle and Bun; the value is always 1.",
      [...new Set(snapshots.map(({ version }) => version))].map((version) => ({
        labels: { version, bun: Bun.version },
        value: 1
      }))
    )
  ].join("\n")}\n`
}
