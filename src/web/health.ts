import { HttpServerResponse } from "@effect/platform"
import { Context, Effect } from "effect"
import { open } from "./router.ts"

/** Whether the stores can be used: the database answers, and all its migrations are applied. */
export class Readiness extends Context.Tag("Readiness")<Readiness, { readonly isReady: Effect.Effect<boolean> }>() {}

const alive = HttpServerResponse.unsafeJson({ status: "ok" })
const ready = HttpServerResponse.unsafeJson({ status: "ready" })
const notReady = HttpServerResponse.unsafeJson({ status: "unavailable" }, { status: 503 })

/** Probes for supervisors and load balancers: liveness, which depends on nothing, and readiness. */
export const healthRoutes = Effect.map(Readiness, ({ isReady }) => [
  open("/health", () => Effect.succeed(alive)),
  open("/ready", () => Effect.map(isReady, (yes) => (yes ? ready : notReady)))
])
