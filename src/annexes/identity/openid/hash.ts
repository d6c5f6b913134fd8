import { hashOf } from "../../../features/accounts/secret.ts"
import { IdentityHash, type IdentityKind } from "./model.ts"

/** An e-mail address as it is compared: addresses that differ only in case are the same. */
const comparable = (email: string): string => email.trim().normalize("NFC").toLowerCase()

/** The hash of a person of an issuer. A subject is compared exactly. */
export const identityHash = (issuer: URL, kind: IdentityKind, text: string): IdentityHash =>
  IdentityHash.make(hashOf(JSON.stringify([issuer.href, kind, kind === "email" ? comparable(text) : text])))
