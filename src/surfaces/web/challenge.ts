import type { Settings } from "../../config.ts"
import type { Unauthorized } from "../../contract/errors.ts"
import { SCOPES } from "../../contract/scopes.ts"
import { EXPORT_PATH } from "./export-path.ts"
import { INGEST_PATH } from "./ingest-path.ts"

/** The path of a protected resource's metadata (RFC 9728), for the whole API and for the MCP endpoint. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource"
export const MCP_PATH = "/v1/mcp"

/** Doors beside the API that take API tokens and devices' tokens, but none of apps. */
const DOORS: ReadonlySet<string> = new Set([INGEST_PATH, EXPORT_PATH])

/** Whether a request without a valid token is told so in the header WWW-Authenticate. */
export const isDoor = (path: string): boolean => DOORS.has(path)

const INVALID = "The token is malformed, expired, revoked or of the other environment"
const INSUFFICIENT = "The app was not allowed to do this"

const errorOf = (credentials: Unauthorized["credentials"]): ReadonlyArray<string> => {
  switch (credentials) {
    case "invalid":
      return ['error="invalid_token"', `error_description="${INVALID}"`]
    case "insufficient":
      return ['error="insufficient_scope"', `error_description="${INSUFFICIENT}"`]
    default:
      return []
  }
}

/**
 * The WWW-Authenticate header: the address of the metadata for connecting, and all scopes that an app may need. Without
 * the person's page, no app can connect, so both are omitted; so they are at the doors that apps do not use.
 */
export const challenges =
  ({ baseUrl, page }: Pick<Settings, "baseUrl" | "page">) =>
  (path: string, { credentials }: Unauthorized): string => {
    const metadata = `${baseUrl.origin}${RESOURCE_METADATA_PATH}${path === MCP_PATH ? MCP_PATH : ""}`
    const connecting = page && !isDoor(path) ? [`resource_metadata="${metadata}"`, `scope="${SCOPES.join(" ")}"`] : []
    return `Bearer ${['realm="fettle"', ...errorOf(credentials), ...connecting].join(", ")}`
  }
