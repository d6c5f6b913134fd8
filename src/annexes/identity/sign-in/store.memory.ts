import { type Context, Data, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import { accountOf, countChange } from "../../../features/accounts/store.memory.ts"
import { UnknownAccount } from "../../../features/accounts/store.ts"
import { MemoryDatabase, table } from "../../../platform/database/memory.ts"
import { isAhead } from "../../../values/clock.ts"
import type { UserId } from "../../../values/ids.ts"
import type { SecretHash } from "../../../values/secret-hash.ts"
import { type LoginLink, type Session, type SessionId, sessionIds } from "./model.ts"
import { newcomerIn, signedInAt } from "./newcomers.memory.ts"
import { SignInStore } from "./store.ts"

interface LinkKey {
  readonly userId: UserId
  readonly hash: SecretHash
}

interface LinkRow extends LoginLink {
  readonly usedAt: DateTime.Utc | null
}

const links = table<LinkKey, LinkRow>("login_links", ({ userId }) => userId)
const sessions = table<SessionId, Session>("sessions", sessionIds.userOf)

const keyOf = (userId: UserId, hash: SecretHash): LinkKey => Data.struct({ userId, hash })

const lastUsedFirst = Order.combine(
  Order.reverse(Order.mapInput(DateTime.Order, ({ lastUsedAt }: Session) => lastUsedAt)),
  Order.mapInput(Order.string, ({ id }: Session) => id)
)

type Memory = Context.Tag.Service<MemoryDatabase>

const sessionsIn = (memory: Memory, userId: UserId) => memory.rowsOf(sessions, userId).map(([, session]) => session)

const endIn = (memory: Memory, ended: ReadonlyArray<Session>) => {
  for (const { id, userId } of ended) {
    memory.update(sessions, HashMap.remove(id))
    countChange(memory, userId)
  }
}

/** Opens a session, and removes the user's expired ones. */
export const openIn = (memory: Memory, session: Session): void => {
  const { userId, createdAt } = session
  endIn(
    memory,
    sessionsIn(memory, userId).filter(({ expiresAt }) => DateTime.lessThanOrEqualTo(expiresAt, createdAt))
  )
  memory.update(sessions, HashMap.set(session.id, session))
  signedInAt(memory, userId, createdAt)
}

/** Whether a link can be redeemed at `at`. */
const isOpen = (
  memory: Memory,
  { userId, usedAt, expiresAt, createdAt, invitation }: LinkRow,
  at: DateTime.Utc
): boolean =>
  usedAt === null &&
  !(invitation !== null && newcomerIn(memory, userId).signedInAt !== null) &&
  DateTime.greaterThan(expiresAt, at) &&
  !isAhead(createdAt.epochMillis, at.epochMillis)

export const layer = Layer.effect(
  SignInStore,
  Effect.map(MemoryDatabase, (memory) => {
    const sessionsOf = (userId: UserId) => sessionsIn(memory, userId)
    const end = (ended: ReadonlyArray<Session>) => endIn(memory, ended)

    return SignInStore.of({
      addLink: (link) =>
        Effect.suspend(() => {
          if (accountOf(memory, link.userId) === undefined) return new UnknownAccount({ what: "user", id: link.userId })
          memory.update(
            links,
            HashMap.filter(
              ({ userId, expiresAt }) => userId !== link.userId || DateTime.greaterThan(expiresAt, link.createdAt)
            )
          )
          const row: LinkRow = { ...link, usedAt: null }
          memory.update(links, HashMap.set(keyOf(link.userId, link.hash), row))
          return Effect.void
        }),

      findLink: (userId, hash) =>
        Effect.sync(() =>
          Option.flatMap(HashMap.get(memory.rows(links), keyOf(userId, hash)), ({ expiresAt, usedAt, invitation }) =>
            Option.map(Option.fromNullable(accountOf(memory, userId)), ({ user }) => ({
              userName: user.name,
              expiresAt,
              usedAt: usedAt ?? (invitation === null ? null : newcomerIn(memory, userId).signedInAt),
              invitation
            }))
          )
        ),

      redeemLink: (hash, session) =>
        Effect.sync(() => {
          const key = keyOf(session.userId, hash)
          const link = Option.getOrUndefined(HashMap.get(memory.rows(links), key))
          const at = session.createdAt
          if (link === undefined || !isOpen(memory, link, at)) return false
          const row: LinkRow = { ...link, usedAt: session.createdAt }
          memory.update(links, HashMap.set(key, row))
          openIn(memory, session)
          return true
        }),

      findSession: (userId, hash) =>
        Effect.sync(() =>
          Option.all({
            session: Option.fromNullable(sessionsOf(userId).find((session) => session.hash === hash)),
            account: Option.fromNullable(accountOf(memory, userId)),
            hasSample: Option.some(newcomerIn(memory, userId).hasSample)
          })
        ),

      touchSession: ({ id, lastUsedAt, expiresAt }) =>
        Effect.sync(() =>
          memory.update(
            sessions,
            HashMap.modify(id, (session) => ({ ...session, lastUsedAt, expiresAt }))
          )
        ),

      listSessions: (userId, at) =>
        Effect.sync(() =>
          sessionsOf(userId)
            .filter(({ expiresAt }) => DateTime.greaterThan(expiresAt, at))
            .sort(lastUsedFirst)
        ),

      endSession: (userId, id) =>
        Effect.sync(() => {
          const ended = sessionsOf(userId).filter((session) => session.id === id)
          end(ended)
          return ended.length > 0
        }),

      endSessions: (userId) => Effect.sync(() => end(sessionsOf(userId)))
    })
  })
)
