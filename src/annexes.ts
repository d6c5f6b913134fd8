import type { Effect, Layer } from "effect"
import { catalogue } from "./annexes/catalogue/index.ts"
import { identity } from "./annexes/identity/index.ts"
import { imports } from "./annexes/imports/index.ts"
import { page } from "./annexes/page/index.ts"
import { webhooks } from "./annexes/webhooks/index.ts"
import type { InternalOperations } from "./call/stages.ts"
import type { TokenKind } from "./call/token-kinds.ts"
import type { Counted } from "./platform/telemetry/metrics/metrics.ts"
import type { Route } from "./surfaces/web/router.ts"

/**
 * What hangs on the core, and all that the core uses of it. The core serves the API without any annex. Only the stores
 * and the sweeps are loaded with the list; the rest is loaded when the service starts.
 */
export interface Annex<R = unknown> {
  readonly name: string
  /** Operations of its own, which the pipeline runs like all others. No route, tool or description has them. */
  readonly operations: Effect.Effect<ReadonlyArray<InternalOperations>, never, R>
  readonly stores: { readonly sql: Layer.Layer<never, never, R>; readonly memory: Layer.Layer<never, never, R> }
  /** What it does for the core, by references that the core declares and that do nothing by default. */
  readonly ports: Layer.Layer<never, never, R>
  /** What its routes need while the service runs. */
  readonly services: Layer.Layer<never, never, R>
  /** Kinds of tokens that authenticate calls, besides API tokens. */
  readonly tokenKinds: Effect.Effect<ReadonlyArray<TokenKind>, never, R>
  readonly routes: Effect.Effect<ReadonlyArray<Route>, never, R>
  /** What the metrics count besides the API's operations. */
  readonly counted: ReadonlyArray<Counted>
  /** What it does by itself while the service runs, in every process. */
  readonly works: Effect.Effect<void, never, R>
  /** Deletes its expired data. It runs every hour. */
  readonly sweep: Effect.Effect<void, never, R>
}

/** Every annex but the command line, which main.ts loads. */
export const annexes = [identity, imports, page, catalogue, webhooks] as const satisfies ReadonlyArray<Annex>
