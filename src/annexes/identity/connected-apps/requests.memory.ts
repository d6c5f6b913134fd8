import { DateTime, Effect, Layer, Option } from "effect"
import type { SecretHash } from "../../../values/secret-hash.ts"
import { MOST_WAITING_REQUESTS } from "./model.ts"
import { RequestStore } from "./store.ts"

interface Row {
  readonly address: string
  readonly expiresAt: DateTime.Utc
}

export const layer = Layer.sync(RequestStore, () => {
  const rows = new Map<SecretHash, Row>()
  const dropExpired = (at: DateTime.Utc) => {
    for (const [hash, { expiresAt }] of rows) if (DateTime.lessThanOrEqualTo(expiresAt, at)) rows.delete(hash)
  }

  return RequestStore.of({
    keep: ({ hash, address, createdAt, expiresAt }) =>
      Effect.sync(() => {
        dropExpired(createdAt)
        if (rows.size >= MOST_WAITING_REQUESTS) return false
        rows.set(hash, { address, expiresAt })
        return true
      }),

    take: (hash, at) =>
      Effect.sync(() => {
        dropExpired(at)
        const row = Option.fromNullable(rows.get(hash))
        rows.delete(hash)
        return Option.map(row, ({ address }) => address)
      }),

    sweep: (at) => Effect.sync(() => dropExpired(at))
  })
})
