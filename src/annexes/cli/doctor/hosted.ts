import { Effect, Option, Schema } from "effect"
import { AppConfig } from "../../../config.ts"
import { isPublicAddress } from "../../../platform/network/addresses.ts"
import { MCP_PATH } from "../../../surfaces/web/challenge.ts"
import { DocumentHosts } from "../../identity/oauth/documents.ts"
import { PATHS, resourceMetadata, serverMetadata } from "../../identity/oauth/metadata.ts"
import { check } from "./check.ts"

const ANSWER_WITHIN_MILLIS = 5000

const NAME = "hosted-agents"

/** What this network, and those of hosted agents, must let through. */
const EGRESS =
  "A firewall must let in the addresses that Anthropic (https://platform.claude.com/docs/en/api/ip-addresses) and OpenAI (https://openai.com/chatgpt-connectors.json) publish, and let this machine out to the https hosts of other clients' metadata documents"

const read = (url: string) =>
  Effect.flatMap(DocumentHosts, (hosts) =>
    Effect.tryPromise(async () => {
      const answer = await hosts.get(url, AbortSignal.timeout(ANSWER_WITHIN_MILLIS))
      const challenge = answer.headers.get("www-authenticate") ?? ""
      return { status: answer.status, challenge, text: await answer.text() }
    })
  ).pipe(Effect.option)

const parsed = Schema.decodeUnknownOption(Schema.parseJson())

/** Whether `url` serves this metadata. */
const serves = (url: string, metadata: unknown) =>
  Effect.map(
    read(url),
    Option.exists(
      ({ status, text }) =>
        status === 200 && Option.exists(parsed(text), (found) => Bun.deepEquals(found, metadata, true))
    )
  )

/** Whether the MCP endpoint points a client without a token to the metadata. */
const challenges = (origin: string) =>
  Effect.map(
    read(`${origin}/v1/me`),
    Option.exists(
      ({ status, challenge }) => status === 401 && challenge.includes(`resource_metadata="${origin}${PATHS.api}"`)
    )
  )

/** What is wrong with a public https address; undefined if hosted agents can connect there. */
const faultAt = Effect.fnUntraced(function* (origin: string) {
  const server = `${origin}${PATHS.server}`
  const resource = `${origin}${PATHS.mcp}`
  if (!(yield* serves(server, serverMetadata(origin)))) return `${server} does not answer with this service's metadata`
  if (!(yield* serves(resource, resourceMetadata(origin, MCP_PATH))))
    return `${resource} does not answer with this service's metadata`
  return (yield* challenges(origin)) ? undefined : `${origin}/v1/me does not answer 401 with WWW-Authenticate`
})

/** Checks whether agents that run elsewhere, such as claude.ai and ChatGPT, can connect to BASE_URL. */
export const hostedCheck = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const { origin, hostname, protocol } = baseUrl
  if (protocol !== "https:")
    return check(
      NAME,
      "warn",
      `BASE_URL ${origin} is not https: agents on this machine can connect, claude.ai and ChatGPT cannot. Let a proxy handle TLS, and set BASE_URL to its address`
    )
  const hosts = yield* DocumentHosts
  const addresses = yield* Effect.tryPromise(() => hosts.addressesOf(hostname)).pipe(
    Effect.orElseSucceed((): ReadonlyArray<string> => [])
  )
  if (addresses.length === 0 || !addresses.every(isPublicAddress))
    return check(
      NAME,
      "warn",
      `${hostname} has no public address (${addresses.join(", ") || "none is known"}): claude.ai and ChatGPT cannot reach it. Give it one in the DNS`
    )
  const fault = yield* faultAt(origin)
  return fault === undefined
    ? check(NAME, "ok", `claude.ai and ChatGPT can connect to ${origin}${MCP_PATH}. ${EGRESS}`)
    : check(
        NAME,
        "warn",
        `${fault}: claude.ai and ChatGPT cannot connect. Start the server, and let the proxy pass on /.well-known/, /oauth/ and /v1/ unchanged`
      )
})
