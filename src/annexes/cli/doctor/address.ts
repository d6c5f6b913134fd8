import { Effect, Option, Schema } from "effect"
import { AppConfig } from "../../../config.ts"
import { lowLimitAdvice, openFilesLimit } from "../../../surfaces/server/open-files.ts"
import { localOrigin } from "../../../surfaces/server/running.ts"
import { checkPort } from "../../../surfaces/server/server.ts"
import { Alive, Ready } from "../../../surfaces/web/health.ts"
import { type Check, check } from "./check.ts"

const ANSWER_WITHIN_MILLIS = 2000

/** Queries a Fettle server at this address; none if no Fettle answers. */
const ask = <A, I>(origin: string, path: "/health" | "/ready", answer: Schema.Schema<A, I>) =>
  Effect.tryPromise(async () => {
    const answer = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MILLIS) })
    return await answer.json()
  }).pipe(Effect.flatMap(Schema.decodeUnknown(answer)), Effect.option)

/** Whether a Fettle server answers on HOST and PORT. */
export const isServing = Effect.flatMap(localOrigin, (origin) =>
  Effect.map(ask(origin, "/health", Alive), Option.isSome)
)

/** The answer of a running server on `/ready`, for people. */
const readinessOf = (origin: string, answer: Option.Option<typeof Ready.Type>): Check => {
  const server = `A Fettle server is running on ${origin}`
  const { status, workers } = Option.getOrElse(answer, (): typeof Ready.Type => ({ status: "unavailable" }))
  if (status === "ready") return check("port", "ok", `${server}, and is ready`)
  if (workers === undefined || workers.serving === workers.expected)
    return check("port", "warn", `${server}, but its database is not ready: see the database checks`)
  const count = `${workers.serving} of ${workers.expected} workers serve`
  return status === "degraded"
    ? check(
        "port",
        "warn",
        `${server}, but ${count}: the others are starting, or restarted after they ended. If this lasts, the server's log shows how they ended`
      )
    : check(
        "port",
        "warn",
        `${server}, but is not ready: ${count}, for longer than a restart takes. The server's log shows how the others ended: fix the cause, and restart the server if they do not come back`
      )
}

/** Checks how many files, including connections, a server started like this command may have open. */
export const filesCheck = Effect.sync(() => {
  const advice = lowLimitAdvice()
  return advice === undefined
    ? check("open-files", "ok", `${openFilesLimit() ?? "Any number of"} files may be open`)
    : check("open-files", "warn", advice)
})

/** Checks whether HOST and PORT are free, or used by a Fettle server. */
export const portCheck = Effect.gen(function* () {
  const { host, port } = yield* AppConfig
  const origin = yield* localOrigin
  if (yield* isServing) return readinessOf(origin, yield* ask(origin, "/ready", Ready))
  return yield* Effect.match(checkPort, {
    onSuccess: () => check("port", "ok", `PORT ${port} on ${host} is free`),
    onFailure: ({ message }) => check("port", "fail", message)
  })
})
