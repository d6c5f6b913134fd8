import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import packageJson from "../../../package.json" with { type: "json" }
import serverJson from "../../../server.json" with { type: "json" }
import { CLIENTS } from "../../../src/surfaces/web/mcp-clients.ts"
import { fettle } from "../../support/process.ts"

const ADDRESS = { baseUrl: "http://localhost:3000", token: "<API token>" }
const URL = "http://localhost:3000/v1/mcp"

/** A client's configuration, parsed from any of its formats. */
const read = (text: string): unknown => {
  if (text.startsWith("{")) return JSON.parse(text)
  return text.startsWith("[") ? Bun.TOML.parse(text) : text
}

const guide = readFileSync(join(import.meta.dir, "../../../docs/clients.md"), "utf8")
const blocks = [...guide.matchAll(/```(?:json|toml|sh)\n([\s\S]*?)\n```/g)].map(([, block = ""]) => read(block))

describe.each(Object.values(CLIENTS))("$title", ({ title, block }) => {
  test("gets the address and the token", () => {
    const text = block(ADDRESS)
    expect(text).toContain(URL)
    expect(text).toContain(title === "VS Code" ? "promptString" : "Bearer <API token>")
  })

  test("has the same block in the guide as the command prints", () => {
    expect(blocks).toContainEqual(read(block(ADDRESS)))
    expect(guide).toContain(title)
  })
})

test("mcp-remote gets --allow-http only for plain http to another machine", () => {
  const argsOf = (baseUrl: string) => CLIENTS["claude-desktop"].block({ ...ADDRESS, baseUrl })
  for (const baseUrl of ["http://localhost:3000", "http://127.0.0.1", "https://fettle.example.com"]) {
    expect(argsOf(baseUrl)).not.toContain("--allow-http")
  }
  expect(argsOf("http://fettle.lan:3000")).toContain('"--allow-http"')
})

describe("fettle connect", () => {
  const settings = { BASE_URL: "https://fettle.example.com" }

  test("prints the block of one client, with the server's address", async () => {
    const { stdout, exitCode } = await fettle(settings, "connect", "codex", "--token", "fettle_test_x")
    expect(exitCode).toBe(0)
    expect(stdout).toStartWith("Codex. In ~/.codex/config.toml:\n")
    expect(Bun.TOML.parse(stdout.slice(stdout.indexOf("[")))).toEqual({
      mcp_servers: {
        fettle: {
          url: "https://fettle.example.com/v1/mcp",
          http_headers: { Authorization: "Bearer fettle_test_x" }
        }
      }
    })
  })

  test("prints one JSON object with --json", async () => {
    const { stdout } = await fettle(settings, "connect", "--json", "claude-code")
    expect(JSON.parse(stdout)).toEqual({
      client: "claude-code",
      title: "Claude Code",
      where: "Run in a terminal:",
      block:
        'claude mcp add --transport http fettle https://fettle.example.com/v1/mcp --header "Authorization: Bearer <API token>"'
    })
  })

  test("lists the known clients if it is given another", async () => {
    const { stdout, stderr, exitCode } = await fettle(settings, "connect", "nonsense")
    expect(exitCode).toBe(2)
    for (const name of Object.keys(CLIENTS)) expect(stdout + stderr).toContain(name)
  })
})

describe("server.json", () => {
  const { name, title, description, version, remotes } = serverJson

  test("has this version, and satisfies the registry's schema", () => {
    expect(version).toBe(packageJson.version)
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    for (const text of [title, description]) {
      expect(text.length).toBeGreaterThan(0)
      expect(text.length).toBeLessThanOrEqual(100)
    }
  })

  test("states the endpoint for any host, and defines every variable of its templates", () => {
    expect(remotes.map(({ url }) => url.replace("{host}", "localhost:3000"))).toEqual([URL.replace("http:", "https:")])
    const namesIn = (template: string) => Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)
    for (const { url, variables, headers } of remotes) {
      expect(namesIn(url)).toEqual(Object.keys(variables))
      for (const header of headers) expect(namesIn(header.value)).toEqual(Object.keys(header.variables))
    }
  })
})
