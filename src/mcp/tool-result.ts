import type { CallToolResult } from "@modelcontextprotocol/server"
import type { Answered } from "../call/pipeline.ts"
import { envelope, type Failure } from "../contract/errors.ts"

/** A replay is told beside the output, which is that of the first call to the last character. */
const success = (output: unknown, replayed: boolean): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(output) }],
  structuredContent: output as Record<string, unknown>,
  ...(replayed ? { _meta: { replayed } } : {})
})

/** Without structuredContent: clients hold it against the output schema, even if the call failed. */
const failure = (failure: Failure, requestId: string): CallToolResult => {
  const error = envelope(failure, requestId)
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }], _meta: { "fettle/error": error } }
}

/** The result of a tool whose operation was carried out, in whatever revision of the protocol it was called. */
export const toolResult = ({ outcome, output }: Answered, requestId: string): CallToolResult =>
  outcome.failure === undefined ? success(output, outcome.replayed === true) : failure(outcome.failure, requestId)
