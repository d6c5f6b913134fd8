import { DateTime, Effect, Layer, Option } from "effect"
import type { Builder } from "../../platform/database/builder.ts"
import { Db } from "../../platform/database/db.ts"
import type { UserId } from "../../values/ids.ts"
import { toInstant } from "../accounts/user-row.sql.ts"
import { openSession } from "./open-session.sql.ts"
import { type AnsweredChallenge, type Passkey, PasskeyStore } from "./passkey-store.ts"

interface PasskeyRow {
  readonly user_id: UserId
  readonly passkey_id: string
  readonly name: string
  readonly public_key: string
  readonly counter: number
  readonly transports: ReadonlyArray<string>
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  userId: row.user_id,
  id: row.passkey_id,
  name: row.name,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports,
  createdAt: DateTime.unsafeFromDate(row.created_at),
  lastUsedAt: toInstant(row.last_used_at)
})

const date = DateTime.toDateUtc

/**
 * A part of a WITH clause that marks a challenge as answered, and deletes expired ones. `answered` returns the user's
 * id unless the challenge was already answered.
 */
const answered = (sql: Builder, userId: UserId, { hash, expiresAt }: AnsweredChallenge, at: DateTime.Utc) => sql`
  forgotten AS (
    DELETE FROM answered_challenges WHERE user_id = ${userId} AND expires_at <= ${date(at)}
  ), answered AS (
    INSERT INTO answered_challenges (user_id, challenge_hash, expires_at) VALUES (${userId}, ${hash}, ${date(expiresAt)})
    ON CONFLICT DO NOTHING RETURNING user_id
  )`

export const layer = Layer.effect(
  PasskeyStore,
  Effect.map(Db, (db) => {
    const { sql } = db
    // The counter is an unsigned 32-bit number, so a double represents it exactly.
    const columns = sql.literal(
      "user_id, passkey_id, name, public_key, counter::double precision AS counter, transports, created_at, last_used_at"
    )

    return PasskeyStore.of({
      add: ({ userId, id, name, publicKey, counter, transports, createdAt }, challenge) =>
        Effect.map(
          db.rows(sql`
          WITH ${answered(sql, userId, challenge, createdAt)}
          INSERT INTO passkeys (user_id, passkey_id, name, public_key, counter, transports, created_at)
          SELECT user_id, ${id}, ${name}, ${publicKey}, ${counter}::bigint, ${[...transports]}::text[],
            ${date(createdAt)}::timestamptz
          FROM answered ON CONFLICT DO NOTHING RETURNING passkey_id`),
          (added) => added.length > 0
        ),

      list: (userId) =>
        Effect.map(
          db.rows(sql<PasskeyRow>`
          SELECT ${columns} FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, passkey_id`),
          (rows) => rows.map(toPasskey)
        ),

      find: (userId, id) =>
        Effect.map(
          db.first(sql<PasskeyRow>`SELECT ${columns} FROM passkeys WHERE user_id = ${userId} AND passkey_id = ${id}`),
          (row) => Option.map(Option.fromNullable(row), toPasskey)
        ),

      remove: (userId, id) =>
        Effect.map(
          db.rows(sql`DELETE FROM passkeys WHERE user_id = ${userId} AND passkey_id = ${id} RETURNING passkey_id`),
          (rows) => rows.length > 0
        ),

      openSession: ({ id, counter }, challenge, session) =>
        openSession(
          db,
          sql`${answered(sql, session.userId, challenge, session.createdAt)}, proof AS (
            UPDATE passkeys SET counter = ${counter}, last_used_at = ${date(session.createdAt)}
            WHERE user_id = ${session.userId} AND passkey_id = ${id} AND EXISTS (SELECT 1 FROM answered)
              AND (counter < ${counter} OR counter = 0 AND ${counter}::bigint = 0)
            RETURNING user_id
          )`,
          session
        )
    })
  })
)
