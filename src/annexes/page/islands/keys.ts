/** The field of a form with the key that makes it count once, however often it is sent. */
export const KEY_FIELD = "idempotency_key"

/** A new idempotency key. `randomUUID` is missing on pages served without TLS. */
export const newKey = (): string =>
  `page_${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`
