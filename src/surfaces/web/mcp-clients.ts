/** How an MCP client reaches the service. */
export interface Address {
  /** Origin of the service, such as `http://localhost:3000`. */
  readonly baseUrl: string
  /** An API token, or a placeholder for one. */
  readonly token: string
}

interface McpClient {
  readonly title: string
  /** Where to paste the block. */
  readonly where: string
  readonly block: (address: Address) => string
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const urlOf = ({ baseUrl }: Address): string => `${baseUrl}/v1/mcp`
const bearer = ({ token }: Address): string => `Bearer ${token}`
const headers = (address: Address) => ({ Authorization: bearer(address) })

/** A placeholder that the client replaces when it reads its configuration. */
const placeholder = (name: string): string => `\${${name}}`

/** mcp-remote refuses plain http, except to this machine. */
const allowHttp = ({ baseUrl }: Address): ReadonlyArray<string> =>
  baseUrl.startsWith("http:") && !/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(baseUrl) ? ["--allow-http"] : []

/** The clients that connect with an API token, by their names in `fettle connect`. */
export const CLIENTS = {
  "claude-code": {
    title: "Claude Code",
    where: "Run in a terminal:",
    block: (address) =>
      `claude mcp add --transport http fettle ${urlOf(address)} --header "Authorization: ${bearer(address)}"`
  },
  vscode: {
    title: "VS Code",
    where:
      "In .vscode/mcp.json of a folder, or the user's mcp.json (MCP: Open User Configuration). It asks for the token once:",
    block: (address) =>
      json({
        inputs: [{ type: "promptString", id: "fettle-token", description: "Fettle API token", password: true }],
        servers: {
          fettle: {
            type: "http",
            url: urlOf(address),
            headers: { Authorization: `Bearer ${placeholder("input:fettle-token")}` }
          }
        }
      })
  },
  cursor: {
    title: "Cursor",
    where: "In ~/.cursor/mcp.json, or .cursor/mcp.json of a project:",
    block: (address) => json({ mcpServers: { fettle: { url: urlOf(address), headers: headers(address) } } })
  },
  gemini: {
    title: "Gemini CLI",
    where: "In ~/.gemini/settings.json, or .gemini/settings.json of a project:",
    block: (address) => json({ mcpServers: { fettle: { httpUrl: urlOf(address), headers: headers(address) } } })
  },
  codex: {
    title: "Codex",
    where: "In ~/.codex/config.toml:",
    block: (address) => `[mcp_servers.fettle]
url = "${urlOf(address)}"
http_headers = { Authorization = "${bearer(address)}" }`
  },
  "claude-desktop": {
    title: "Claude Desktop",
    where: "In claude_desktop_config.json (Settings, Developer, Edit Config); needs Node.js:",
    block: (address) =>
      json({
        mcpServers: {
          fettle: {
            command: "npx",
            // On Windows, arguments with spaces are split, so the header's value is passed in the environment.
            args: [
              "-y",
              "mcp-remote",
              urlOf(address),
              "--header",
              `Authorization:${placeholder("FETTLE_AUTHORIZATION")}`,
              ...allowHttp(address)
            ],
            env: { FETTLE_AUTHORIZATION: bearer(address) }
          }
        }
      })
  },
  other: {
    title: "Other clients",
    where: "In the form that most MCP clients take:",
    block: (address) =>
      json({ mcpServers: { fettle: { type: "http", url: urlOf(address), headers: headers(address) } } })
  }
} as const satisfies Record<string, McpClient>

export type ClientName = keyof typeof CLIENTS
