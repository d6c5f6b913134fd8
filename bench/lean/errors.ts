/** A refused call, with the status and code of its answer. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details?: unknown
  ) {
    super(message)
  }
}

export const invalid = (field: string, message: string): Refusal =>
  new Refusal(400, "validation_failed", `Invalid input. ${field}: ${message}`, { fields: [{ field, message }] })

export const envelopeOf = ({ code, message, details }: Refusal, requestId = "") => ({
  error: { code, message, requestId, ...(details === undefined ? {} : { details }) }
})
