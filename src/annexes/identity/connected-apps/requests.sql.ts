import { DateTime, Effect, Layer } from "effect"
import { Db } from "../../../platform/database/db.ts"
import { MOST_WAITING_REQUESTS } from "./model.ts"
import { RequestStore } from "./store.ts"

const { toDateUtc: toDate } = DateTime

export const layer = Layer.effect(
  RequestStore,
  Effect.map(Db, (db) => {
    const sweep = (at: DateTime.Utc) => db.run(db.sql`DELETE FROM oauth_requests WHERE expires_at <= ${toDate(at)}`)

    return RequestStore.of({
      keep: ({ hash, address, createdAt, expiresAt }) =>
        Effect.zipRight(
          sweep(createdAt),
          Effect.map(
            db.rows(db.sql`
            INSERT INTO oauth_requests (request_hash, address, expires_at)
            SELECT ${hash}, ${address}, ${toDate(expiresAt)}::timestamptz
            FROM oauth_requests HAVING count(*) < ${MOST_WAITING_REQUESTS} RETURNING 1`),
            (kept) => kept.length > 0
          )
        ),

      take: (hash, at) =>
        db.findOne(
          db.sql<{ readonly address: string }>`
          DELETE FROM oauth_requests WHERE request_hash = ${hash} AND expires_at > ${toDate(at)} RETURNING address`,
          ({ address }) => address
        ),

      sweep
    })
  })
)
