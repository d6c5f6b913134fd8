import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Cause, Context, Exit, Runtime, RuntimeFlags } from "effect"
import { Deadline, deadlineIn } from "../database/client.ts"
import type { App } from "./boundary.ts"

/** Answers a request; `peer` is the address it comes from, if known. */
export type Handler = (request: Request, peer?: string) => Promise<Response>

/**
 * How long a request may start new database statements, in milliseconds, counted from its arrival and again from the
 * end of its body. Together with the time limit of the last statement, it is answered within 5 seconds.
 */
const STATEMENTS_MILLIS = 2000

/**
 * The app as a function of web requests. Each request runs in its own context, which holds only its deadline: the app
 * already has its services, and a large context makes every step slower. A client that disconnects interrupts its
 * request.
 */
export const handlerOf =
  (app: App, { fiberRefs, runtimeFlags: flags }: Runtime.Runtime<never>): Handler =>
  (request, peer) =>
    new Promise((resolve, reject) => {
      const context = Context.make(Deadline, deadlineIn(STATEMENTS_MILLIS))
      // The app itself decides what can be interrupted: writing the log line, the metrics and the span cannot.
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
