import type { DateTime } from "effect"
import { ownedIds, type UserId } from "../../../values/ids.ts"
import type { SecretHash } from "../../../values/secret-hash.ts"

/** How long a login link is valid, in minutes. */
export const LINK_MINUTES = 15

/** How long an invitation is valid, in days. */
export const INVITATION_DAYS = 7

/** How long a session lasts after its last use, in days. */
export const SESSION_DAYS = 30

export const sessionIds = ownedIds("ses", "SessionId")
export const SessionId = sessionIds.Id
export type SessionId = typeof SessionId.Type

/** A login link, without its text. */
export interface LoginLink {
  readonly userId: UserId
  readonly hash: SecretHash
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
  /** Who invites, if the link is an invitation; it ends with the user's first sign-in. */
  readonly invitation: Invitation | null
}

/** What an invitation says. */
export interface Invitation {
  /** The name of who invites, if it was given. */
  readonly by: string | null
}

/** A signed-in browser. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  readonly hash: SecretHash
  /** Browser and system, such as `Firefox on Linux`. */
  readonly device: string
  readonly createdAt: DateTime.Utc
  /** To the hour. */
  readonly lastUsedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"]
]

const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"]
]

const nameIn = (names: ReadonlyArray<readonly [RegExp, string]>, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Browser and system from a User-Agent header, as far as they are recognised. Nothing else from the header is kept. */
export const deviceOf = (userAgent: string | undefined): string => {
  const browser = nameIn(BROWSERS, userAgent ?? "") ?? "Unknown browser"
  const system = nameIn(SYSTEMS, userAgent ?? "")
  return system === undefined ? browser : `${browser} on ${system}`
}
