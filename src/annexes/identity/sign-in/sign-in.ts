import { DateTime, Effect } from "effect"
import { secretsOf } from "../../../features/accounts/secret.ts"
import type { UserId } from "../../../values/ids.ts"
import {
  deviceOf,
  INVITATION_DAYS,
  type Invitation,
  LINK_MINUTES,
  SESSION_DAYS,
  type Session,
  sessionIds
} from "./model.ts"
import { SignInStore } from "./store.ts"

export const linkSecrets = secretsOf("fettle_link")
export const sessionSecrets = secretsOf("fettle_session")

/** Path of the page that a login link opens. The link's text is its query parameter `link`. */
export const LINK_PATH = "/app/login"

const createLink = Effect.fnUntraced(function* (
  userId: UserId,
  origin: string,
  lasts: Parameters<typeof DateTime.add>[1],
  invitation: Invitation | null
) {
  const store = yield* SignInStore
  const createdAt = yield* DateTime.now
  const { text, hash } = yield* linkSecrets.make(userId)
  const expiresAt = DateTime.add(createdAt, lasts)
  yield* store.addLink({ userId, hash, createdAt, expiresAt, invitation })
  return { url: `${origin}${LINK_PATH}?link=${text}`, expiresAt }
})

/** Creates a login link for a user: an address on `origin` that signs in once within 15 minutes. */
export const createLoginLink = Effect.fn("createLoginLink")((userId: UserId, origin: string) =>
  createLink(userId, origin, { minutes: LINK_MINUTES }, null)
)

/** Creates an invitation for a user who has never signed in: a login link that is valid for 7 days. */
export const createInvitation = Effect.fn("createInvitation")((userId: UserId, origin: string, by: string | null) =>
  createLink(userId, origin, { days: INVITATION_DAYS }, { by })
)

/** When a session used at `at` will end. */
export const endOfSession = (at: DateTime.Utc): DateTime.Utc => DateTime.add(at, { days: SESSION_DAYS })

/** A new session of a user, with its text for the cookie. Stores nothing yet. */
export const newSession = Effect.fn("newSession")(function* (
  userId: UserId,
  at: DateTime.Utc,
  userAgent: string | undefined
) {
  const { text, hash } = yield* sessionSecrets.make(userId)
  const session: Session = {
    id: yield* sessionIds.make(userId),
    userId,
    hash,
    device: deviceOf(userAgent),
    createdAt: at,
    lastUsedAt: at,
    expiresAt: endOfSession(at)
  }
  return { text, session }
})
