import http from "node:http"

/**
 * Most bytes of a request's line and headers. A client's `state` alone may have 8,000 characters, 24,000 when they are
 * percent-encoded, and a form on that page sends its address once more, as the Referer.
 */
const MOST_HEADER_BYTES = 65_536

/** Raises Bun's limit of 16 KiB for all servers of the process. Bun.serve has no option for it. */
export const raiseHeaderLimit = (): void => {
  Object.assign(http, { maxHeaderSize: MOST_HEADER_BYTES })
}
