import { timingSafeEqual } from "node:crypto"
import type { HttpServerRequest } from "@effect/platform"
import { Option, Schema } from "effect"
import { isOwnOrigin } from "../../../surfaces/web/own-address.ts"
import { UserId } from "../../../values/ids.ts"

const decodeUserId = Schema.decodeUnknownOption(UserId)

/** Bytes of a SHA-256. */
const PROOF_BYTES = 32

const proofOf = (sessionText: string): Buffer => new Bun.CryptoHasher("sha256", sessionText).update("form").digest()

const xor = (bytes: Uint8Array, mask: Uint8Array): Buffer =>
  Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)))

/**
 * The form token of a user's session. It is derived from the session's text, which is not stored, so that nobody can
 * make it from the database. It names the user, because the session may have ended when the form is sent. Each page
 * contains it under a different mask: pages are compressed, and the lengths of several could otherwise reveal a text
 * that all contain.
 */
export const formTokenOf = (userId: UserId, sessionText: string): string => {
  const proof = proofOf(sessionText)
  const mask = crypto.getRandomValues(new Uint8Array(PROOF_BYTES))
  return `${userId}.${Buffer.concat([mask, xor(proof, mask)]).toString("base64url")}`
}

/** The user from whose page a form came, as its token claims. The claim is not proof. */
export const userOfFormToken = (given: unknown): UserId | undefined =>
  typeof given === "string" ? Option.getOrUndefined(decodeUserId(given.split(".", 1)[0])) : undefined

/** The proof in a form token, without its mask: the same for all forms of a session. Undefined if it is malformed. */
export const proofIn = (formToken: string): Buffer | undefined => {
  const [, masked = "", ...rest] = formToken.split(".")
  const bytes = Buffer.from(masked, "base64url")
  const isWhole = rest.length === 0 && bytes.length === 2 * PROOF_BYTES && bytes.toString("base64url") === masked
  return isWhole ? xor(bytes.subarray(PROOF_BYTES), bytes.subarray(0, PROOF_BYTES)) : undefined
}

/** Whether a form came with a token of this user's session. */
export const isFormToken = (given: unknown, userId: UserId, sessionText: string): boolean => {
  if (typeof given !== "string" || !given.startsWith(`${userId}.`)) return false
  const proof = proofIn(given)
  return proof !== undefined && timingSafeEqual(proof, proofOf(sessionText))
}

/**
 * Whether a post came from one of the service's own pages, at the address that it was sent to. Browsers send the Origin with every post, so one without did
 * not come from a page.
 */
export const isOwnPost = ({ headers }: HttpServerRequest.HttpServerRequest, address: URL): boolean =>
  headers.origin !== undefined &&
  isOwnOrigin(headers.origin, address) &&
  (headers["sec-fetch-site"] ?? "same-origin") === "same-origin"
