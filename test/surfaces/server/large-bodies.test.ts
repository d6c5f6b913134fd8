import { expect, test } from "bun:test"
import { connect } from "node:net"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { AppConfig } from "../../../src/config.ts"
import { server } from "../../../src/surfaces/server/server.ts"
import { ENDS_CONNECTION, failed, json, readBytes, sent } from "../../../src/surfaces/web/exchange.ts"
import { settings } from "../../support/app.ts"
import { freePort } from "../../support/process.ts"

const MIB = 1_048_576
const PIECE = Buffer.alloc(65_536, " ")
const TIMES = 20

/** A server that reads a body and answers with its length, or with its fault. */
const reading = <A>(work: (port: number) => Promise<A>): Promise<A> =>
  Effect.gen(function* () {
    const port = Number(yield* Effect.promise(() => freePort()))
    const app = (request: Parameters<typeof readBytes>[0]) =>
      Effect.match(readBytes(request), {
        onSuccess: ({ byteLength }) => sent(json(String(byteLength)), {}, false),
        onFailure: (fault) => sent(failed(fault, "req_1"), ENDS_CONNECTION, false)
      })
    yield* Effect.provide(server(app, { isShared: false }), Layer.succeed(AppConfig, { ...settings, port }))
    return yield* Effect.promise(() => work(port))
  }).pipe(Effect.scoped, Logger.withMinimumLogLevel(LogLevel.None), Effect.runPromise)

interface Exchange {
  /** The status of the answer, or why the client could not send its body to the end, as a proxy would see it. */
  readonly outcome: string
  readonly millis: number
}

/**
 * Sends the first `bytes` of a body with a stated `length`, piece by piece, as a proxy does that forwards a body before
 * it has all of it.
 */
const send = (port: number, length: number, bytes = length): Promise<Exchange> =>
  new Promise((resolve) => {
    const begun = performance.now()
    const end = (outcome: string) => {
      socket.destroy()
      resolve({ outcome, millis: performance.now() - begun })
    }
    const socket = connect(port, "127.0.0.1")
    let left = bytes
    let answer = ""
    const write = () => {
      if (left === 0) return
      const piece = PIECE.subarray(0, Math.min(left, PIECE.length))
      left -= piece.length
      socket.write(piece, () => setImmediate(write))
    }
    socket.on("connect", () => {
      socket.write(`PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`)
      write()
    })
    socket.on("data", (data) => {
      answer += String(data)
      if (left === 0 || bytes < length) end(answer.slice(9, 12))
    })
    socket.on("error", ({ message }) => end(message))
    socket.on("close", () => end(left === 0 ? answer.slice(9, 12) : "closed before the body was sent"))
  })

test.each([MIB + 1, 2 * MIB, 6 * MIB])(
  "a body of %d bytes is received before it is refused, so that a proxy does not answer 502 instead of the fault",
  async (length) => {
    const outcomes = await reading(async (port) => {
      const all: Array<string> = []
      for (let time = 0; time < TIMES; time++) all.push((await send(port, length)).outcome)
      return all
    })
    expect(outcomes).toEqual(Array.from({ length: TIMES }, () => "400"))
  }
)

test("a body of 1 MiB is accepted", async () => {
  expect((await reading((port) => send(port, MIB))).outcome).toBe("200")
})

test("the rest of a large body is waited for at most a second, and that of a huge one not at all", async () => {
  const [stalled, huge] = await reading((port) => Promise.all([send(port, 2 * MIB, MIB), send(port, 1000 * MIB, MIB)]))
  expect(stalled?.outcome).toBe("400")
  expect(stalled?.millis).toBeWithin(900, 3000)
  expect(huge?.millis).toBeLessThan(900)
})
