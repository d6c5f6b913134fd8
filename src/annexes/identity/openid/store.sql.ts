import { DateTime, Effect, Layer, Option } from "effect"
import { toInstant } from "../../../features/accounts/user-row.sql.ts"
import { Db } from "../../../platform/database/db.ts"
import type { UserId } from "../../../values/ids.ts"
import { answer } from "../sign-in/answered.sql.ts"
import { openSession } from "../sign-in/open-session.sql.ts"
import type { IdentityHash, IdentityKind } from "./model.ts"
import { IdentityStore } from "./store.ts"

interface Row {
  readonly identity_hash: IdentityHash
  readonly kind: IdentityKind
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const date = DateTime.toDateUtc

export const layer = Layer.effect(
  IdentityStore,
  Effect.map(Db, (db) => {
    const { sql } = db

    const exists = (userId: UserId) =>
      Effect.map(db.rows(sql`SELECT user_id FROM users WHERE user_id = ${userId}`), (rows) => rows.length > 0)

    /** Who holds an identity, even if that user is deleted. */
    const holderOf = (hash: IdentityHash) =>
      db.findOne(
        sql<{ readonly holder: UserId }>`SELECT holder FROM openid_identities WHERE identity_hash = ${hash}`,
        ({ holder }) => holder
      )

    const find = Effect.fnUntraced(function* (hash: IdentityHash) {
      const holder = yield* holderOf(hash)
      return Option.isSome(holder) && (yield* exists(holder.value)) ? holder : Option.none()
    })

    return IdentityStore.of({
      find,

      hold: Effect.fnUntraced(function* ({ userId, hash, kind, createdAt }) {
        const earlier = yield* holderOf(hash)
        if (Option.isSome(earlier) && (earlier.value === userId || (yield* exists(earlier.value))))
          return earlier.value === userId
        yield* db.run(sql`
          INSERT INTO openid_identities (identity_hash, kind, holder, created_at)
          VALUES (${hash}, ${kind}, ${userId}, ${date(createdAt)})
          ON CONFLICT (identity_hash) DO UPDATE
            SET holder = EXCLUDED.holder, created_at = EXCLUDED.created_at, last_used_at = NULL
            WHERE openid_identities.holder = ${Option.getOrElse(earlier, () => "")}`)
        return Option.contains(yield* holderOf(hash), userId)
      }),

      list: (userId) =>
        Effect.map(
          db.rows(sql<Row>`
            SELECT identity_hash, kind, created_at, last_used_at FROM openid_identities
            WHERE holder = ${userId} ORDER BY created_at, identity_hash`),
          (rows) =>
            rows.map(({ identity_hash, kind, created_at, last_used_at }) => ({
              userId,
              hash: identity_hash,
              kind,
              createdAt: DateTime.unsafeFromDate(created_at),
              lastUsedAt: toInstant(last_used_at)
            }))
        ),

      release: (userId, hash) =>
        Effect.map(
          db.rows(sql`
            DELETE FROM openid_identities WHERE identity_hash = ${hash} AND holder = ${userId} RETURNING identity_hash`),
          (rows) => rows.length > 0
        ),

      openSession: (hash, answered, session) => {
        const { userId, createdAt } = session
        return openSession(
          db,
          Effect.gen(function* () {
            if (!Option.contains(yield* find(hash), userId)) return false
            if (!(yield* answer(db, userId, answered, createdAt))) return false
            const used = yield* db.rows(sql`
              UPDATE openid_identities SET last_used_at = ${date(createdAt)}
              WHERE identity_hash = ${hash} AND holder = ${userId} RETURNING identity_hash`)
            return used.length > 0
          }),
          session
        )
      }
    })
  })
)
