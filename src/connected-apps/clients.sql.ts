import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Layer, Option } from "effect"
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
  Effect.map(SqlClient.SqlClient, (sql) =>
    ClientStore.of({
      findRegistered: (id) =>
        sql<Row>`
          SELECT client_id, name, redirect_uris FROM oauth_clients
          WHERE client_id = ${id} AND kind = 'registered'`.pipe(
          Effect.map(([row]) => Option.map(Option.fromNullable(row), toClient)),
          Effect.orDie
        ),

      findDocument: (id) =>
        sql<Row>`
          SELECT client_id, name, redirect_uris, fetched_at, fresh_until FROM oauth_clients
          WHERE client_id = ${id} AND kind = 'document'`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromNullable(row), (row) => ({
              ...toClient(row),
              fetchedAt: DateTime.unsafeFromDate(row.fetched_at),
              freshUntil: DateTime.unsafeFromDate(row.fresh_until)
            }))
          ),
          Effect.orDie
        ),

      register: ({ id, name, redirectUris }, at) =>
        sql<{ readonly registered: boolean }>`
          SELECT register_oauth_client(${id}, ${name}, ${redirectUris}::text[], ${DateTime.toDateUtc(at)},
            ${MOST_UNUSED_CLIENTS}, ${new Date(DateTime.toEpochMillis(at) - PATIENCE_WITH_UNUSED)}) AS registered`.pipe(
          Effect.map(([row]) => row?.registered === true),
          Effect.orDie
        ),

      putDocument: ({ id, name, redirectUris, fetchedAt, freshUntil }) =>
        sql`
          INSERT INTO oauth_clients (client_id, kind, name, redirect_uris, fetched_at, fresh_until, created_at)
          VALUES (${id}, 'document', ${name}, ${redirectUris}::text[], ${DateTime.toDateUtc(fetchedAt)},
            ${DateTime.toDateUtc(freshUntil)}, ${DateTime.toDateUtc(fetchedAt)})
          ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
            fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until`.pipe(Effect.asVoid, Effect.orDie),

      used: (id, at) =>
        sql`UPDATE oauth_clients SET last_used_at = ${DateTime.toDateUtc(at)} WHERE client_id = ${id}`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),

      sweep: (until) =>
        sql`
          DELETE FROM oauth_clients
          WHERE last_used_at IS NULL AND created_at <= ${DateTime.toDateUtc(until)}`.pipe(Effect.asVoid, Effect.orDie)
    })
  )
)
