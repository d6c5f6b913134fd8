import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  Server
} from "@modelcontextprotocol/server"
import { Either } from "effect"
import { EXTENSIONS } from "./chart.ts"
import { noSuchTool } from "./closest-tool.ts"
import { SERVER_INFO } from "./meta.ts"
import { getPrompt, prompts } from "./prompts.ts"
import { resources } from "./resources.ts"
import { readingTools, tools, toolsForApps } from "./tools.ts"
import { LEGACY_VERSIONS, MODERN_VERSION } from "./versions.ts"

const INSTRUCTIONS =
  "Fettle holds one person's own fitness data. Dates are Activity Days (YYYY-MM-DD in the user's timezone); a write without a date lands on today. Call get_context first: it has today's Activity Day, the user's units and the limits. Search before logging: pass ids that a search returned, never invented ones; exercises may be passed by their exact names. Answers to writes hold what was saved, so do not read it again. An error says what to do next; after rate_limited wait details.retryAfterSeconds."

/** Lists change only with a release, and are the same for everybody, except for the tools of apps and of tokens that only read. */
const LISTS = { ttlMs: 3_600_000, cacheScope: "public" } as const
const OF_SOME = { ...LISTS, cacheScope: "private" } as const

/** The work behind the protocol for the caller of one request. */
export interface CallerWork {
  /** Whether the caller is an app that connected by OAuth. It is shown all tools, as it can ask for more scopes. */
  readonly isForApp: boolean
  /** Whether the caller's token may only read. */
  readonly isReadOnly: boolean
  /** Where the person imports and exports their history; undefined if pages are not served. */
  readonly historyAddress: string | undefined
  readonly callTool: (name: string, input: unknown) => Promise<CallToolResult>
  readonly readResource: (uri: string) => Promise<Either.Either<ReadResourceResult, ProtocolError>>
}

/** The server's instructions for agents, including where to send a person who has a file. */
const instructionsFor = (historyAddress: string | undefined): string =>
  historyAddress === undefined
    ? INSTRUCTIONS
    : `${INSTRUCTIONS} A history from other apps is imported, and everything exported, by the user at ${historyAddress}.`

/** Answers with a whole list. No cursor is ever given out, so none is valid. */
const onOnePage =
  <A>(list: () => A) =>
  ({ params }: { readonly params?: { readonly cursor?: string | undefined } | undefined }): A => {
    if (params?.cursor === undefined) return list()
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is one page only: leave out cursor.")
  }

const toolsOf = ({ isForApp, isReadOnly }: CallerWork) => (isForApp ? toolsForApps : isReadOnly ? readingTools : tools)

/** A server for one request. It handles the protocol, and leaves everything else to `work`. */
export const serverFor = (work: CallerWork): Server => {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {}, prompts: {}, resources: {}, extensions: EXTENSIONS },
    instructions: instructionsFor(work.historyAddress),
    supportedProtocolVersions: [MODERN_VERSION, ...LEGACY_VERSIONS],
    cacheHints: {
      "server/discover": LISTS,
      "tools/list": work.isForApp || work.isReadOnly ? OF_SOME : LISTS,
      "prompts/list": LISTS,
      "resources/list": LISTS,
      "resources/templates/list": LISTS
    }
  })
  server.setRequestHandler(
    "tools/list",
    onOnePage(() => ({ tools: [...toolsOf(work)] }))
  )
  server.setRequestHandler("tools/call", ({ params }) => {
    if (tools.some(({ name }) => name === params.name)) return work.callTool(params.name, params.arguments ?? {})
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, noSuchTool(params.name))
  })
  server.setRequestHandler(
    "prompts/list",
    onOnePage(() => ({ prompts: [...prompts] }))
  )
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments ?? {}))
  server.setRequestHandler(
    "resources/list",
    onOnePage(() => ({ resources: [...resources] }))
  )
  server.setRequestHandler(
    "resources/templates/list",
    onOnePage(() => ({ resourceTemplates: [] }))
  )
  server.setRequestHandler("resources/read", async ({ params }) =>
    Either.getOrThrowWith(await work.readResource(params.uri), (error) => error)
  )
  return server
}
