import { type Context, DateTime, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase, table } from "../../platform/database/memory.ts"
import { areApart } from "../../values/clock.ts"
import type { UserId } from "../../values/ids.ts"
import { type Account, AccountStore, type StoredToken, UnknownAccount } from "./store.ts"
import { LAST_USE_MILLIS, type TokenId, tokenIds } from "./token.ts"

interface UserRow extends Account {
  readonly place: number
}

const users = table<UserId, UserRow>("users", (id) => id)
const tokens = table<TokenId, StoredToken>("tokens", tokenIds.userOf)

type Memory = Context.Tag.Service<MemoryDatabase>

/** A user's current account; undefined if there is no such user. */
export const accountOf = (memory: Memory, id: UserId): Account | undefined =>
  Option.getOrUndefined(HashMap.get(memory.rows(users), id))

/** The ids of all users. */
export const userIdsIn = (memory: Memory): ReadonlyArray<UserId> => [...HashMap.keys(memory.rows(users))]

/** Increases the revision of a user's account. */
export const countChange = (memory: Memory, id: UserId): void =>
  memory.update(
    users,
    HashMap.modify(id, (row) => ({ ...row, revision: row.revision + 1 }))
  )

export const layer = Layer.effect(
  AccountStore,
  Effect.map(MemoryDatabase, (memory) => {
    let place = 0
    const find = (id: UserId) =>
      Effect.suspend(() =>
        Option.match(HashMap.get(memory.rows(users), id), {
          onNone: () => Effect.fail(new UnknownAccount({ what: "user", id })),
          onSome: Effect.succeed
        })
      )
    const tokensOf = (userId: UserId) => memory.rowsOf(tokens, userId).map(([, token]) => token)

    return AccountStore.of({
      addUser: (user) =>
        Effect.sync(() => memory.update(users, HashMap.set(user.id, { user, revision: 0, place: place++ }))),

      saveUser: (user) =>
        Effect.map(find(user.id), (row) =>
          memory.update(users, HashMap.set(user.id, { ...row, user, revision: row.revision + 1 }))
        ),

      findUser: (id) => Effect.map(find(id), ({ user }) => user),

      ifNoUsers: (effect) =>
        memory.transaction(
          Effect.suspend(() =>
            HashMap.isEmpty(memory.rows(users)) ? Effect.asSome(effect) : Effect.succeed(Option.none())
          )
        ),

      listUsers: Effect.sync(() =>
        [...HashMap.values(memory.rows(users))].sort((a, b) => a.place - b.place).map(({ user }) => user)
      ),

      deleteUser: (id) => Effect.map(find(id), () => memory.removeUser(id)),

      addToken: (token) => Effect.map(find(token.userId), () => memory.update(tokens, HashMap.set(token.id, token))),

      listTokens: (userId) =>
        Effect.map(find(userId), () =>
          tokensOf(userId).sort((a, b) => DateTime.Order(a.createdAt, b.createdAt) || (a.id < b.id ? -1 : 1))
        ),

      revokeToken: (id, at) =>
        Effect.suspend(() =>
          Option.match(HashMap.get(memory.rows(tokens), id), {
            onNone: () => Effect.fail(new UnknownAccount({ what: "token", id })),
            onSome: (token) => {
              const revoked: StoredToken = { ...token, revokedAt: token.revokedAt ?? at }
              return Effect.sync(() => {
                memory.update(tokens, HashMap.set(id, revoked))
                countChange(memory, token.userId)
              })
            }
          })
        ),

      tokenUsed: (id, at) =>
        Effect.sync(() => {
          const isApart = (last: DateTime.Utc) => areApart(last.epochMillis, at.epochMillis, LAST_USE_MILLIS)
          const noted = (token: StoredToken): StoredToken =>
            token.lastUsedAt === null || isApart(token.lastUsedAt) ? { ...token, lastUsedAt: at } : token
          memory.update(tokens, HashMap.modify(id, noted))
        }),

      findToken: (userId, hash) =>
        Effect.sync(() => {
          const token = tokensOf(userId).find((token) => token.hash === hash)
          return Option.flatMap(Option.fromNullable(token), (token) =>
            Option.map(HashMap.get(memory.rows(users), userId), ({ user, revision }) => ({
              token,
              account: { user, revision }
            }))
          )
        })
    })
  })
)
