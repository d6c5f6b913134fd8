import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as v2 from "@modelcontextprotocol/client"
import * as v1auth from "@modelcontextprotocol/sdk/client/auth.js"
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Exit, Scope } from "effect"
import { operations } from "../../src/api.ts"
import { freePort, type ServerProcess, startServer, until } from "../support/process.ts"
import { filledDatabase, filledFolder, hasPostgres } from "../support/stores.ts"
import { type PersonInBrowser, personAt } from "./person.ts"
import { folder, ROOT } from "./service.ts"

const SLOW = 120_000
const DOCUMENT_URL = "https://client.test/oauth/client.json"
const REDIRECT = "http://127.0.0.1:4419/callback"
const DOCUMENT = {
  client_id: DOCUMENT_URL,
  client_name: "Flow client",
  redirect_uris: ["http://127.0.0.1/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none"
}

/** What a client stores about its connection. */
interface Kept {
  client?: { client_id: string }
  tokens?: { access_token: string; refresh_token?: string; token_type: string }
  verifier?: string
  discovery?: unknown
  authorizeUrl?: URL
}

/** A client that stores everything in memory, and leaves the browser to the test. */
const providerOf = (kept: Kept, byDocument: boolean) => ({
  redirectUrl: REDIRECT,
  ...(byDocument ? { clientMetadataUrl: DOCUMENT_URL } : {}),
  clientMetadata: {
    client_name: "Flow client",
    redirect_uris: [REDIRECT],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none"
  },
  state: () => "a state",
  clientInformation: () => kept.client,
  saveClientInformation: (client: { client_id: string }) => {
    kept.client = client
  },
  tokens: () => kept.tokens,
  saveTokens: (tokens: NonNullable<Kept["tokens"]>) => {
    kept.tokens = tokens
  },
  redirectToAuthorization: (url: URL) => {
    kept.authorizeUrl = url
  },
  saveCodeVerifier: (verifier: string) => {
    kept.verifier = verifier
  },
  codeVerifier: () => kept.verifier ?? "",
  saveDiscoveryState: (discovery: unknown) => {
    kept.discovery = discovery
  },
  discoveryState: () => kept.discovery
})

interface Connection {
  /** The names of the tools, once connected; throws if authorization is needed first. */
  readonly tools: () => Promise<ReadonlyArray<string>>
  readonly finish: (callback: URL) => Promise<void>
  readonly isUnauthorized: (error: unknown) => boolean
}

/** A new connection of an SDK client. */
type Connect = (url: URL, kept: Kept, byDocument: boolean) => Connection

const connectV1: Connect = (url, kept, byDocument) => {
  const transport = new V1Transport(url, { authProvider: providerOf(kept, byDocument) as never })
  const client = new V1Client({ name: "flow", version: "1" })
  return {
    tools: async () => {
      await client.connect(transport as never)
      return (await client.listTools()).tools.map(({ name }) => name)
    },
    finish: (callback) => transport.finishAuth(callback.searchParams.get("code") ?? ""),
    isUnauthorized: (error) => error instanceof v1auth.UnauthorizedError
  }
}

const connectV2 =
  (versionNegotiation: v2.VersionNegotiationOptions): Connect =>
  (url, kept, byDocument) => {
    const transport = new v2.StreamableHTTPClientTransport(url, {
      authProvider: providerOf(kept, byDocument) as never
    })
    const client = new v2.Client({ name: "flow", version: "2" }, { versionNegotiation })
    return {
      tools: async () => {
        await client.connect(transport)
        return (await client.listTools()).tools.map(({ name }) => name)
      },
      finish: (callback) => transport.finishAuth(callback.searchParams),
      isUnauthorized: (error) => error instanceof v2.UnauthorizedError
    }
  }

const CLIENTS: ReadonlyArray<readonly [string, Connect]> = [
  ["SDK v1", connectV1],
  ["SDK v2, legacy", connectV2({ mode: "legacy" })],
  ["SDK v2, 2026-07-28", connectV2({ mode: { pin: "2026-07-28" } })],
  ["SDK v2, by itself", connectV2({ mode: "auto" })]
]

const scope = Effect.runSync(Scope.make())
const documents = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json(DOCUMENT) })
afterAll(async () => {
  await documents.stop(true)
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** Each database, with the number of processes that serve on it. */
const DATABASES: ReadonlyArray<readonly [string, number, () => Promise<Record<string, string>>]> = [
  [
    "embedded",
    1,
    () => Effect.runPromise(Effect.map(filledFolder, (DATA_DIR) => ({ DATA_DIR })).pipe(Scope.extend(scope)))
  ],
  ...(hasPostgres
    ? [
        [
          "PostgreSQL",
          4,
          async () => ({ DATABASE_URL: await Effect.runPromise(Scope.extend(filledDatabase, scope)) })
        ] as const
      ]
    : [])
]

describe.each(DATABASES)("connecting by OAuth (%s, %d processes)", (name, processes, databaseOf) => {
  let server: ServerProcess
  let person: PersonInBrowser
  let mcpUrl: URL
  let logged: () => string
  beforeAll(async () => {
    const database = await databaseOf()
    const settings = {
      ...database,
      BUN_OPTIONS: `--preload ${join(ROOT, "test/judges/metadata-host.ts")}`,
      TEST_CLIENT_ORIGIN: documents.url.origin
    }
    const log = join(folder, `oauth-${name}.log`)
    logged = () => readFileSync(log, "utf8")
    server = await startServer(settings, { log, args: processes === 1 ? [] : ["--workers", String(processes)] })
    person = await personAt({ baseUrl: server.baseUrl, settings: database })
    mcpUrl = new URL("/v1/mcp", server.baseUrl)
  }, SLOW)
  afterAll(async () => {
    server.child.kill()
    await server.child.exited
  })

  describe.each(CLIENTS)("%s", (_name, connect) => {
    test.each([
      ["registration", false],
      ["its metadata document", true]
    ])(
      "discovers the server, identifies itself by %s, is allowed, calls, and refreshes",
      async (_how, byDocument) => {
        const kept: Kept = {}
        const first = connect(mcpUrl, kept, byDocument)
        const refused = await first.tools().catch((error: unknown) => error)
        expect(first.isUnauthorized(refused)).toBe(true)
        const callback = await person.allow(String(kept.authorizeUrl))
        expect(callback.href).toStartWith(`${REDIRECT}?code=`)
        await first.finish(callback)
        expect(kept.client?.client_id ?? DOCUMENT_URL).toMatch(byDocument ? /^https:/ : /^client_/)

        const names = operations.map(({ name }) => name)
        expect(await connect(mcpUrl, kept, byDocument).tools()).toEqual(names)
        const before = kept.tokens
        kept.tokens = { ...before, access_token: "expired", token_type: "Bearer" }
        expect(await connect(mcpUrl, kept, byDocument).tools()).toEqual(names)
        expect(kept.tokens?.access_token).toStartWith("fettle_access_test_")
        expect(kept.tokens?.refresh_token).not.toBe(before?.refresh_token)
      },
      SLOW
    )
  })

  test("the operator's commands list an app and disconnect it; its next call is refused", async () => {
    const kept: Kept = {}
    const connection = connectV1(mcpUrl, kept, false)
    await connection.tools().catch(() => {})
    await connection.finish(await person.allow(String(kept.authorizeUrl), {}))
    /** The statuses of calls over separate connections, which any of the processes may accept. */
    const statuses = async () => {
      const headers = { authorization: `Bearer ${kept.tokens?.access_token}`, connection: "close" }
      const call = async () => (await fetch(`${server.baseUrl}/v1/me`, { headers })).status
      return [...new Set(await Promise.all(Array.from({ length: 8 * processes }, call)))]
    }
    expect(await statuses()).toEqual([200])
    const { apps } = await person.run("app", "list", "--user", person.userId)
    const app = apps.at(-1)
    expect(app).toMatchObject({ name: "Flow client", scope: "fettle:read", clientId: kept.client?.client_id })
    expect(await person.run("app", "revoke", app.appId)).toEqual({ appId: app.appId, revoked: true })
    expect(await statuses()).toEqual([401])
    expect((await person.run("app", "list", "--user", person.userId)).apps).toHaveLength(apps.length - 1)
    expect(person.run("app", "revoke", "app_unknown")).rejects.toThrow("There is no connected app app_unknown")
  })

  test("the log names the client and the grant of a call, and contains no secret", async () => {
    const kept: Kept = {}
    const connection = connectV1(mcpUrl, kept, false)
    await connection.tools().catch(() => {})
    const callback = await person.allow(String(kept.authorizeUrl))
    await connection.finish(callback)
    await connectV1(mcpUrl, kept, false).tools()
    await until(() => logged().includes(`"clientId":"${kept.client?.client_id}","grantId":"app_`))
    const secrets = [kept.tokens?.access_token, kept.tokens?.refresh_token, kept.verifier]
    for (const secret of [...secrets, callback.searchParams.get("code") ?? "", "fettle_session_", "fettle_link_"])
      expect(logged()).not.toContain(secret ?? "missing")
  })

  if (name === "embedded") {
    test(
      "mcp-remote connects, and forwards a call",
      async () => {
        // It opens a browser by one of these; the test acts as the browser.
        const bin = join(folder, "bin")
        mkdirSync(bin)
        writeFileSync(join(bin, "xdg-open"), "#!/bin/sh\nexit 0\n")
        chmodSync(join(bin, "xdg-open"), 0o755)
        const port = await freePort()
        const child = Bun.spawn(
          [process.execPath, join(ROOT, "node_modules/mcp-remote/dist/proxy.js"), mcpUrl.href, port],
          {
            cwd: folder,
            env: { PATH: `${bin}:${process.env.PATH}`, HOME: folder, MCP_REMOTE_CONFIG_DIR: join(folder, "mcp-auth") },
            stdin: "pipe",
            stdout: "pipe",
            stderr: "pipe"
          }
        )
        let printedText = ""
        let answered = ""
        const gather = async (stream: ReadableStream<Uint8Array>, add: (text: string) => void) => {
          const decoder = new TextDecoder()
          for await (const chunk of stream) add(decoder.decode(chunk))
        }
        const gathering = [
          gather(child.stderr, (text) => {
            printedText += text
          }),
          gather(child.stdout, (text) => {
            answered += text
          })
        ]
        const send = (message: object) => {
          child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
          child.stdin.flush()
        }
        send({
          id: 1,
          method: "initialize",
          params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
        })
        const URL_ = new RegExp(`${server.baseUrl}/oauth/authorize\\S+`)
        await until(() => URL_.test(printedText))
        const callback = await person.allow(URL_.exec(printedText)?.[0] ?? "")
        // It may print the address before it listens for the browser's return.
        await until(() =>
          fetch(callback).then(
            ({ ok }) => ok,
            () => false
          )
        )
        await until(() => answered.includes('"id":1'))
        send({ method: "notifications/initialized" })
        send({ id: 2, method: "tools/call", params: { name: "get_context", arguments: {} } })
        await until(() => answered.includes('"id":2'))
        child.kill()
        await child.exited
        await Promise.all(gathering)
        const result = answered.split("\n").find((line) => line.includes('"id":2')) ?? "{}"
        expect(JSON.parse(result)).toMatchObject({ result: { structuredContent: { paidAccess: true } } })
      },
      SLOW
    )
  }

  test(
    "every authorization server scenario of the conformance suite passes",
    async () => {
      const port = await freePort()
      const registered = await fetch(`${server.baseUrl}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: [`http://127.0.0.1:${port}/callback`] })
      })
      const { client_id } = (await registered.json()) as { client_id: string }
      const results = join(folder, `authorization-${name}`)
      const child = Bun.spawn(
        [
          ...[process.execPath, join(ROOT, "node_modules/.bin/conformance"), "authorization"],
          ...["--url", server.baseUrl, "--client-id", client_id, "--port", port, "--resource", mcpUrl.href],
          ...["--output-dir", results]
        ],
        { cwd: folder, env: { PATH: process.env.PATH ?? "", HOME: folder, NO_COLOR: "1" }, stdout: "pipe" }
      )
      let printedText = ""
      const URL_ = new RegExp(`^${server.baseUrl}/oauth/authorize\\S+`, "m")
      let isAllowed = false
      const decoder = new TextDecoder()
      for await (const chunk of child.stdout) {
        printedText += decoder.decode(chunk)
        const [url] = URL_.exec(printedText) ?? []
        if (url !== undefined && !isAllowed) {
          isAllowed = true
          await fetch(await person.allow(url))
        }
      }
      expect([printedText, await child.exited]).toEqual([expect.any(String), 0])
      const checks: ReadonlyArray<{ readonly id: string; readonly status: string }> = readdirSync(results).flatMap(
        (scenario) => JSON.parse(readFileSync(join(results, scenario, "checks.json"), "utf8"))
      )
      expect(checks.length).toBeGreaterThanOrEqual(3)
      expect(checks.filter(({ status }) => status !== "SUCCESS")).toEqual([])
      expect(readdirSync(results)).toHaveLength(2)
    },
    SLOW
  )
})
