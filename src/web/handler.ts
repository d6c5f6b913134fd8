import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Cause, Context, Exit, Runtime, RuntimeFlags } from "effect"
import { Deadline, deadlineIn } from "../database/client.ts"
import type { App } from "./boundary.ts"

/** Answers a request, which may come from an address that is known. */
export type Handler = (request: Request, peer?: string) => Promise<Response>

/**
 * How long after its arrival, and again after its body was read, a request may still ask the database something, in milliseconds. With
 * the time of the last statement, it is answered within 5 seconds.
 */
const STATEMENTS_MILLIS = 2000

/**
 * The app as a function of web requests. Each runs in a context of its own that holds its deadline and nothing else: the app
 * has what it needs already, and a large context makes every step through it dearer. A client that goes away interrupts its
 * request.
 */
export const handlerOf =
  (app: App, { fiberRefs, runtimeFlags: flags }: Runtime.Runtime<never>): Handler =>
  (request, peer) =>
    new Promise((resolve, reject) => {
      const context = Context.make(Deadline, deadlineIn(STATEMENTS_MILLIS))
      // The app says itself what may be interrupted: its log line, its count and its span may not.
      const runtimeFlags = RuntimeFlags.disable(flags, RuntimeFlags.Interruption)
      const answering = app(HttpServerRequest.fromWeb(request), peer)
      const fiber = Runtime.runFork(Runtime.make({ context, fiberRefs, runtimeFlags }))(answering)
      fiber.addObserver((exit) =>
        Exit.isSuccess(exit)
          ? resolve(HttpServerResponse.toWeb(exit.value, { withoutBody: request.method === "HEAD" }))
          : reject(Cause.squash(exit.cause))
      )
      request.signal.addEventListener("abort", () => fiber.unsafeInterruptAsFork(fiber.id()), { once: true })
    })
