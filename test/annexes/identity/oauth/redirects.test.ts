import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import {
  isRedirect,
  isRegistered,
  placeOf,
  sourceOf,
  withParameters
} from "../../../../src/annexes/identity/oauth/redirects.ts"

/** The redirect URIs that clients publish. */
const PUBLISHED = [
  "https://claude.ai/api/mcp/auth_callback",
  "https://claude.com/api/mcp/auth_callback",
  "http://localhost/callback",
  "http://127.0.0.1/callback",
  "https://chatgpt.com/connector_platform_oauth_redirect",
  "https://chatgpt.com/connector/oauth/abc_DEF-123",
  "http://127.0.0.1:33418/",
  "http://127.0.0.1/",
  "https://vscode.dev/redirect",
  "https://insiders.vscode.dev/redirect",
  "http://localhost:8787/callback",
  "https://www.cursor.com/agents/mcp/oauth/callback",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "http://localhost:7777/oauth/callback",
  "http://[::1]:8080/callback",
  "https://example.com:8443/callback?app=1"
]

const FORBIDDEN = [
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "http://example.com/callback",
  "http://localhost.example.com/callback",
  "http://127.0.0.1.example.com/callback",
  "http://localhost@example.com/callback",
  "https://user@example.com/callback",
  "https://user:password@example.com/callback",
  "https://example.com/callback#fragment",
  "https://example.com\\@evil.example/callback",
  "https://example.com/call back",
  "https://example.com/<script>",
  'https://example.com/"quoted"',
  "https://example.com/\r\nset-cookie:a=b",
  "https://",
  "https:example.com/callback",
  "https:///example.com/callback",
  "//example.com/callback",
  "/callback",
  "cursor://anysphere.cursor-mcp/oauth/callback/other",
  "cursor://evil/oauth/callback",
  "vscode://other/callback",
  "HTTPS://example.com/callback",
  "https://exämple.com/callback",
  "",
  `https://example.com/${"a".repeat(500)}`
]

describe("redirect URIs", () => {
  test.each(PUBLISHED)("%s may be registered, and matches itself", (uri) => {
    expect(isRedirect(uri)).toBe(true)
    expect(isRegistered([uri], uri)).toBe(true)
  })

  test.each(FORBIDDEN)("%s may not", (uri) => {
    expect(isRedirect(uri)).toBe(false)
    expect(isRegistered([uri], uri)).toBe(false)
  })

  test("the longest one has 512 characters", () => {
    const start = "https://example.com/"
    expect(isRedirect(start + "a".repeat(512 - start.length))).toBe(true)
    expect(isRedirect(start + "a".repeat(513 - start.length))).toBe(false)
  })

  test("loopback matches with any port, and with nothing else changed", () => {
    const registered = ["http://localhost/callback", "http://127.0.0.1:33418/"]
    const accepted = ["http://localhost:1/callback", "http://localhost:65535/callback", "http://127.0.0.1/"]
    for (const uri of accepted) expect([uri, isRegistered(registered, uri)]).toEqual([uri, true])
    const refused = [
      "http://127.0.0.1:1/callback",
      "http://localhost:1/callback/",
      "http://localhost:1/Callback",
      "http://localhost:1/callback?x=1",
      "http://localhost/",
      "http://127.0.0.1:33418",
      "https://localhost:1/callback",
      "http://[::1]:1/callback",
      "http://localhost:99999/callback"
    ]
    for (const uri of refused) expect([uri, isRegistered(registered, uri)]).toEqual([uri, false])
  })

  test("everything else matches byte for byte", () => {
    const registered = "https://example.com/callback"
    for (const uri of [
      "https://example.com:443/callback",
      "https://example.com:444/callback",
      "https://example.com/callback/",
      "https://example.com/callback?",
      "https://example.com/call%62ack",
      "https://example.com/../callback",
      "https://EXAMPLE.com/callback",
      "http://example.com/callback",
      "https://example.com./callback"
    ])
      expect([uri, isRegistered([registered], uri)]).toEqual([uri, false])
  })

  test("only the registered text leads to another host", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const registered = "https://example.com/callback"
        const uri = `${before}${registered}${after}`
        expect(isRegistered([registered], uri)).toBe(uri === registered)
      })
    )
  })

  test("parameters are added to the existing query", () => {
    expect(withParameters("https://a.example/c", { code: "x y", state: undefined })).toBe(
      "https://a.example/c?code=x+y"
    )
    expect(withParameters("https://a.example/c?b=1", { code: "&" })).toBe("https://a.example/c?b=1&code=%26")
    expect(withParameters("cursor://anysphere.cursor-mcp/oauth/callback", { code: "1" })).toBe(
      "cursor://anysphere.cursor-mcp/oauth/callback?code=1"
    )
  })

  test("people see where it leads, and the policy names it", () => {
    const shown = [
      ["https://claude.ai/api/mcp/auth_callback", "claude.ai", "https://claude.ai"],
      ["http://localhost:8787/callback", "this device (localhost:8787)", "http://localhost:8787"],
      ["cursor://anysphere.cursor-mcp/oauth/callback", "cursor://anysphere.cursor-mcp", "cursor:"],
      ["http://[::1]:8080/callback", "this device ([::1]:8080)", "http:"]
    ] as const
    for (const [uri, place, source] of shown) expect([placeOf(uri), sourceOf(uri)]).toEqual([place, source])
  })
})
