import { DateTime, Effect, Layer, Option } from "effect"
import { type Client, type ClientId, MOST_UNUSED_CLIENTS, PATIENCE_WITH_UNUSED } from "./model.ts"
import { ClientStore, type Document } from "./store.ts"

interface Row {
  readonly client: Client
  /** Set for a client known by a document; undefined for a registered one. */
  readonly document: Document | undefined
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: DateTime.Utc | null
}

export const layer = Layer.sync(ClientStore, () => {
  /** In order of creation. */
  const rows = new Map<ClientId, Row>()
  const find = (id: ClientId) => Option.fromNullable(rows.get(id))
  const unused = () => [...rows.values()].filter(({ lastUsedAt }) => lastUsedAt === null)

  return ClientStore.of({
    findRegistered: (id) =>
      Effect.sync(() =>
        Option.flatMap(find(id), ({ client, document }) =>
          document === undefined ? Option.some(client) : Option.none()
        )
      ),

    findDocument: (id) => Effect.sync(() => Option.flatMap(find(id), ({ document }) => Option.fromNullable(document))),

    register: (client, at) =>
      Effect.sync(() => {
        const waiting = unused().filter(({ document }) => document === undefined)
        if (waiting.length >= MOST_UNUSED_CLIENTS) {
          const stale = DateTime.subtract(at, { millis: PATIENCE_WITH_UNUSED })
          const oldest = waiting.find(({ createdAt }) => DateTime.lessThan(createdAt, stale))
          if (oldest === undefined) return false
          rows.delete(oldest.client.id)
        }
        rows.set(client.id, { client, document: undefined, createdAt: at, lastUsedAt: null })
        return true
      }),

    putDocument: (document) =>
      Effect.sync(() => {
        const { createdAt = document.fetchedAt, lastUsedAt = null } = rows.get(document.id) ?? {}
        rows.set(document.id, { client: document, document, createdAt, lastUsedAt })
      }),

    used: (id, at) =>
      Effect.sync(() => {
        const row = rows.get(id)
        if (row !== undefined) rows.set(id, { ...row, lastUsedAt: at })
      }),

    sweep: (until) =>
      Effect.sync(() => {
        for (const { client, createdAt } of unused()) {
          if (DateTime.lessThanOrEqualTo(createdAt, until)) rows.delete(client.id)
        }
      })
  })
})
