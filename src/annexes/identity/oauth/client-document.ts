import { Option, Schema } from "effect"
import { type Client, ClientId, LONGEST_CLIENT_ID } from "../connected-apps/model.ts"
import { isRedirect, MOST_REDIRECTS } from "./redirects.ts"

/** Longest name of a client, in characters. */
const LONGEST_NAME = 100

const DOMAIN = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/

/**
 * Whether a client id is the URL of a metadata document: https, a domain, a path, and nothing else. It must be
 * normalised as in browsers, so that each document has one id.
 */
export const isDocumentUrl = (id: string): boolean => {
  if (!id.startsWith("https://") || id.length > LONGEST_CLIENT_ID || !URL.canParse(id)) return false
  const url = new URL(id)
  return (
    url.href === id &&
    url.pathname !== "/" &&
    url.port + url.search + url.hash + url.username + url.password === "" &&
    !/[?#@]/.test(id) &&
    DOMAIN.test(url.hostname)
  )
}

/** A character that can be seen on its own. The Braille blank and Hangul fillers, for example, cannot. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * A client's own name, without characters that control how text is displayed; `otherwise` if nothing of it can be seen;
 * undefined if it is too long.
 */
export const nameOf = (given: string | undefined, otherwise: string): string | undefined => {
  const name = (given ?? "")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
  if (!VISIBLE.test(name)) return otherwise
  return [...name].length <= LONGEST_NAME ? name : undefined
}

const Document = Schema.Struct({
  client_id: Schema.String,
  client_name: Schema.optional(Schema.String),
  redirect_uris: Schema.Array(Schema.String).pipe(Schema.minItems(1), Schema.maxItems(MOST_REDIRECTS))
})

const decode = Schema.decodeUnknownOption(Document)

/**
 * The client described by the document at `url`; undefined if it is invalid. Redirect URIs that clients may not have
 * are left out, because nobody could report them to their publisher.
 */
export const clientIn = (url: string, document: unknown): Client | undefined => {
  const found = Option.getOrUndefined(decode(document))
  if (found === undefined || found.client_id !== url) return undefined
  const redirectUris = found.redirect_uris.filter(isRedirect)
  const name = nameOf(found.client_name, new URL(url).hostname)
  return redirectUris.length === 0 || name === undefined ? undefined : { id: ClientId.make(url), name, redirectUris }
}

const LOOPBACK_CALLBACKS = ["http://localhost/callback", "http://127.0.0.1/callback"]

/**
 * Documents that are not fetched, because their hosts answer some networks with status 403: those of Claude and
 * ChatGPT, as published in August 2026. ChatGPT also has a document for each connector.
 */
const PINNED: ReadonlyMap<string, Omit<Client, "id">> = new Map([
  [
    "https://claude.ai/oauth/mcp-oauth-client-metadata",
    {
      name: "Claude",
      redirectUris: ["https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"]
    }
  ],
  ["https://claude.ai/oauth/claude-code-client-metadata", { name: "Claude Code", redirectUris: LOOPBACK_CALLBACKS }],
  [
    "https://chatgpt.com/oauth/client.json",
    { name: "ChatGPT", redirectUris: ["https://chatgpt.com/connector_platform_oauth_redirect"] }
  ],
  ["https://chatgpt.com/oauth/codex/client.json", { name: "Codex", redirectUris: LOOPBACK_CALLBACKS }]
])

const CHATGPT_CONNECTOR = /^https:\/\/chatgpt\.com\/oauth\/([\w-]{1,64})\/client\.json$/

/** A client whose document is not fetched; undefined for all others. */
export const pinnedClient = (url: string): Client | undefined => {
  const id = ClientId.make(url)
  const pinned = PINNED.get(url)
  if (pinned !== undefined) return { id, ...pinned }
  const [, connector] = CHATGPT_CONNECTOR.exec(url) ?? []
  return connector === undefined
    ? undefined
    : { id, name: "ChatGPT", redirectUris: [`https://chatgpt.com/connector/oauth/${connector}`] }
}
