import { timingSafeEqual } from "node:crypto"
import type { HttpServerRequest } from "@effect/platform"
import { isOwnOrigin } from "../web/own-address.ts"

/**
 * The form token of a session. It is derived from the session's text, which is not stored, so that whoever has the
 * database cannot make it.
 */
export const formTokenOf = (sessionText: string): string =>
  new Bun.CryptoHasher("sha256", sessionText).update("form").digest("base64url")

/** Whether a form came with its session's token. */
export const isFormToken = (given: unknown, sessionText: string): boolean => {
  const right = Buffer.from(formTokenOf(sessionText))
  const received = Buffer.from(typeof given === "string" ? given : "")
  return received.length === right.length && timingSafeEqual(received, right)
}

/**
 * Whether a post came from a page of the service itself. Browsers send the Origin with every post, so one without is
 * none of theirs.
 */
export const isOwnPost = ({ headers }: HttpServerRequest.HttpServerRequest, baseUrl: URL): boolean =>
  headers.origin !== undefined &&
  isOwnOrigin(headers.origin, baseUrl) &&
  (headers["sec-fetch-site"] ?? "same-origin") === "same-origin"
