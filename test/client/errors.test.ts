import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { build } from "esbuild"
import * as Fettle from "../../src/client/client.ts"
import { answerOf, faulty } from "./faulty.ts"

const TOKEN = "fit_live_0123456789abcdefSECRET"
const page = (status: string) => answerOf(status, "text/html", "<h1>Proxy</h1><pre>authorization: Bearer TOKEN</pre>")
const envelope = (error: Record<string, unknown>) => JSON.stringify({ error })
const json = (status: string, body: string) => answerOf(status, "application/json", body)

/** Answers that do not fit the request, and the class with which the client rejects. */
const FAULTS: Record<string, readonly [string, string]> = {
  "a connection closed before an answer": ["", "ConnectionFailed"],
  "a connection closed within an answer": [
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
    "ConnectionFailed"
  ],
  "an answer that is not HTTP": ["SSH-2.0 TOKEN\r\n", "ConnectionFailed"],
  "a page with 502": [page("502 Bad Gateway"), "UnexpectedAnswer"],
  "a page with 503": [page("503 Service Unavailable"), "UnexpectedAnswer"],
  "a page with 200": [page("200 OK"), "UnexpectedAnswer"],
  "another service's JSON": [json("200 OK", '{"hello":"TOKEN"}'), "UnexpectedAnswer"],
  "no JSON": [json("200 OK", '{"activityDay":"20'), "UnexpectedAnswer"],
  "an array": [json("200 OK", "[]"), "UnexpectedAnswer"],
  "a redirect": [
    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/TOKEN\r\nContent-Length: 0\r\n\r\n",
    "UnexpectedAnswer"
  ],
  "an unknown code": [
    json("410 Gone", envelope({ code: "gone", message: "Gone for TOKEN.", requestId: "req_1" })),
    "UnexpectedAnswer"
  ],
  "details of another form": [
    json("400 Bad Request", envelope({ code: "validation_failed", message: "No.", requestId: "req_1" })),
    "UnexpectedAnswer"
  ],
  "an error that repeats the token": [
    json("401 Unauthorized", envelope({ code: "unauthorized", message: "Not a token: TOKEN.", requestId: "req_1" })),
    "Unauthorized"
  ]
}

/** Every text that shows an error, including its causes. */
const formsOf = (error: unknown): ReadonlyArray<string> => {
  const own = [
    String(error),
    JSON.stringify(error) ?? "",
    JSON.stringify(error, Object.getOwnPropertyNames(error)) ?? "",
    Bun.inspect(error, { depth: 20 }),
    inspect(error, { depth: 20, showHidden: true, getters: true })
  ]
  if (!(error instanceof Error)) return own
  return [...own, error.message, error.stack ?? "", ...(error.cause === undefined ? [] : formsOf(error.cause))]
}

const expectNoToken = (error: unknown) => {
  for (const form of formsOf(error)) expect(form).not.toMatch(/SECRET|Bearer|authorization/i)
}

const rejected = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => {
      throw new Error(`The call succeeded: ${JSON.stringify(value)}`)
    },
    (error: unknown) => error
  )

const callTo = async (baseUrl: string, options: Fettle.CallOptions = {}) =>
  rejected((await Fettle.connect({ baseUrl, token: TOKEN, maxRetries: 0 })).get_context({}, options))

describe("what the client rejects with", () => {
  for (const [fault, [answer, name]] of Object.entries(FAULTS)) {
    test(`${fault} is ${name}, and no text of it shows the token`, async () => {
      await using server = await faulty(answer)
      const error = await callTo(server.baseUrl)
      expect(error).toBeInstanceOf(Reflect.get(Fettle, name))
      expect(error).toBeInstanceOf(Fettle.FettleError)
      expectNoToken(error)
    })
  }

  test("a port without a server is ConnectionFailed with the reason", async () => {
    const server = await faulty("")
    await server[Symbol.asyncDispose]()
    const error = await callTo(server.baseUrl)
    expect(error).toBeInstanceOf(Fettle.ConnectionFailed)
    expect(String(error)).toContain(server.baseUrl)
    expectNoToken(error)
  })

  test("a custom fetch that fails with the request is ConnectionFailed without it", async () => {
    const client = await Fettle.connect({
      baseUrl: "http://localhost",
      token: TOKEN,
      maxRetries: 0,
      fetch: async (_url, init) => {
        throw Object.assign(new Error(`Failed: ${JSON.stringify(init)}`, { cause: init }), { init })
      }
    })
    const error = await rejected(client.get_context())
    expect(error).toBeInstanceOf(Fettle.ConnectionFailed)
    expectNoToken(error)
  })

  test("a token that a header cannot contain is refused without being shown", async () => {
    for (const token of [`${TOKEN}\n${TOKEN}`, `${TOKEN}€`, ""]) {
      const error = await rejected(Fettle.connect({ baseUrl: "http://localhost", token }))
      expect(error).toBeInstanceOf(Fettle.Unauthorized)
      expectNoToken(error)
    }
  })

  test.each(["ada", `ada:${TOKEN}`, `:${TOKEN}`])("an address with %p is refused without being shown", async (user) => {
    const error = await rejected(Fettle.connect({ baseUrl: `http://${user}@localhost`, token: "t" }))
    expect(error).toBeInstanceOf(Fettle.ValidationFailed)
    expectNoToken(error)
  })

  test("an unknown code keeps its code, message and request id", async () => {
    await using server = await faulty(FAULTS["an unknown code"]?.[0])
    expect(await callTo(server.baseUrl)).toMatchObject({
      _tag: "unexpected_answer",
      status: 410,
      code: "gone",
      message: "Gone for [token].",
      requestId: "req_1"
    })
  })

  test("input that JSON cannot represent is ValidationFailed with its field, and is not sent", async () => {
    await using server = await faulty("")
    const client = await Fettle.connect({ baseUrl: server.baseUrl, token: TOKEN })
    const readings = [{ value: 70 }, { value: Number.NaN }]
    expect(await rejected(client.set_body_metrics({ metric: "weight", readings }))).toMatchObject({
      _tag: "validation_failed",
      details: { fields: [{ field: "readings[1].value", message: "must be a finite number" }] }
    })
    expect(await rejected(client.search_foods({ query: "egg", limit: Number.POSITIVE_INFINITY }))).toMatchObject({
      details: { fields: [{ field: "limit" }] }
    })
    expect(server.requests()).toBe(0)
  })

  test("neither the client nor its functions show the token", async () => {
    const client = await Fettle.connect({ baseUrl: "http://localhost", token: TOKEN })
    expectNoToken(client)
    expectNoToken(client.get_context)
  })
})

describe("how long the client waits", () => {
  test("a silent server is TimedOut after the call's timeout, or the connection's", async () => {
    await using server = await faulty(undefined)
    const error = await callTo(server.baseUrl, { timeout: 50 })
    expect(error).toBeInstanceOf(Fettle.TimedOut)
    expectNoToken(error)
    const client = await Fettle.connect({ baseUrl: server.baseUrl, token: TOKEN, timeout: 50 })
    expect(await rejected(client.get_context())).toBeInstanceOf(Fettle.TimedOut)
  })

  test("a fetch that ignores its signal, or an answer that stops, times out too", async () => {
    const silent = () => new Promise<never>(() => {})
    const stopping = async () => new Response(new ReadableStream({ start: (to) => to.enqueue(Buffer.from("{")) }))
    for (const fetch of [silent, stopping]) {
      const client = await Fettle.connect({ baseUrl: "http://localhost", token: TOKEN, timeout: 50, fetch })
      expect(await rejected(client.get_context())).toBeInstanceOf(Fettle.TimedOut)
    }
  })

  test("a signal ends the call, before it starts or while it waits", async () => {
    await using server = await faulty(undefined)
    const before = await callTo(server.baseUrl, { signal: AbortSignal.abort(new Error(`Bearer ${TOKEN}`)) })
    expect(before).toBeInstanceOf(Fettle.Cancelled)
    expectNoToken(before)
    expect(server.requests()).toBe(0)
    const controller = new AbortController()
    const waiting = callTo(server.baseUrl, { signal: controller.signal })
    while (server.requests() === 0) await Bun.sleep(5)
    controller.abort()
    expect(await waiting).toBeInstanceOf(Fettle.Cancelled)
  })

  test("a timeout beyond a timer's range is refused", async () => {
    for (const timeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])
      expect(await rejected(Fettle.connect({ baseUrl: "http://localhost", token: TOKEN, timeout }))).toBeInstanceOf(
        Fettle.ValidationFailed
      )
  })
})

describe("an error that nobody catches", () => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-client-"))
  const bundle = join(folder, "program.mjs")
  const PROGRAM = `import { connect } from ${JSON.stringify(join(import.meta.dir, "../../src/client/client.ts"))}
const client = await connect({ baseUrl: process.env.BASE_URL, token: process.env.FETTLE_TOKEN, timeout: 2000, maxRetries: 0 })
const call = client.get_context()
if (process.env.SHOW !== undefined) call.catch((error) => console.error(error))`

  beforeAll(async () => {
    await build({
      stdin: { contents: PROGRAM, resolveDir: folder },
      bundle: true,
      format: "esm",
      platform: "node",
      outfile: bundle
    })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const outputOf = async (command: string, settings: Record<string, string>) => {
    const env = { PATH: process.env.PATH ?? "", FETTLE_TOKEN: TOKEN, ...settings }
    const program = Bun.spawn([command, bundle], { env, stdout: "pipe", stderr: "pipe" })
    const texts = await Promise.all([new Response(program.stdout).text(), new Response(program.stderr).text()])
    return texts.join("")
  }

  const node = Bun.which("node")
  const runtimes = [process.execPath, ...(node === null ? [] : [node])]

  for (const [fault, name] of [
    ["a connection closed before an answer", "ConnectionFailed"],
    ["a page with 502", "UnexpectedAnswer"]
  ] as const)
    test(`${fault} is printed as ${name} without the token, in Bun and in Node.js`, async () => {
      await using server = await faulty(FAULTS[fault]?.[0])
      for (const command of runtimes)
        for (const settings of [{}, { SHOW: "1" }]) {
          const output = await outputOf(command, { ...settings, BASE_URL: server.baseUrl })
          expect(output).toContain(name)
          expect(output).not.toMatch(/SECRET|Bearer [^$]/)
        }
    })
})
