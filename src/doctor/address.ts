import { Effect, Option, Schema } from "effect"
import { AppConfig } from "../config.ts"
import { lowLimitAdvice, openFilesLimit } from "../server/open-files.ts"
import { checkPort } from "../server/server.ts"
import { check } from "./check.ts"

const ANSWER_WITHIN_MILLIS = 2000

/** The host under which this machine reaches a server that listens on HOST. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0") return "127.0.0.1"
  if (host === "::") return "[::1]"
  return host.includes(":") ? `[${host}]` : host
}

const Status = Schema.Struct({ status: Schema.Literal("ok", "ready", "unavailable") })

/** The status that a Fettle server at this address reports; none if no Fettle answers. */
const ask = (origin: string, path: "/health" | "/ready") =>
  Effect.tryPromise(async () => {
    const answer = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MILLIS) })
    return await answer.json()
  }).pipe(
    Effect.flatMap(Schema.decodeUnknown(Status)),
    Effect.map(({ status }) => status),
    Effect.option
  )

const ownOrigin = Effect.map(AppConfig, ({ host, port }) => `http://${reachable(host)}:${port}`)

/** Whether a Fettle server answers on HOST and PORT. */
export const isServing = Effect.flatMap(ownOrigin, (origin) =>
  Effect.map(ask(origin, "/health"), (status) => Option.contains(status, "ok"))
)

/** Checks how many files, connections among them, a server that is started like this command may have open. */
export const filesCheck = Effect.sync(() => {
  const advice = lowLimitAdvice()
  return advice === undefined
    ? check("open-files", "ok", `${openFilesLimit() ?? "Any number of"} files may be open`)
    : check("open-files", "warn", advice)
})

/** Checks whether HOST and PORT are free, or used by a Fettle server. */
export const portCheck = Effect.gen(function* () {
  const { host, port } = yield* AppConfig
  const origin = yield* ownOrigin
  if (yield* isServing) {
    return Option.contains(yield* ask(origin, "/ready"), "ready")
      ? check("port", "ok", `A Fettle server is running on ${origin}, and is ready`)
      : check(
          "port",
          "warn",
          `A Fettle server is running on ${origin}, but its database is not ready: see the database checks`
        )
  }
  return yield* Effect.match(checkPort, {
    onSuccess: () => check("port", "ok", `PORT ${port} on ${host} is free`),
    onFailure: ({ message }) => check("port", "fail", message)
  })
})
