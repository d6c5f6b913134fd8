import { DateTime, Effect, Layer } from "effect"
import { Db } from "../../../platform/database/db.ts"
import { type Client, type ClientId, MOST_UNUSED_CLIENTS, PATIENCE_WITH_UNUSED } from "./model.ts"
import { ClientStore } from "./store.ts"

interface Row {
  readonly client_id: ClientId
  readonly name: string
  readonly redirect_uris: ReadonlyArray<string>
  readonly fetched_at: Date
  readonly fresh_until: Date
}

const toClient = (row: Row): Client => ({ id: row.client_id, name: row.name, redirectUris: row.redirect_uris })

export const layer = Layer.effect(
  ClientStore,
  Effect.map(Db, (db) =>
    ClientStore.of({
      findRegistered: (id) =>
        db.findOne(
          db.sql<Row>`
          SELECT client_id, name, redirect_uris FROM oauth_clients
          WHERE client_id = ${id} AND kind = 'registered'`,
          toClient
        ),

      findDocument: (id) =>
        db.findOne(
          db.sql<Row>`
          SELECT client_id, name, redirect_uris, fetched_at, fresh_until FROM oauth_clients
          WHERE client_id = ${id} AND kind = 'document'`,
          (row) => ({
            ...toClient(row),
            fetchedAt: DateTime.unsafeFromDate(row.fetched_at),
            freshUntil: DateTime.unsafeFromDate(row.fresh_until)
          })
        ),

      register: ({ id, name, redirectUris }, at) =>
        Effect.map(
          db.first(db.sql<{ readonly registered: boolean }>`
          SELECT register_oauth_client(${id}, ${name}, ${redirectUris}::text[], ${DateTime.toDateUtc(at)},
            ${MOST_UNUSED_CLIENTS}, ${new Date(DateTime.toEpochMillis(at) - PATIENCE_WITH_UNUSED)}) AS registered`),
          (row) => row?.registered === true
        ),

      putDocument: ({ id, name, redirectUris, fetchedAt, freshUntil }) =>
        db.run(db.sql`
          INSERT INTO oauth_clients (client_id, kind, name, redirect_uris, fetched_at, fresh_until, created_at)
          VALUES (${id}, 'document', ${name}, ${redirectUris}::text[], ${DateTime.toDateUtc(fetchedAt)},
            ${DateTime.toDateUtc(freshUntil)}, ${DateTime.toDateUtc(fetchedAt)})
          ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
            fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until`),

      used: (id, at) =>
        db.run(db.sql`UPDATE oauth_clients SET last_used_at = ${DateTime.toDateUtc(at)} WHERE client_id = ${id}`),

      sweep: (until) =>
        db.run(db.sql`
          DELETE FROM oauth_clients
          WHERE last_used_at IS NULL AND created_at <= ${DateTime.toDateUtc(until)}`)
    })
  )
)
