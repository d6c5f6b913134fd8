import { DateTime, Effect, Layer, Option } from "effect"
import type { Query } from "../../../contract/handler/charge.ts"
import { LAST_USE_MILLIS } from "../../../features/accounts/token.ts"
import { ACTING_COLUMNS, toUser, type UserRow } from "../../../features/accounts/user-row.sql.ts"
import { type Database, Db } from "../../../platform/database/db.ts"
import { SWEEP_ROWS } from "../../../platform/database/session.ts"
import { CLOCK_SKEW_MILLIS } from "../../../values/clock.ts"
import type { UserId } from "../../../values/ids.ts"
import { type ClientId, type GrantId, grantIds, LIFETIME } from "./model.ts"
import { GrantStore, type NewTokens, UnknownApp } from "./store.ts"

interface AccessRow extends UserRow {
  readonly revision: number
  readonly grant_id: GrantId
  readonly client_id: ClientId
  readonly may_write: boolean
  readonly expires_at: Date
  readonly is_revoked: boolean
  readonly last_used_at: Date | null
}

interface AppRow {
  readonly grant_id: GrantId
  readonly client_id: ClientId
  readonly client_name: string
  readonly may_write: boolean
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const { toDateUtc: toDate, unsafeFromDate: toInstant } = DateTime
const before = (at: DateTime.Utc, millis: number) => new Date(DateTime.toEpochMillis(at) - millis)
const orNull = (date: Date | null) => (date === null ? null : toInstant(date))

type Store = GrantStore["Type"]

/** The last four arguments of the functions that create tokens. */
const tokenArguments = (db: Database, { access, refresh }: NewTokens) =>
  db.sql`${access.hash}, ${toDate(access.expiresAt)}, ${refresh.hash}, ${toDate(refresh.expiresAt)}`

/** Repeats a statement that deletes at most SWEEP_ROWS until nothing is left to delete. */
const untilNone = (db: Database, statement: Query<unknown>) =>
  db.rows(statement).pipe(Effect.repeat({ until: (deleted) => deleted.length < SWEEP_ROWS }), Effect.asVoid)

/** Codes, and the tokens that they and refresh tokens are exchanged for. */
const issuing = (db: Database): Pick<Store, "addCode" | "redeem" | "rotate"> => ({
  addCode: (code) =>
    Effect.map(
      db.rows(db.sql`
      INSERT INTO oauth_codes (user_id, code_hash, consent_id, client_id, client_name, redirect_uri, challenge,
        may_write, expires_at)
      VALUES (${code.userId}, ${code.hash}, ${code.consentId}, ${code.clientId}, ${code.clientName},
        ${code.redirectUri}, ${code.challenge}, ${code.mayWrite}, ${toDate(code.expiresAt)})
      ON CONFLICT (user_id, consent_id) DO NOTHING RETURNING 1`),
      (added) => added.length > 0
    ),

  redeem: (redemption) =>
    Effect.map(
      db.first(db.sql<{ readonly may_write: boolean | null }>`
      SELECT redeem_oauth_code(${redemption.userId}, ${redemption.code}, ${redemption.clientId},
        ${redemption.redirectUri}, ${redemption.challenge}, ${toDate(redemption.at)}, ${redemption.grantId},
        ${before(redemption.at, -LIFETIME.code - CLOCK_SKEW_MILLIS)},
        ${tokenArguments(db, redemption)}) AS may_write`),
      (row) => Option.map(Option.fromNullable(row?.may_write), (mayWrite) => ({ mayWrite }))
    ),

  rotate: (rotation) =>
    Effect.map(
      db.first(db.sql<{ readonly outcome: "read" | "write" | "excess" | null }>`
      SELECT rotate_oauth_token(${rotation.userId}, ${rotation.token}, ${rotation.clientId},
        ${rotation.mayWrite ?? null}, ${toDate(rotation.at)}, ${before(rotation.at, LIFETIME.grace)},
        ${tokenArguments(db, rotation)}) AS outcome`),
      (row) => {
        const outcome = row?.outcome ?? null
        if (outcome === null) return "invalid" as const
        return outcome === "excess" ? outcome : { mayWrite: outcome === "write" }
      }
    )
})

/** Access, and the apps that have it. */
const using = (db: Database): Pick<Store, "findAccess" | "used" | "list"> => ({
  findAccess: (userId, hash) =>
    db.findOne(
      db.sql<AccessRow>`
      SELECT ${db.sql.literal(ACTING_COLUMNS)}, revision, grant_id, client_id, held.may_write, held.expires_at,
        (granted.revoked_at IS NOT NULL OR held.revoked_at IS NOT NULL) AS is_revoked, granted.last_used_at
      FROM oauth_tokens AS held JOIN oauth_grants AS granted USING (user_id, grant_id) JOIN users USING (user_id)
      WHERE held.user_id = ${userId} AND token_hash = ${hash} AND kind = 'access'`,
      (row) => ({
        account: { user: toUser(row), revision: row.revision },
        grantId: row.grant_id,
        clientId: row.client_id,
        mayWrite: row.may_write,
        expiresAt: toInstant(row.expires_at),
        isRevoked: row.is_revoked,
        lastUsedAt: orNull(row.last_used_at)
      })
    ),

  used: (id, at) =>
    db.run(db.sql`
      UPDATE oauth_grants SET last_used_at = ${toDate(at)}
      WHERE user_id = ${grantIds.userOf(id)} AND grant_id = ${id}
        AND (last_used_at IS NULL OR last_used_at <= ${before(at, LAST_USE_MILLIS)}
          OR last_used_at >= ${before(at, -LAST_USE_MILLIS)})`),

  list: (userId, at) =>
    Effect.map(
      db.rows(db.sql<AppRow>`
      SELECT grant_id, client_id, client_name, may_write, created_at, last_used_at FROM oauth_grants AS granted
      WHERE user_id = ${userId} AND revoked_at IS NULL AND EXISTS (
        SELECT 1 FROM oauth_tokens AS held
        WHERE held.user_id = granted.user_id AND held.grant_id = granted.grant_id
          AND expires_at > ${toDate(at)} AND held.revoked_at IS NULL)
      ORDER BY created_at, grant_id`),
      (rows) =>
        rows.map((row) => ({
          id: row.grant_id,
          clientId: row.client_id,
          clientName: row.client_name,
          mayWrite: row.may_write,
          createdAt: toInstant(row.created_at),
          lastUsedAt: orNull(row.last_used_at)
        }))
    )
})

const revocation = (db: Database, userId: UserId, id: GrantId, at: DateTime.Utc) => db.sql`
  UPDATE oauth_grants SET revoked_at = COALESCE(revoked_at, ${toDate(at)})
  WHERE user_id = ${userId} AND grant_id = ${id} RETURNING grant_id`

/** Revocation and expiry. */
const ending = (db: Database): Pick<Store, "revoke" | "revokeToken" | "sweep"> => ({
  revoke: (id, at) =>
    Effect.flatMap(db.rows(revocation(db, grantIds.userOf(id), id, at)), (revoked) =>
      revoked.length > 0 ? Effect.void : new UnknownApp({ id })
    ),

  revokeToken: (userId, hash, clientId, at) =>
    Effect.gen(function* () {
      const token = yield* db.first(db.sql<{ kind: "access" | "refresh"; grant_id: GrantId; client_id: ClientId }>`
        SELECT kind, grant_id, client_id FROM oauth_tokens JOIN oauth_grants USING (user_id, grant_id)
        WHERE user_id = ${userId} AND token_hash = ${hash}`)
      if (token === undefined) return true
      if (clientId !== undefined && clientId !== token.client_id) return false
      yield* db.run(
        token.kind === "refresh"
          ? revocation(db, userId, token.grant_id, at)
          : db.sql`
            UPDATE oauth_tokens SET revoked_at = COALESCE(revoked_at, ${toDate(at)})
            WHERE user_id = ${userId} AND token_hash = ${hash}`
      )
      return true
    }),

  // These statements concern all users; no request waits for them.
  sweep: (until) =>
    Effect.all(
      [
        untilNone(
          db,
          db.sql`
          DELETE FROM oauth_codes WHERE (user_id, code_hash) IN (
            SELECT user_id, code_hash FROM oauth_codes WHERE expires_at <= ${toDate(until)} LIMIT ${SWEEP_ROWS})
          RETURNING 1`
        ),
        untilNone(
          db,
          db.sql`
          DELETE FROM oauth_tokens WHERE (user_id, token_hash) IN (
            SELECT user_id, token_hash FROM oauth_tokens WHERE expires_at <= ${toDate(until)} LIMIT ${SWEEP_ROWS})
          RETURNING 1`
        ),
        untilNone(
          db,
          db.sql`
          DELETE FROM oauth_grants WHERE (user_id, grant_id) IN (
            SELECT user_id, grant_id FROM oauth_grants AS granted WHERE created_at <= ${toDate(until)} AND NOT EXISTS (
              SELECT 1 FROM oauth_tokens AS held
              WHERE held.user_id = granted.user_id AND held.grant_id = granted.grant_id)
            LIMIT ${SWEEP_ROWS})
          RETURNING 1`
        )
      ],
      { discard: true }
    )
})

export const layer = Layer.effect(
  GrantStore,
  Effect.map(Db, (db) => GrantStore.of({ ...issuing(db), ...using(db), ...ending(db) }))
)
