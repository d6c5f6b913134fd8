import { expect, test } from "bun:test"
import { connect } from "node:net"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { AppConfig } from "../../../src/config.ts"
import { server } from "../../../src/surfaces/server/server.ts"
import { json, sent } from "../../../src/surfaces/web/exchange.ts"
import { settings } from "../../support/app.ts"
import { freePort } from "../../support/process.ts"

/** Around the length from which an answer is streamed, and far above what a socket accepts at once. */
const LENGTHS = [10, 14_990, 15_000, 15_010, 16_390, 70_000, 3_000_000]

/** This many bytes of text, in characters of one to four bytes. */
const textOf = (bytes: number): string => "aé…🍎".repeat(bytes / 10)

/** A server that answers after a wait with as much text as the path states. */
const answering = <A>(work: (port: number) => Promise<A>): Promise<A> =>
  Effect.gen(function* () {
    const port = Number(yield* Effect.promise(() => freePort()))
    const config = Layer.succeed(AppConfig, { ...settings, port })
    yield* Effect.provide(
      server(
        ({ url }) =>
          Effect.as(
            Effect.sleep("2 millis"),
            sent(json(textOf(Number(url.slice(url.lastIndexOf("/") + 1)))), { "request-id": "r" }, false)
          ),
        { isShared: false }
      ),
      config
    )
    return yield* Effect.promise(() => work(port))
  }).pipe(Effect.scoped, Logger.withMinimumLogLevel(LogLevel.None), Effect.runPromise)

test("an answer of any length arrives complete, and the connection serves the next request", async () => {
  const bodies = await answering(async (port) => {
    const bodies: Array<string> = []
    for (const length of LENGTHS) {
      const response = await fetch(`http://127.0.0.1:${port}/${length}`)
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"])
      expect(response.headers.get("content-length")).toBe(length <= 15_000 ? String(length) : null)
      bodies.push(await response.text())
    }
    return bodies
  })
  expect(bodies.map((body, index) => body === textOf(LENGTHS[index]!))).toEqual(LENGTHS.map(() => true))
})

/** Everything that the server sends before it closes the connection, read with pauses. */
const received = (port: number, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request))
    const chunks: Array<Buffer> = []
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      socket.pause()
      setTimeout(() => socket.resume(), 1)
    })
    socket.on("end", () => resolve(Buffer.concat(chunks).toString()))
    socket.on("error", reject)
  })

test.each(LENGTHS)("a client of HTTP/1.0 that reads slowly gets %d bytes, and no chunks", async (length) => {
  const text = await answering((port) => received(port, `GET /${length} HTTP/1.0\r\nHost: localhost\r\n\r\n`))
  const end = text.indexOf("\r\n\r\n")
  expect(text.slice(0, end).toLowerCase()).not.toContain("chunked")
  expect(text.slice(end + 4) === textOf(length)).toBe(true)
})

test("a client that leaves in the middle of a long answer affects nobody else", async () => {
  const body = await answering(async (port) => {
    for (let count = 0; count < 20; count++) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, "127.0.0.1", () =>
          socket.write("GET /3000000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        )
        socket.once("data", () => socket.destroy()).once("close", () => resolve())
      })
    }
    return (await fetch(`http://127.0.0.1:${port}/70000`)).text()
  })
  expect(body === textOf(70_000)).toBe(true)
})
