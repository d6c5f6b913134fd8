import { SCOPES } from "../../../contract/scopes.ts"
import { MCP_PATH, RESOURCE_METADATA_PATH } from "../../../surfaces/web/challenge.ts"
import type { Respond } from "../../../surfaces/web/router.ts"
import { unchanging } from "../../../surfaces/web/unchanging.ts"
import { OFFLINE_SCOPE } from "../connected-apps/scopes.ts"
import { FOR_ALL_ORIGINS } from "./answers.ts"

/** The paths of the authorization server. */
export const PATHS = {
  server: "/.well-known/oauth-authorization-server",
  api: RESOURCE_METADATA_PATH,
  mcp: `${RESOURCE_METADATA_PATH}${MCP_PATH}`,
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke"
} as const

/** The authorization server's metadata (RFC 8414). Its issuer is the service's origin. */
export const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}${PATHS.authorize}`,
  token_endpoint: `${origin}${PATHS.token}`,
  registration_endpoint: `${origin}${PATHS.register}`,
  revocation_endpoint: `${origin}${PATHS.revoke}`,
  scopes_supported: [...SCOPES, OFFLINE_SCOPE],
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${origin}/docs`
})

/** The metadata of a protected resource (RFC 9728): the whole API, or what is at `path`. */
export const resourceMetadata = (origin: string, path: "" | typeof MCP_PATH) => ({
  resource: `${origin}${path}`,
  authorization_servers: [origin],
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
  resource_name: "Fettle",
  resource_documentation: `${origin}/docs`
})

/** Whether a `resource` parameter (RFC 8707) names this service. Its tokens are valid for all of it. */
export const isOwnResource = (origin: string, resource: string | undefined): boolean =>
  resource === undefined || ["", "/", MCP_PATH, `${MCP_PATH}/`].some((path) => resource === `${origin}${path}`)

const published = (metadata: unknown): Respond =>
  unchanging({
    body: JSON.stringify(metadata),
    contentType: "application/json",
    headers: FOR_ALL_ORIGINS
  })

/** The published metadata, by path. */
export const metadataAt = (origin: string): ReadonlyArray<readonly [path: string, respond: Respond]> => [
  [PATHS.server, published(serverMetadata(origin))],
  [PATHS.api, published(resourceMetadata(origin, ""))],
  [PATHS.mcp, published(resourceMetadata(origin, MCP_PATH))]
]
