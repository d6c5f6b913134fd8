import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
import { toInstant } from "../accounts/user-row.sql.ts"
import type { UserId } from "../values/ids.ts"
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
  Effect.map(SqlClient.SqlClient, (sql) => {
    const date = DateTime.toDateUtc
    // The counter has 32 bits, unsigned, so that a double holds it exactly.
    const columns = sql.literal(
      "user_id, passkey_id, name, public_key, counter::double precision AS counter, transports, created_at, last_used_at"
    )

    return PasskeyStore.of({
      add: ({ userId, id, name, publicKey, counter, transports, createdAt }, { hash, expiresAt }) =>
        sql<{ readonly added: boolean }>`
          SELECT add_passkey(${userId}, ${id}, ${name}, ${publicKey}, ${counter}, ${[...transports]}::text[],
            ${hash}, ${date(expiresAt)}, ${date(createdAt)}) AS added`.pipe(
          Effect.map(([row]) => row?.added === true),
          Effect.orDie
        ),

      list: (userId) =>
        sql<PasskeyRow>`
          SELECT ${columns} FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, passkey_id`.pipe(
          Effect.map((rows) => rows.map(toPasskey)),
          Effect.orDie
        ),

      find: (userId, id) =>
        sql<PasskeyRow>`SELECT ${columns} FROM passkeys WHERE user_id = ${userId} AND passkey_id = ${id}`.pipe(
          Effect.map(([row]) => Option.map(Option.fromNullable(row), toPasskey)),
          Effect.orDie
        ),

      remove: (userId, id) =>
        sql`DELETE FROM passkeys WHERE user_id = ${userId} AND passkey_id = ${id} RETURNING passkey_id`.pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        ),

      openSession: ({ id, counter }, { hash, expiresAt: challengeEnds }, session) =>
        sql<{ readonly opened: boolean }>`
          SELECT open_session_by_passkey(${session.userId}, ${id}, ${counter}, ${hash}, ${date(challengeEnds)},
            ${session.id}, ${session.hash}, ${session.device}, ${date(session.createdAt)}, ${date(session.expiresAt)}
          ) AS opened`.pipe(
          Effect.map(([row]) => row?.opened === true),
          Effect.orDie
        )
    })
  })
)
