import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Layer } from "effect"
import { DocumentHosts } from "../../../../src/annexes/identity/oauth/documents.ts"
import { makeService, newPerson, type Service } from "../../../support/app.ts"
import { storeSets } from "../../../support/stores.ts"
import { signIn } from "../../page/support.ts"
import {
  answerIn,
  askForTokens,
  authorizePath,
  CHALLENGE,
  post,
  RESOURCE,
  register,
  statusWith,
  VERIFIER
} from "./support.ts"

const [MEMORY] = storeSets
if (MEMORY === undefined) throw new Error("There are no stores")

const VSCODE = "https://vscode.dev/oauth/client-metadata.json"

/** Metadata documents that are not pinned, as published. */
const DOCUMENTS: Readonly<Record<string, unknown>> = {
  [VSCODE]: {
    client_name: "Visual Studio Code",
    logo_uri: "https://code.visualstudio.com/assets/branding/code-stable.png",
    grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
    client_id: VSCODE,
    client_uri: "https://vscode.dev/product",
    redirect_uris: ["http://127.0.0.1:33418/", "https://vscode.dev/redirect"]
  }
}

const hosts = Layer.succeed(DocumentHosts, {
  addressesOf: () => Promise.resolve(["20.43.132.130"]),
  get: (url: string) => Promise.resolve(Response.json(DOCUMENTS[url], { status: url in DOCUMENTS ? 200 : 404 }))
})

/** A client's published behaviour: how it identifies itself, where it redirects to, and what it asks for. */
interface Published {
  readonly name: string
  readonly identity: { readonly document: string } | { readonly registration: Readonly<Record<string, unknown>> }
  readonly redirectUri: string
  readonly scope?: string
  /** Whether it sends `resource`, and with which value. */
  readonly resource?: string
}

const ASKED = "fettle:read fettle:write"
const ASKED_OFFLINE = `${ASKED} offline_access`

const publicClient = (client_name: string, redirect_uris: ReadonlyArray<string>, more: object = {}) => ({
  registration: {
    client_name,
    redirect_uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    ...more
  }
})

const CLAUDE_CALLBACKS = ["https://claude.ai/api/mcp/auth_callback", "https://claude.com/api/mcp/auth_callback"]
const CURSOR = publicClient("Cursor", [
  "http://localhost:8787/callback",
  "https://www.cursor.com/agents/mcp/oauth/callback",
  "cursor://anysphere.cursor-mcp/oauth/callback"
])
const VSCODE_REGISTRATION = publicClient(
  "Visual Studio Code",
  [
    "https://insiders.vscode.dev/redirect",
    "https://vscode.dev/redirect",
    "http://127.0.0.1/",
    "http://127.0.0.1:33418/"
  ],
  { client_uri: "https://code.visualstudio.com", application_type: "native" }
)

const PUBLISHED: ReadonlyArray<Published> = [
  ...CLAUDE_CALLBACKS.flatMap(
    (redirectUri): ReadonlyArray<Published> => [
      {
        name: "claude.ai by its document",
        identity: { document: "https://claude.ai/oauth/mcp-oauth-client-metadata" },
        redirectUri,
        scope: ASKED_OFFLINE,
        resource: RESOURCE
      },
      {
        name: "claude.ai by registration",
        identity: publicClient("Claude", CLAUDE_CALLBACKS, { token_endpoint_auth_method: "client_secret_post" }),
        redirectUri,
        scope: ASKED_OFFLINE,
        resource: RESOURCE
      }
    ]
  ),
  ...["http://localhost:54545/callback", "http://127.0.0.1:3118/callback"].flatMap(
    (redirectUri): ReadonlyArray<Published> => [
      {
        name: "Claude Code by its document",
        identity: { document: "https://claude.ai/oauth/claude-code-client-metadata" },
        redirectUri,
        scope: ASKED,
        resource: RESOURCE
      },
      {
        name: "Claude Code by registration",
        identity: publicClient("Claude Code (fettle)", [redirectUri]),
        redirectUri,
        scope: ASKED,
        resource: RESOURCE
      }
    ]
  ),
  {
    name: "ChatGPT by its document",
    identity: { document: "https://chatgpt.com/oauth/client.json" },
    redirectUri: "https://chatgpt.com/connector_platform_oauth_redirect",
    scope: ASKED_OFFLINE,
    resource: RESOURCE
  },
  {
    name: "ChatGPT by a connector's document",
    identity: { document: "https://chatgpt.com/oauth/Abc-123_x/client.json" },
    redirectUri: "https://chatgpt.com/connector/oauth/Abc-123_x",
    scope: ASKED_OFFLINE,
    resource: RESOURCE
  },
  {
    name: "ChatGPT by registration",
    identity: publicClient("ChatGPT", ["https://chatgpt.com/connector_platform_oauth_redirect"]),
    redirectUri: "https://chatgpt.com/connector_platform_oauth_redirect",
    scope: ASKED_OFFLINE,
    resource: RESOURCE
  },
  ...["http://127.0.0.1:33418/", "http://127.0.0.1:50123/", "https://vscode.dev/redirect"].flatMap(
    (redirectUri): ReadonlyArray<Published> => [
      {
        name: "VS Code by its document",
        identity: { document: VSCODE },
        redirectUri,
        scope: ASKED,
        resource: RESOURCE
      },
      { name: "VS Code by registration", identity: VSCODE_REGISTRATION, redirectUri, scope: ASKED, resource: RESOURCE }
    ]
  ),
  ...CURSOR.registration.redirect_uris.map(
    (redirectUri): Published => ({ name: "Cursor", identity: CURSOR, redirectUri, resource: RESOURCE })
  ),
  {
    name: "Gemini CLI",
    identity: publicClient("Gemini CLI MCP Client", ["http://localhost:7777/oauth/callback"], { scope: "" }),
    redirectUri: "http://localhost:7777/oauth/callback",
    resource: RESOURCE
  }
]

for (const { name, reused } of storeSets) {
  test.concurrent(`a slow document is waited for, and stored (${name})`, async () => {
    let requests = 0
    const slow = Layer.succeed(DocumentHosts, {
      addressesOf: () => Promise.resolve(["20.43.132.130"]),
      get: async (url: string) => {
        requests++
        await Bun.sleep(2500)
        return Response.json(DOCUMENTS[url])
      }
    })
    const service = await makeService(Layer.merge(reused, slow))
    const browser = await signIn(service, await newPerson(service))
    const path = authorizePath(VSCODE, { redirect_uri: "https://vscode.dev/redirect" })
    const statuses = [(await browser.get(path)).status, (await browser.get(path)).status]
    expect([statuses, requests]).toEqual([[200, 200], 1])
    await service.stop()
  }, 60_000)
}

describe("the published requests of", () => {
  let service: Service
  beforeAll(async () => {
    service = await makeService(Layer.merge(MEMORY.layer, hosts))
  })
  afterAll(() => service.stop())

  test.each(PUBLISHED)("$name, with the redirect to $redirectUri, are accepted", async (published) => {
    const { identity, redirectUri, scope, resource } = published
    const clientId =
      "document" in identity
        ? identity.document
        : String((await register(service, identity.registration)).body.client_id)
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
      state: "aGVsbG8/d29ybGQ+",
      ...(scope === undefined ? {} : { scope }),
      ...(resource === undefined ? {} : { resource })
    })
    const browser = await signIn(service, await newPerson(service))
    const path = `/oauth/authorize?${query}`
    const page = await browser.get(path)
    expect(page.status).toBe(200)
    const { headers } = await browser.submit(path, "allow", { write: "yes" })
    const location = headers.get("location") ?? ""
    expect(location.startsWith(`${redirectUri}?code=`)).toBe(true)
    const { code = "", state, iss } = answerIn(location)
    expect([state, iss]).toEqual(["aGVsbG8/d29ybGQ+", "http://localhost:3000"])

    const more = resource === undefined ? {} : { resource }
    const first = await askForTokens(service, {
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: VERIFIER,
      ...more
    })
    expect([first.status, first.body.scope]).toEqual([200, ASKED])
    expect(await statusWith(service, first.body.access_token)).toBe(200)

    const refresh = (token: string) =>
      askForTokens(service, { grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...more })
    const second = await refresh(first.body.refresh_token)
    expect(second.status).toBe(200)
    expect(await statusWith(service, second.body.access_token)).toBe(200)

    await post(service, "/oauth/revoke", { token: second.body.refresh_token, client_id: clientId })
    const third = await refresh(second.body.refresh_token)
    expect([third.status, third.body.error]).toEqual([400, "invalid_grant"])
  })

  test("the policy of the page lets the form redirect to each", async () => {
    const browser = await signIn(service, await newPerson(service))
    const { body } = await register(service, CURSOR.registration)
    for (const [redirect_uri, source] of [
      ["http://localhost:8787/callback", "http://localhost:8787"],
      ["https://www.cursor.com/agents/mcp/oauth/callback", "https://www.cursor.com"],
      ["cursor://anysphere.cursor-mcp/oauth/callback", "cursor:"]
    ] as const) {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: String(body.client_id),
        redirect_uri,
        code_challenge: CHALLENGE,
        code_challenge_method: "S256"
      })
      const { headers } = await browser.get(`/oauth/authorize?${query}`)
      expect(headers.get("content-security-policy")).toContain(`form-action 'self' ${source};`)
    }
  })
})
