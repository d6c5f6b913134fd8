import type { CallToolResult } from "@modelcontextprotocol/server"
import type { Answered } from "../call/pipeline.ts"
import { envelope, type Failure } from "../contract/errors.ts"

/** Replays are marked outside the output, which is exactly that of the first call. */
const success = (output: unknown, replayed: boolean): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(output) }],
  structuredContent: output as Record<string, unknown>,
  ...(replayed ? { _meta: { replayed } } : {})
})

/** A failure has no structuredContent, because clients would check it against the output schema. */
const failure = (failure: Failure, requestId: string): CallToolResult => {
  const error = envelope(failure, requestId)
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }], _meta: { "fettle/error": error } }
}

/** A tool's result from the outcome of its operation, the same in every revision of the protocol. */
export const toolResult = ({ outcome, output }: Answered, requestId: string): CallToolResult =>
  outcome.failure === undefined ? success(output, outcome.replayed === true) : failure(outcome.failure, requestId)
