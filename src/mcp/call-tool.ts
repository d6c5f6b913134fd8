import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import type { Exchange } from "../call/exchange.ts"
import { envelope, type Failure } from "../contract/errors.ts"
import { failureOf } from "../web/answer.ts"

/** Runs an operation for whoever sent the request at hand. */
export type Run = (operation: string, input: unknown) => Effect.Effect<unknown, Failure>

const success = (output: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(output) }],
  structuredContent: output as Record<string, unknown>
})

/** Without structuredContent: clients hold it against the output schema, also where the call failed. */
const failure = (failure: Failure, requestId: string): CallToolResult => {
  const error = envelope(failure, requestId)
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }], _meta: { "fettle/error": error } }
}

/** Every call of a tool, whatever the revision of the protocol it came in. It never fails: failures are results. */
export const callTool = (run: Run, exchange: Exchange, name: string, input: unknown): Effect.Effect<CallToolResult> =>
  run(name, input).pipe(
    Effect.map(success),
    Effect.catchAllCause((cause) =>
      Effect.map(failureOf(cause, exchange), (failed) => failure(failed, exchange.requestId))
    )
  )
