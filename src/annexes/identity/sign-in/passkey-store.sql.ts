import { DateTime, Effect, Layer } from "effect"
import { toInstant } from "../../../features/accounts/user-row.sql.ts"
import { Db } from "../../../platform/database/db.ts"
import type { UserId } from "../../../values/ids.ts"
import { answer } from "./answered.sql.ts"
import { openSession } from "./open-session.sql.ts"
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

const date = DateTime.toDateUtc

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
        db.transaction(
          Effect.gen(function* () {
            if (!(yield* answer(db, userId, challenge, createdAt))) return false
            const added = yield* db.rows(sql`
              INSERT INTO passkeys (user_id, passkey_id, name, public_key, counter, transports, created_at)
              VALUES (${userId}, ${id}, ${name}, ${publicKey}, ${counter}, ${[...transports]}, ${date(createdAt)})
              ON CONFLICT DO NOTHING RETURNING passkey_id`)
            return added.length > 0
          })
        ),

      list: (userId) =>
        Effect.map(
          db.rows(sql<PasskeyRow>`
          SELECT ${columns} FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, passkey_id`),
          (rows) => rows.map(toPasskey)
        ),

      find: (userId, id) =>
        db.findOne(
          sql<PasskeyRow>`SELECT ${columns} FROM passkeys WHERE user_id = ${userId} AND passkey_id = ${id}`,
          toPasskey
        ),

      remove: (userId, id) =>
        Effect.map(
          db.rows(sql`DELETE FROM passkeys WHERE user_id = ${userId} AND passkey_id = ${id} RETURNING passkey_id`),
          (rows) => rows.length > 0
        ),

      openSession: ({ id, counter }, challenge, session) =>
        openSession(
          db,
          Effect.gen(function* () {
            if (!(yield* answer(db, session.userId, challenge, session.createdAt))) return false
            const used = yield* db.rows(sql`
              UPDATE passkeys SET counter = ${counter}, last_used_at = ${date(session.createdAt)}
              WHERE user_id = ${session.userId} AND passkey_id = ${id}
                AND (counter < ${counter} OR counter = 0 AND ${counter}::bigint = 0)
              RETURNING passkey_id`)
            return used.length > 0
          }),
          session
        )
    })
  })
)
