import { HttpServerResponse } from "@effect/platform"
import { Context, Effect, Option, Schema } from "effect"
import type { Crew } from "../../platform/workers/crew.ts"
import { Siblings } from "../../platform/workers/siblings.ts"
import { open } from "./router.ts"

/** The state of the stores. */
export interface StoreState {
  /** Why the database cannot serve; undefined if it answers and all its migrations are applied. */
  readonly fault: string | undefined
  /** How many nodes of a database cluster do not answer. Only the users on them are refused. */
  readonly deadNodes: number
}

export class Readiness extends Context.Tag("Readiness")<Readiness, { readonly state: Effect.Effect<StoreState> }>() {}

/** The answer of `/health`. */
export const Alive = Schema.Struct({ status: Schema.Literal("ok") })

/**
 * The answer of `/ready`. `degraded` still accepts requests: a worker has ended and will be restarted, or a node of the
 * database cluster does not answer. A server of one process omits `workers`.
 */
export const Ready = Schema.Struct({
  status: Schema.Literal("ready", "degraded", "unavailable"),
  reason: Schema.optional(Schema.String),
  workers: Schema.optional(Schema.Struct({ expected: Schema.Int, serving: Schema.Int }))
})

const storesOf = ({ fault, deadNodes }: StoreState): typeof Ready.Type => {
  if (fault !== undefined) return { status: "unavailable", reason: fault }
  if (deadNodes === 0) return { status: "ready" }
  const nodes = deadNodes === 1 ? "1 node" : `${deadNodes} nodes`
  return { status: "degraded", reason: `${nodes} of the database cluster did not answer` }
}

const readinessOf = (state: StoreState, crew: Option.Option<Crew>): typeof Ready.Type => {
  const stores = storesOf(state)
  if (Option.isNone(crew)) return stores
  const { expected, serving, isLate } = crew.value
  const workers = { expected, serving }
  if (stores.status === "unavailable" || serving === expected) return { ...stores, workers }
  const reason = `${serving} of ${expected} workers serve`
  return { status: isLate ? "unavailable" : "degraded", reason, workers }
}

const alive = HttpServerResponse.unsafeJson({ status: "ok" } satisfies typeof Alive.Type)

/** The paths of probes. They are requested every few seconds, so they are neither logged nor traced. */
export const PROBES: ReadonlySet<string> = new Set(["/health", "/ready"])

/** Probes for supervisors and load balancers: liveness, which depends on nothing, and readiness. */
export const healthRoutes = Effect.gen(function* () {
  const { state } = yield* Readiness
  const { crew } = yield* Siblings
  const readiness = Effect.zipWith(state, crew, readinessOf)
  const ready = open("/ready", () =>
    Effect.map(readiness, (answer) =>
      HttpServerResponse.unsafeJson(answer, { status: answer.status === "unavailable" ? 503 : 200 })
    )
  )
  return [open("/health", () => Effect.succeed(alive)), ready].map((probe) => ({ ...probe, takesAnyHost: true }))
})
