import { describe, expect, test } from "bun:test"
import { Effect, Layer, Option, Schema, TestClock, TestContext } from "effect"
import { connectedApps } from "../../../../src/annexes/identity/connected-apps/index.ts"
import { ClientId } from "../../../../src/annexes/identity/connected-apps/model.ts"
import { ClientStore } from "../../../../src/annexes/identity/connected-apps/store.ts"
import { isDocumentUrl, pinnedClient } from "../../../../src/annexes/identity/oauth/client-document.ts"
import { DocumentHosts, makeDocuments } from "../../../../src/annexes/identity/oauth/documents.ts"
import * as MemoryDatabase from "../../../../src/platform/database/memory.ts"
import { isPublicAddress } from "../../../../src/platform/network/addresses.ts"

const URL_ = "https://client.example.com/oauth/client.json"
const CALLBACK = "https://client.example.com/callback"
const DOCUMENT = { client_id: URL_, client_name: "Agent", redirect_uris: [CALLBACK] }

const JSON_TYPE = { "content-type": "application/json" }
const answerWith =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Promise.resolve(
      new Response(typeof body === "string" ? body : JSON.stringify(body), { headers: JSON_TYPE, ...init })
    )

interface World {
  addresses: ReadonlyArray<string>
  answer: () => Promise<Response>
  /** How often a document was requested. */
  requests: number
}

/** Looks clients up in a separate world, whose clock stands still until it is moved. */
const inWorld = <A>(
  changed: Partial<World>,
  use: (
    find: (url: string) => Effect.Effect<string | undefined>,
    world: World,
    documents: Effect.Effect.Success<typeof makeDocuments>
  ) => Effect.Effect<A, never, ClientStore>
): Promise<A> => {
  const world: World = { addresses: ["93.184.216.34"], answer: answerWith(DOCUMENT), requests: 0, ...changed }
  const hosts = {
    addressesOf: () => Promise.resolve(world.addresses),
    get: () => {
      world.requests++
      return world.answer()
    }
  }
  return Effect.flatMap(makeDocuments, (documents) =>
    use((url) => Effect.map(documents.find(url), (found) => Option.getOrUndefined(found)?.name), world, documents)
  ).pipe(
    Effect.provideService(DocumentHosts, hosts),
    Effect.provide(connectedApps.memory.pipe(Layer.provide(MemoryDatabase.layer))),
    Effect.provide(TestContext.TestContext),
    Effect.runPromise
  )
}

describe("the URL of a metadata document", () => {
  test.each([URL_, "https://a.example/x", "https://vscode.dev/oauth/client-metadata.json"])("may be %s", (url) => {
    expect(isDocumentUrl(url)).toBe(true)
  })

  test.each([
    "http://client.example.com/client.json",
    "https://client.example.com",
    "https://client.example.com/",
    "https://client.example.com:8443/client.json",
    "https://client.example.com:443/client.json",
    "https://client.example.com/client.json?x=1",
    "https://client.example.com/client.json?",
    "https://client.example.com/client.json#x",
    "https://user@client.example.com/client.json",
    "https://client.example.com/a/../client.json",
    "https://CLIENT.example.com/client.json",
    "https://localhost/client.json",
    "https://127.0.0.1/client.json",
    "https://2130706433/client.json",
    "https://0x7f.1/client.json",
    "https://[::1]/client.json",
    "https://client.example.com./client.json",
    " https://client.example.com/client.json",
    "javascript:alert(1)",
    "client_abc",
    `https://client.example.com/${"a".repeat(500)}`
  ])("may not be %s", (url) => {
    expect(isDocumentUrl(url)).toBe(false)
  })

  test("the longest one has 512 characters, which are an id", () => {
    const longest = "https://client.example.com/".padEnd(512, "a")
    expect([isDocumentUrl(longest), Schema.is(ClientId)(longest)]).toEqual([true, true])
    expect([isDocumentUrl(`${longest}a`), Schema.is(ClientId)(`${longest}a`)]).toEqual([false, false])
  })
})

describe("addresses", () => {
  test.each(["93.184.216.34", "1.1.1.1", "2606:2800:220:1:248:1893:25c8:1946"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    "127.0.0.1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "240.0.0.1",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "ff02::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "::7f00:1",
    "::10.0.0.1",
    "4000::1",
    "1000::1",
    "3fff::1",
    "nonsense",
    ""
  ])("%s is not", (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe("a client's metadata document", () => {
  test("gives its name and redirect URIs", async () => {
    expect(await inWorld({}, (find) => find(URL_))).toBe("Agent")
  })

  test.each([
    [["127.0.0.1"]],
    [["10.0.0.5"]],
    [["::1"]],
    [["::ffff:192.168.0.1"]],
    [["169.254.169.254"]],
    [["93.184.216.34", "10.0.0.5"]],
    [["93.184.216.34", "fe80::1"]],
    [[]]
  ])("is not requested from %j", async (addresses) => {
    const found = await inWorld({ addresses }, (find, world) =>
      Effect.map(find(URL_), (name) => ({ name, requests: world.requests }))
    )
    expect(found).toEqual({ name: undefined, requests: 0 })
  })

  const redirecting = answerWith("", { status: 302, headers: { location: "http://127.0.0.1/" } })
  const sized = (bytes: number) => {
    const bare = JSON.stringify({ ...DOCUMENT, client_uri: "" })
    return answerWith({ ...DOCUMENT, client_uri: "a".repeat(bytes - bare.length) })
  }
  test.each([
    ["redirects elsewhere", redirecting],
    ["is missing", answerWith(DOCUMENT, { status: 404, headers: JSON_TYPE })],
    ["is refused", answerWith(DOCUMENT, { status: 403, headers: JSON_TYPE })],
    ["is not JSON by its type", answerWith(DOCUMENT, { headers: { "content-type": "text/html" } })],
    ["is not JSON", answerWith("{")],
    ["has 11 KB", sized(11 * 1024)],
    ["has one byte more than 10 KB", sized(10_241)],
    ["is another client's", answerWith({ ...DOCUMENT, client_id: `${URL_}x` })],
    ["names no client", answerWith({ ...DOCUMENT, client_id: undefined })],
    ["has no redirect URIs", answerWith({ ...DOCUMENT, redirect_uris: [] })],
    ["has only forbidden redirect URIs", answerWith({ ...DOCUMENT, redirect_uris: ["javascript:alert(1)"] })],
    ["has 11 redirect URIs", answerWith({ ...DOCUMENT, redirect_uris: Array(11).fill(CALLBACK) })],
    ["has a name of 101 characters", answerWith({ ...DOCUMENT, client_name: "a".repeat(101) })],
    ["is an array", answerWith([DOCUMENT])],
    ["is null", answerWith("null")],
    ["cannot be fetched", () => Promise.reject(new Error("No route to host"))]
  ])("is refused if it %s", async (_name, answer) => {
    expect(await inWorld({ answer }, (find) => find(URL_))).toBeUndefined()
  })

  test("is accepted with 10 KB", async () => {
    expect(await inWorld({ answer: sized(10_240) }, (find) => find(URL_))).toBe("Agent")
  })

  test("is waited for at most 5 seconds", async () => {
    const started = performance.now()
    expect(await inWorld({ answer: () => new Promise(() => {}) }, (find) => find(URL_))).toBeUndefined()
    expect(performance.now() - started).toBeWithin(4500, 8000)
  }, 15_000)

  test("without a name is named after its host; control characters are removed from names", async () => {
    expect(await inWorld({ answer: answerWith({ ...DOCUMENT, client_name: undefined }) }, (find) => find(URL_))).toBe(
      "client.example.com"
    )
    const answer = answerWith({ ...DOCUMENT, client_name: " Cl\u202eaude\n\u0000 " })
    expect(await inWorld({ answer }, (find) => find(URL_))).toBe("Cl aude")
  })

  test.each([
    [undefined, 60],
    ["max-age=1800", 30],
    ["max-age=1", 5],
    ["no-store", 5],
    ["public, max-age=99999999", 24 * 60]
  ])("with Cache-Control %p is fetched again after %d minutes", async (control, minutes) => {
    const headers = { ...JSON_TYPE, ...(control && { "cache-control": control }) }
    const requests = await inWorld({ answer: answerWith(DOCUMENT, { headers }) }, (find, world) =>
      Effect.forEach([0, minutes * 60_000 - 1, 1], (millis) =>
        Effect.andThen(
          TestClock.adjust(millis),
          Effect.map(find(URL_), () => world.requests)
        )
      )
    )
    expect(requests).toEqual([1, 1, 2])
  })

  test("is used for longer if it cannot be fetched again", async () => {
    const found = await inWorld({}, (find, world) =>
      Effect.gen(function* () {
        yield* find(URL_)
        world.answer = answerWith("", { status: 503 })
        yield* TestClock.adjust("3 days")
        const name = yield* find(URL_)
        const { requests } = world
        yield* find(URL_)
        return { name, requests, requestsAtOnce: world.requests - requests }
      })
    )
    expect(found).toEqual({ name: "Agent", requests: 2, requestsAtOnce: 0 })
  })

  test("is stored only once a user has allowed the client, and at most 200 others wait in memory", async () => {
    const answer = (url: string) => answerWith({ ...DOCUMENT, client_id: url })
    const isStored = (url: string) =>
      Effect.flatMap(ClientStore, (store) => Effect.map(store.findDocument(ClientId.make(url)), Option.isSome))
    const found = await inWorld({}, (find, world, documents) =>
      Effect.gen(function* () {
        for (let index = 0; index <= 200; index++) {
          world.answer = answer(`${URL_}/${index}`)
          yield* find(`${URL_}/${index}`)
          yield* find(`${URL_}/${index}`)
        }
        const { requests } = world
        const client = Option.getOrThrow(yield* documents.find(`${URL_}/200`))
        const before = yield* isStored(client.id)
        yield* documents.keep(client)
        const after = [yield* isStored(client.id), yield* isStored(`${URL_}/199`)]
        yield* find(`${URL_}/200`)
        const requestsAfter = world.requests
        world.answer = answer(`${URL_}/0`)
        yield* find(`${URL_}/0`)
        return { requests, before, after, requestsAfter, forgotten: world.requests - requestsAfter }
      })
    )
    expect(found).toEqual({ requests: 201, before: false, after: [true, false], requestsAfter: 201, forgotten: 1 })
  })

  test("is fetched again if the clock was ahead when it was fetched", async () => {
    const found = await inWorld({}, (find, world) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(3 * 86_400_000)
        yield* find(URL_)
        yield* TestClock.setTime(86_400_000)
        const names = [yield* find(URL_), yield* find(URL_)]
        return { names, requests: world.requests }
      })
    )
    expect(found).toEqual({ names: ["Agent", "Agent"], requests: 2 })
  })

  test("of Claude and ChatGPT is pinned", async () => {
    const pinned = [
      ["https://claude.ai/oauth/mcp-oauth-client-metadata", "Claude"],
      ["https://claude.ai/oauth/claude-code-client-metadata", "Claude Code"],
      ["https://chatgpt.com/oauth/client.json", "ChatGPT"],
      ["https://chatgpt.com/oauth/codex/client.json", "Codex"],
      ["https://chatgpt.com/oauth/conn_123/client.json", "ChatGPT"]
    ] as const
    for (const [url, name] of pinned) {
      const found = await inWorld({ answer: answerWith("", { status: 403 }) }, (find, world) =>
        Effect.map(find(url), (name) => ({ name, requests: world.requests }))
      )
      expect(found).toEqual({ name, requests: 0 })
    }
    expect(pinnedClient("https://chatgpt.com/oauth/conn_123/client.json")?.redirectUris).toEqual([
      "https://chatgpt.com/connector/oauth/conn_123"
    ])
    expect(pinnedClient("https://chatgpt.com/oauth/a/b/client.json")).toBeUndefined()
  })
})
