import { Effect, Predicate } from "effect"

const ANSWER_WITHIN_MILLIS = 1000

/** Why a server cannot be used, and what to do about it. */
export interface Fault {
  readonly reason: string
  readonly nextStep: string
}

const faultOf = (host: string, code: unknown): Fault => {
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return { reason: `the host ${host} is not found`, nextStep: "Correct the host in DATABASE_URL, or check the DNS" }
    case "ECONNREFUSED":
      return { reason: "nothing listens there", nextStep: "Start PostgreSQL, or correct host and port in DATABASE_URL" }
    case undefined:
      return {
        reason: "what listens there does not answer as PostgreSQL does",
        nextStep: "Correct host and port in DATABASE_URL, or restart PostgreSQL"
      }
    default:
      return {
        reason: "it cannot be reached from here",
        nextStep: "Correct host and port in DATABASE_URL, or check the network and its firewalls"
      }
  }
}

/** Loaded when needed, so that start-up does not wait for it. */
const connecting = Effect.promise(() => import("node:net"))

/** Finds out why the server at this URL cannot be reached. Takes at most a second. */
export const whyUnreachable = (url: string): Effect.Effect<Fault> => {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, "")
  return Effect.flatMap(connecting, ({ connect }) =>
    Effect.async<Fault>((resume) => {
      const socket = connect({ host, port: Number(port || 5432), timeout: ANSWER_WITHIN_MILLIS })
      const end = (code?: unknown) => {
        socket.destroy()
        resume(Effect.succeed(faultOf(host, code)))
      }
      socket.once("connect", () => end())
      socket.once("timeout", () => end("ETIMEDOUT"))
      socket.once("error", (error) => end(Predicate.hasProperty(error, "code") ? error.code : "unknown"))
    })
  ).pipe(
    // Looking up the host's name has no limit of its own.
    Effect.timeoutTo({
      duration: ANSWER_WITHIN_MILLIS,
      onSuccess: (fault) => fault,
      onTimeout: () => faultOf(host, "ETIMEDOUT")
    })
  )
}
