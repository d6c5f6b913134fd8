import { DateTime, Effect, HashMap, Layer, Option } from "effect"
import { accountOf, countChange } from "../accounts/store.memory.ts"
import { LAST_USE_MILLIS } from "../accounts/token.ts"
import { MemoryDatabase, table } from "../database/memory.ts"
import { UserId } from "../values/ids.ts"
import type { SecretHash } from "../values/secret-hash.ts"
import { type GrantId, LIFETIME, userOfGrant } from "./model.ts"
import { type App, GrantStore, type NewTokens, type StoredCode, UnknownApp } from "./store.ts"

interface CodeRow extends StoredCode {
  readonly grantId: GrantId | undefined
}

interface GrantRow extends App {
  readonly revokedAt: DateTime.Utc | null
}

interface TokenRow {
  readonly kind: "access" | "refresh"
  readonly grantId: GrantId
  readonly mayWrite: boolean
  readonly expiresAt: DateTime.Utc
  readonly rotatedAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
}

type SecretKey = `${UserId} ${SecretHash}`
const keyOf = (userId: UserId, hash: SecretHash): SecretKey => `${userId} ${hash}`
const ownerOf = (key: SecretKey) => UserId.make(key.split(" ", 1)[0] ?? "")

const codes = table<SecretKey, CodeRow>("oauth_codes", ownerOf)
const grants = table<GrantId, GrantRow>("oauth_grants", userOfGrant)
const tokens = table<SecretKey, TokenRow>("oauth_tokens", ownerOf)

export const layer = Layer.effect(
  GrantStore,
  Effect.map(MemoryDatabase, (memory) => {
    const grantOf = (id: GrantId) => Option.getOrUndefined(HashMap.get(memory.rows(grants), id))
    const tokenOf = (key: SecretKey) => Option.getOrUndefined(HashMap.get(memory.rows(tokens), key))
    const tokensOf = (id: GrantId) => [...HashMap.values(memory.rows(tokens))].filter(({ grantId }) => grantId === id)

    const putCode = (code: CodeRow) => memory.update(codes, HashMap.set(keyOf(code.userId, code.hash), code))
    const putGrant = (grant: GrantRow) => memory.update(grants, HashMap.set(grant.id, grant))
    const putToken = (key: SecretKey, token: TokenRow) => memory.update(tokens, HashMap.set(key, token))

    const revokeGrant = (id: GrantId, at: DateTime.Utc): boolean => {
      const grant = grantOf(id)
      if (grant === undefined) return false
      putGrant({ ...grant, revokedAt: grant.revokedAt ?? at })
      countChange(memory, userOfGrant(id))
      return true
    }

    const addTokens = (grant: GrantRow, mayWrite: boolean, { access, refresh }: NewTokens) => {
      const shared = { grantId: grant.id, rotatedAt: null, revokedAt: null }
      const add = (kind: TokenRow["kind"], { hash, expiresAt }: NewTokens["access"], mayWrite: boolean) =>
        putToken(keyOf(userOfGrant(grant.id), hash), { ...shared, kind, expiresAt, mayWrite })
      add("access", access, mayWrite)
      add("refresh", refresh, grant.mayWrite)
    }

    return GrantStore.of({
      addCode: (code) =>
        Effect.sync(() => {
          const isAnswered = ({ userId, consentId }: CodeRow) => userId === code.userId && consentId === code.consentId
          if ([...HashMap.values(memory.rows(codes))].some(isAnswered)) return false
          putCode({ ...code, grantId: undefined })
          return true
        }),

      redeem: (redemption) =>
        Effect.sync(() => {
          const { userId, clientId, redirectUri, challenge, grantId, at } = redemption
          const code = Option.getOrUndefined(HashMap.get(memory.rows(codes), keyOf(userId, redemption.code)))
          if (code === undefined) return Option.none()
          if (code.grantId !== undefined) {
            revokeGrant(code.grantId, at)
            return Option.none()
          }
          const isMeant = code.clientId === clientId && code.redirectUri === redirectUri && code.challenge === challenge
          if (!isMeant || DateTime.lessThanOrEqualTo(code.expiresAt, at)) return Option.none()
          const { clientName, mayWrite } = code
          const grant = {
            id: grantId,
            clientId,
            clientName,
            mayWrite,
            createdAt: at,
            lastUsedAt: null,
            revokedAt: null
          }
          putCode({ ...code, grantId })
          putGrant(grant)
          addTokens(grant, mayWrite, redemption)
          return Option.some({ mayWrite })
        }),

      rotate: (rotation) =>
        Effect.sync(() => {
          const { at } = rotation
          const key = keyOf(rotation.userId, rotation.token)
          const token = tokenOf(key)
          const grant = token === undefined ? undefined : grantOf(token.grantId)
          if (token?.kind !== "refresh" || grant === undefined || grant.revokedAt !== null) return "invalid"
          if (grant.clientId !== rotation.clientId) return "invalid"
          const grace = DateTime.subtract(at, { millis: LIFETIME.grace })
          if (token.rotatedAt !== null && DateTime.lessThan(token.rotatedAt, grace)) {
            revokeGrant(grant.id, at)
            return "invalid"
          }
          if (DateTime.lessThanOrEqualTo(token.expiresAt, at) || token.revokedAt !== null) return "invalid"
          if (rotation.mayWrite === true && !grant.mayWrite) return "excess"
          const mayWrite = rotation.mayWrite ?? grant.mayWrite
          putToken(key, { ...token, rotatedAt: token.rotatedAt ?? at })
          addTokens(grant, mayWrite, rotation)
          return { mayWrite }
        }),

      findAccess: (userId, hash) =>
        Effect.sync(() => {
          const token = tokenOf(keyOf(userId, hash))
          const grant = token === undefined ? undefined : grantOf(token.grantId)
          const account = accountOf(memory, userId)
          if (token?.kind !== "access" || grant === undefined || account === undefined) return Option.none()
          return Option.some({
            account,
            grantId: grant.id,
            clientId: grant.clientId,
            mayWrite: token.mayWrite,
            expiresAt: token.expiresAt,
            isRevoked: grant.revokedAt !== null || token.revokedAt !== null,
            lastUsedAt: grant.lastUsedAt
          })
        }),

      used: (id, at) =>
        Effect.sync(() => {
          const grant = grantOf(id)
          const since = DateTime.subtract(at, { millis: LAST_USE_MILLIS })
          const isOld = grant?.lastUsedAt == null || DateTime.lessThanOrEqualTo(grant.lastUsedAt, since)
          if (grant !== undefined && isOld) putGrant({ ...grant, lastUsedAt: at })
        }),

      list: (userId, at) =>
        Effect.sync(() =>
          [...HashMap.values(memory.rows(grants))]
            .filter(({ id, revokedAt }) => {
              const isLive = (token: TokenRow) => DateTime.greaterThan(token.expiresAt, at) && token.revokedAt === null
              return userOfGrant(id) === userId && revokedAt === null && tokensOf(id).some(isLive)
            })
            .sort((a, b) => DateTime.Order(a.createdAt, b.createdAt) || (a.id < b.id ? -1 : 1))
        ),

      revoke: (id, at) => Effect.suspend(() => (revokeGrant(id, at) ? Effect.void : new UnknownApp({ id }))),

      revokeToken: (userId, hash, clientId, at) =>
        Effect.sync(() => {
          const key = keyOf(userId, hash)
          const token = tokenOf(key)
          if (token === undefined) return true
          if (clientId !== undefined && grantOf(token.grantId)?.clientId !== clientId) return false
          if (token.kind === "refresh") return revokeGrant(token.grantId, at)
          putToken(key, { ...token, revokedAt: token.revokedAt ?? at })
          countChange(memory, userId)
          return true
        }),

      sweep: (until) =>
        Effect.sync(() => {
          const isKept = ({ expiresAt }: { readonly expiresAt: DateTime.Utc }) => DateTime.greaterThan(expiresAt, until)
          memory.update(codes, HashMap.filter(isKept))
          memory.update(tokens, HashMap.filter(isKept))
          memory.update(
            grants,
            HashMap.filter(({ id, createdAt }) => DateTime.greaterThan(createdAt, until) || tokensOf(id).length > 0)
          )
        })
    })
  })
)
