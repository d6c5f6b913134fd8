import { type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Cause, Context, Exit, Runtime, RuntimeFlags } from "effect"
import { Peer } from "./boundary.ts"

/** Answers a request, which may come from an address that is known. */
export type Handler = (request: Request, peer?: string) => Promise<Response>

/**
 * The app as a function of web requests. Each runs in a context of its own that holds the request and nothing else: the app
 * has what it needs already, and a large context makes every step through it dearer. A client that goes away interrupts its
 * request.
 */
export const handlerOf =
  (app: HttpApp.Default<never, never>, { fiberRefs, runtimeFlags: flags }: Runtime.Runtime<never>): Handler =>
  (request, peer) =>
    new Promise((resolve, reject) => {
      const alone = Context.make(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request))
      const context = peer === undefined ? alone : Context.add(alone, Peer, peer)
      // The app says itself what may be interrupted: its log line, its count and its span may not.
      const runtimeFlags = RuntimeFlags.disable(flags, RuntimeFlags.Interruption)
      const fiber = Runtime.runFork(Runtime.make({ context, fiberRefs, runtimeFlags }))(app)
      fiber.addObserver((exit) =>
        Exit.isSuccess(exit)
          ? resolve(HttpServerResponse.toWeb(exit.value, { withoutBody: request.method === "HEAD" }))
          : reject(Cause.squash(exit.cause))
      )
      request.signal.addEventListener("abort", () => fiber.unsafeInterruptAsFork(fiber.id()), { once: true })
    })
