/** Where devices send what they record. */
export const INGEST_PATH = "/ingest"
