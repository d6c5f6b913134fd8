/** The revision in which every request states its protocol version and the client's capabilities in `_meta`. */
export const MODERN_VERSION = "2026-07-28"

/** The revisions with an `initialize` request, newest first. */
export const LEGACY_VERSIONS: ReadonlyArray<string> = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

/** Every supported revision of the protocol, newest first. */
export const VERSIONS: ReadonlyArray<string> = [MODERN_VERSION, ...LEGACY_VERSIONS]
