import { Data } from "effect"

/**
 * Why signing in with the provider did not work:
 * - `unreachable`: it does not answer, or has a fault of its own
 * - `unusable`: it or its settings here are set up wrongly, which the operator must correct
 * - `declined`: the person, or the provider, has ended the sign-in
 * - `refused`: what came back is not the answer to this browser's sign-in, or cannot be trusted
 */
export type FaultReason = "unreachable" | "unusable" | "declined" | "refused"

/** Signing in with the provider did not work. The detail is for the log; it names no person and no secret. */
export class ProviderFault extends Data.TaggedError("ProviderFault")<{
  readonly reason: FaultReason
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

/** A code as OAuth defines it, such as `invalid_grant`. Anything else that a provider sent is not repeated. */
const codeIn = (error: object): string | undefined =>
  "error" in error && typeof error.error === "string" && /^[a-z_]{1,64}$/.test(error.error) ? error.error : undefined

const statusIn = (error: Error): number => {
  const { cause } = error
  return "status" in error && typeof error.status === "number"
    ? error.status
    : cause instanceof Response
      ? cause.status
      : 0
}

/** What a provider's own errors mean. All others are faults of the settings. */
const REASONS: Readonly<Record<string, FaultReason>> = {
  access_denied: "declined",
  login_required: "declined",
  interaction_required: "declined",
  consent_required: "declined",
  account_selection_required: "declined",
  invalid_grant: "refused",
  server_error: "unreachable",
  temporarily_unavailable: "unreachable"
}

/** Codes of errors of `oauth4webapi` that a badly configured provider causes. */
const OF_SETUP = new Set([
  "OAUTH_MISSING_SERVER_METADATA",
  "OAUTH_INVALID_SERVER_METADATA",
  "OAUTH_HTTP_REQUEST_FORBIDDEN",
  "OAUTH_REQUEST_PROTOCOL_FORBIDDEN",
  "OAUTH_WWW_AUTHENTICATE_CHALLENGE",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_RESPONSE_IS_NOT_CONFORM"
])

/** An error of `oauth4webapi`, or of the network below it, as a fault. `otherwise` is for answers that it rejects. */
export const faultOf = (error: unknown, otherwise: FaultReason): ProviderFault => {
  if (error instanceof ProviderFault) return error
  const code = error instanceof Error && "code" in error ? error.code : undefined
  // The library's messages name claims and fields, never their values.
  if (!(error instanceof Error) || typeof code !== "string" || !code.startsWith("OAUTH_"))
    return new ProviderFault({ reason: "unreachable", detail: "it does not answer in time" })
  if (statusIn(error) >= 500)
    return new ProviderFault({ reason: "unreachable", detail: `it answered ${statusIn(error)}` })
  const named = codeIn(error)
  if (named !== undefined)
    return new ProviderFault({ reason: REASONS[named] ?? "unusable", detail: `it answered ${named}` })
  return new ProviderFault({ reason: OF_SETUP.has(code) ? "unusable" : otherwise, detail: error.message })
}
