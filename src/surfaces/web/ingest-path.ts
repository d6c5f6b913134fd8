/** Where devices send what they record. */
export const INGEST_PATH = "/ingest"

/** The name under which arrivals there are logged and counted. */
export const INGEST = "ingest"
