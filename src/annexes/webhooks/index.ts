import { Effect, Layer } from "effect"
import { sweepOf } from "../../call/sweep.ts"
import * as WebhooksSql from "./store.sql.ts"
import { WebhookStore } from "./store.ts"
import { sweepWebhooks } from "./webhooks.ts"

/** In memory nobody has webhooks, and no user has listeners. They need a database. */
const withoutWebhooks = Layer.mock(WebhookStore, { list: () => Effect.succeed([]) })

/** Tells people's other programs of what changes here. */
export const webhooks = {
  name: "webhooks",
  operations: Effect.succeed([]),
  stores: { sql: WebhooksSql.layer, memory: withoutWebhooks },
  ports: Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./announce.ts")),
      ({ layer }) => layer
    )
  ),
  services: Layer.empty,
  tokenKinds: Effect.succeed([]),
  routes: Effect.succeed([]),
  counted: [],
  works: Effect.flatMap(
    Effect.promise(() => import("./sender.ts")),
    ({ sending }) => sending
  ),
  sweep: sweepOf("deliveries of webhooks", sweepWebhooks)
}
