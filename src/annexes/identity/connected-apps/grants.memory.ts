import { DateTime, Effect, HashMap, Layer, Option } from "effect"
import { accountOf, countChange } from "../../../features/accounts/store.memory.ts"
import { LAST_USE_MILLIS } from "../../../features/accounts/token.ts"
import { type Memory, MemoryDatabase, table } from "../../../platform/database/memory.ts"
import { areApart, isAhead } from "../../../values/clock.ts"
import { UserId } from "../../../values/ids.ts"
import type { SecretHash } from "../../../values/secret-hash.ts"
import { type GrantId, grantIds, LIFETIME } from "./model.ts"
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
const grants = table<GrantId, GrantRow>("oauth_grants", grantIds.userOf)
const tokens = table<SecretKey, TokenRow>("oauth_tokens", ownerOf)

type Store = GrantStore["Type"]

const grantOf = (memory: Memory, id: GrantId) => Option.getOrUndefined(HashMap.get(memory.rows(grants), id))

const tokenOf = (memory: Memory, key: SecretKey) => Option.getOrUndefined(HashMap.get(memory.rows(tokens), key))

const tokensOf = (memory: Memory, id: GrantId) =>
  [...HashMap.values(memory.rows(tokens))].filter(({ grantId }) => grantId === id)

const putCode = (memory: Memory, code: CodeRow) =>
  memory.update(codes, HashMap.set(keyOf(code.userId, code.hash), code))

const putGrant = (memory: Memory, grant: GrantRow) => memory.update(grants, HashMap.set(grant.id, grant))

const putToken = (memory: Memory, key: SecretKey, token: TokenRow) => memory.update(tokens, HashMap.set(key, token))

const revokeGrant = (memory: Memory, id: GrantId, at: DateTime.Utc): boolean => {
  const grant = grantOf(memory, id)
  if (grant === undefined) return false
  putGrant(memory, { ...grant, revokedAt: grant.revokedAt ?? at })
  countChange(memory, grantIds.userOf(id))
  return true
}

const addTokens = (memory: Memory, grant: GrantRow, mayWrite: boolean, { access, refresh }: NewTokens) => {
  const shared = { grantId: grant.id, rotatedAt: null, revokedAt: null }
  const add = (kind: TokenRow["kind"], { hash, expiresAt }: NewTokens["access"], mayWrite: boolean) =>
    putToken(memory, keyOf(grantIds.userOf(grant.id), hash), { ...shared, kind, expiresAt, mayWrite })
  add("access", access, mayWrite)
  add("refresh", refresh, grant.mayWrite)
}

/** Codes, and the tokens that they and refresh tokens are exchanged for. */
const issuing = (memory: Memory): Pick<Store, "addCode" | "redeem" | "rotate"> => ({
  addCode: (code) =>
    Effect.sync(() => {
      const isAnswered = ({ userId, consentId }: CodeRow) => userId === code.userId && consentId === code.consentId
      if ([...HashMap.values(memory.rows(codes))].some(isAnswered)) return false
      putCode(memory, { ...code, grantId: undefined })
      return true
    }),

  redeem: (redemption) =>
    Effect.sync(() => {
      const { userId, clientId, redirectUri, challenge, grantId, at } = redemption
      const code = Option.getOrUndefined(HashMap.get(memory.rows(codes), keyOf(userId, redemption.code)))
      if (code === undefined) return Option.none()
      if (code.grantId !== undefined) {
        revokeGrant(memory, code.grantId, at)
        return Option.none()
      }
      const isMeant = code.clientId === clientId && code.redirectUri === redirectUri && code.challenge === challenge
      const isFromAhead = isAhead(code.expiresAt.epochMillis, at.epochMillis + LIFETIME.code)
      if (!isMeant || isFromAhead || DateTime.lessThanOrEqualTo(code.expiresAt, at)) return Option.none()
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
      putCode(memory, { ...code, grantId })
      putGrant(memory, grant)
      addTokens(memory, grant, mayWrite, redemption)
      return Option.some({ mayWrite })
    }),

  rotate: (rotation) =>
    Effect.sync(() => {
      const { at } = rotation
      const key = keyOf(rotation.userId, rotation.token)
      const token = tokenOf(memory, key)
      const grant = token === undefined ? undefined : grantOf(memory, token.grantId)
      if (token?.kind !== "refresh" || grant === undefined || grant.revokedAt !== null) return "invalid"
      if (grant.clientId !== rotation.clientId) return "invalid"
      const { rotatedAt } = token
      if (rotatedAt !== null && areApart(rotatedAt.epochMillis, at.epochMillis, LIFETIME.grace + 1)) {
        revokeGrant(memory, grant.id, at)
        return "invalid"
      }
      if (DateTime.lessThanOrEqualTo(token.expiresAt, at) || token.revokedAt !== null) return "invalid"
      if (rotation.mayWrite === true && !grant.mayWrite) return "excess"
      const mayWrite = rotation.mayWrite ?? grant.mayWrite
      putToken(memory, key, { ...token, rotatedAt: token.rotatedAt ?? at })
      addTokens(memory, grant, mayWrite, rotation)
      return { mayWrite }
    })
})

/** Access, and the apps that have it. */
const using = (memory: Memory): Pick<Store, "findAccess" | "used" | "list"> => ({
  findAccess: (userId, hash) =>
    Effect.sync(() => {
      const token = tokenOf(memory, keyOf(userId, hash))
      const grant = token === undefined ? undefined : grantOf(memory, token.grantId)
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
      const grant = grantOf(memory, id)
      const last = grant?.lastUsedAt ?? null
      const isOld = last === null || areApart(last.epochMillis, at.epochMillis, LAST_USE_MILLIS)
      if (grant !== undefined && isOld) putGrant(memory, { ...grant, lastUsedAt: at })
    }),

  list: (userId, at) =>
    Effect.sync(() =>
      [...HashMap.values(memory.rows(grants))]
        .filter(({ id, revokedAt }) => {
          const isLive = (token: TokenRow) => DateTime.greaterThan(token.expiresAt, at) && token.revokedAt === null
          return grantIds.userOf(id) === userId && revokedAt === null && tokensOf(memory, id).some(isLive)
        })
        .sort((a, b) => DateTime.Order(a.createdAt, b.createdAt) || (a.id < b.id ? -1 : 1))
    )
})

/** Revocation and expiry. */
const ending = (memory: Memory): Pick<Store, "revoke" | "revokeToken" | "sweep"> => ({
  revoke: (id, at) => Effect.suspend(() => (revokeGrant(memory, id, at) ? Effect.void : new UnknownApp({ id }))),

  revokeToken: (userId, hash, clientId, at) =>
    Effect.sync(() => {
      const key = keyOf(userId, hash)
      const token = tokenOf(memory, key)
      if (token === undefined) return true
      if (clientId !== undefined && grantOf(memory, token.grantId)?.clientId !== clientId) return false
      if (token.kind === "refresh") return revokeGrant(memory, token.grantId, at)
      putToken(memory, key, { ...token, revokedAt: token.revokedAt ?? at })
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
        HashMap.filter(({ id, createdAt }) => DateTime.greaterThan(createdAt, until) || tokensOf(memory, id).length > 0)
      )
    })
})

export const layer = Layer.effect(
  GrantStore,
  Effect.map(MemoryDatabase, (memory) => GrantStore.of({ ...issuing(memory), ...using(memory), ...ending(memory) }))
)
