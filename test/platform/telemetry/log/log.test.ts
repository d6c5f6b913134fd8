import { afterEach, beforeEach, expect, type Mock, spyOn, test } from "bun:test"
import { Effect, Layer, LogLevel } from "effect"
import { AppConfig, type Settings } from "../../../../src/config.ts"
import { infoWriter, layer } from "../../../../src/platform/telemetry/log/log.ts"
import { settings } from "../../../support/app.ts"

let written: Mock<typeof console.error>
beforeEach(() => {
  written = spyOn(console, "error").mockImplementation(() => {})
})
afterEach(() => written.mockRestore())
const lines = () => written.mock.calls.map(([line]) => String(line))

const under = (changed: Partial<Settings>) =>
  Effect.provide(Layer.provide(layer, Layer.succeed(AppConfig, { ...settings, logLevel: LogLevel.Info, ...changed })))

test("Effect's log is flat JSON: annotations as fields, causes without personal data", async () => {
  await Effect.logError("Request failed", Effect.runSync(Effect.cause(Effect.die(new Error('not "Ada"'))))).pipe(
    Effect.annotateLogs({ requestId: "req_1", times: 2, person: { name: "Ada" } }),
    under({ logFormat: "json" }),
    Effect.runPromise
  )
  const line = JSON.parse(lines()[0] ?? "")
  expect(Object.keys(line).sort()).toEqual(["cause", "level", "message", "requestId", "stack", "time", "times"])
  expect(line).toMatchObject({ level: "error", message: "Request failed", requestId: "req_1", times: 2 })
  expect(line.cause).toBe('Error: not "…"')
  expect(new Date(line.time).toISOString()).toBe(line.time)
})

test("errors and objects in a message reveal no more", async () => {
  const message = ["Tried", new Error('"Ada"'), { name: "Ada" }, 3]
  await Effect.runPromise(Effect.logWarning(...message).pipe(under({ logFormat: "json" })))
  expect(JSON.parse(lines()[0] ?? "")).toMatchObject({ level: "warn", message: 'Tried Error: "…" … 3' })
})

test("as text it is one line of key=value, quoted if needed", async () => {
  await Effect.logInfo('two\nlines of "text"').pipe(
    Effect.annotateLogs({ requestId: "req_1" }),
    under({ logFormat: "text" }),
    Effect.runPromise
  )
  expect(lines()[0]).toMatch(/^time=\S+Z level=info message="two\\nlines of \\"text\\"" requestId=req_1$/)
})

test.each([
  ["all", LogLevel.All, 1],
  ["debug", LogLevel.Debug, 1],
  ["info", LogLevel.Info, 1],
  ["warn", LogLevel.Warning, 0],
  ["none", LogLevel.None, 0]
])("at level %s, Effect's log and the writer of request lines write the same", async (_name, logLevel, count) => {
  await Effect.runPromise(Effect.logInfo("GET /").pipe(under({ logFormat: "json", logLevel })))
  expect(lines()).toHaveLength(count)
  infoWriter({ logFormat: "json", logLevel })?.(0, "GET /", { status: 200, error: undefined })
  expect(lines()).toHaveLength(2 * count)
  if (count === 1) {
    expect(lines()[1]).toBe('{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"GET /","status":200}')
  }
})
