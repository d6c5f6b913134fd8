import type * as sdk from "@modelcontextprotocol/server"
import packageJson from "../../../package.json" with { type: "json" }

/*
 * Protocol names for answering a usual tool call. They are the SDK's, as their types check, but written here because
 * importing them would load the SDK.
 */

export const PROTOCOL_VERSION_META_KEY: typeof sdk.PROTOCOL_VERSION_META_KEY = "io.modelcontextprotocol/protocolVersion"
export const CLIENT_CAPABILITIES_META_KEY: typeof sdk.CLIENT_CAPABILITIES_META_KEY =
  "io.modelcontextprotocol/clientCapabilities"
export const CLIENT_INFO_META_KEY: typeof sdk.CLIENT_INFO_META_KEY = "io.modelcontextprotocol/clientInfo"
export const SERVER_INFO_META_KEY: typeof sdk.SERVER_INFO_META_KEY = "io.modelcontextprotocol/serverInfo"
export const RELATED_TASK_META_KEY: typeof sdk.RELATED_TASK_META_KEY = "io.modelcontextprotocol/related-task"

/** The server's name and version, as sent to clients. */
export const SERVER_INFO: sdk.Implementation = {
  name: packageJson.name,
  version: packageJson.version,
  title: "Fettle"
}
