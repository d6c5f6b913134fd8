import { DateTime, Effect, Layer, Option } from "effect"
import { Db } from "../../platform/database/db.ts"
import type { UserId } from "../../values/ids.ts"
import { toInstant } from "../accounts/user-row.sql.ts"
import { type Passkey, PasskeyStore } from "./passkey-store.ts"

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

export const layer = Layer.effect(
  PasskeyStore,
  Effect.map(Db, (db) => {
    const { sql } = db
    const date = DateTime.toDateUtc
    // The counter is an unsigned 32-bit number, so a double represents it exactly.
    const columns = sql.literal(
      "user_id, passkey_id, name, public_key, counter::double precision AS counter, transports, created_at, last_used_at"
    )

    return PasskeyStore.of({
      add: ({ userId, id, name, publicKey, counter, transports, createdAt }, { hash, expiresAt }) =>
        Effect.map(
          db.first(sql<{ readonly added: boolean }>`
          SELECT add_passkey(${userId}, ${id}, ${name}, ${publicKey}, ${counter}, ${[...transports]}::text[],
            ${hash}, ${date(expiresAt)}, ${date(createdAt)}) AS added`),
          (row) => row?.added === true
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

      openSession: ({ id, counter }, { hash, expiresAt: challengeEnds }, session) =>
        Effect.map(
          db.first(sql<{ readonly opened: boolean }>`
          SELECT open_session_by_passkey(${session.userId}, ${id}, ${counter}, ${hash}, ${date(challengeEnds)},
            ${session.id}, ${session.hash}, ${session.device}, ${date(session.createdAt)}, ${date(session.expiresAt)}
          ) AS opened`),
          (row) => row?.opened === true
        )
    })
  })
)
