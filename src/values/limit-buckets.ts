/** The limits that a call or a device's records can spend, by their names in answers and metrics. */
export const LIMIT_BUCKETS = [
  "reads.perMinute",
  "writes.perMinute",
  "writes.perDay",
  "arrivals.perMinute",
  "arrivals.atOnce",
  "calls.atOnce"
] as const
