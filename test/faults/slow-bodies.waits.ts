import { expect, test } from "bun:test"
import { startServer, until } from "../support/process.ts"
import { openConnection, requestBytes } from "./connection.ts"
import { atOnce, measured, memoryOf, TIME_LIMIT } from "./form.ts"
import { anyDatabase, UNLIMITED } from "./servers.ts"

/** Bytes of a long workout's body, and how many of them a slow connection sends a second. */
const LONG_BODY = 429_000
const POOR_CONNECTION = 60_000
/** How many bodies are sent at once, a byte a second, and how many more bytes a process may use afterwards. */
const MANY_BODIES = 2000
const LEFT_BEHIND = 20_000_000
/** How many pieces of a body are sent a second. */
const PIECES = 10

const workout = JSON.stringify({
  name: "Long run",
  exercises: [
    { name: "Running", sets: Array.from({ length: 100 }, () => ({ distanceMeters: 2000, durationSeconds: 600 })) }
  ]
})

test(
  `${MANY_BODIES} bodies of a byte a second leave no memory behind`,
  async () => {
    await using database = await anyDatabase()
    await using server = await startServer({ ...database.settings, ...UNLIMITED })
    const isHealthy = async () => (await fetch(`${server.baseUrl}/health`)).ok
    await isHealthy()
    const before = memoryOf(server.child.pid)
    // This path queries the database only once its body is there.
    const head = requestBytes(server, "/oauth/token", undefined, {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": "10000"
    }).replace("GET", "POST")
    const connections = await atOnce(MANY_BODIES, () => openConnection(server))
    const sentAt = performance.now()
    const answers = connections.map((connection) => connection?.exchange(head))
    let most = 0
    const trickling = setInterval(() => {
      for (const connection of connections) if (connection?.isEnded() === false) connection.socket.write(" ")
      most = Math.max(most, memoryOf(server.child.pid))
    }, 1000)
    const outcomes = await Promise.all(answers)
    clearInterval(trickling)
    for (const connection of connections) connection?.socket.destroy()
    expect(outcomes.filter((outcome) => outcome?.came === "whole" && outcome.status === 400)).toHaveLength(MANY_BODIES)
    expect(performance.now() - sentAt).toBeGreaterThan(9500)
    await until(async () => (await isHealthy()) && memoryOf(server.child.pid) < before + LEFT_BEHIND, 30)
    measured("bodies of a byte a second", {
      "megabytes before": before / 1e6,
      "at most": most / 1e6,
      after: memoryOf(server.child.pid) / 1e6
    })
  },
  TIME_LIMIT
)

test(
  "a body may take 10 seconds to arrive, whatever its outcome; a slower one gets a specific error, and its connection closes",
  async () => {
    await using database = await anyDatabase()
    await using server = await startServer({ ...database.settings, ...UNLIMITED })

    /** Sends a body at this many bytes a second, and returns the outcome. */
    const sendAt = async (bytesPerSecond: number, path: string, body: string, isChunked = false) => {
      const connection = await openConnection(server)
      if (connection === undefined) throw new Error("The server took no connection")
      const head = requestBytes(server, path, undefined, {
        "content-type": "application/json",
        ...(isChunked ? { "transfer-encoding": "chunked" } : { "content-length": String(Buffer.byteLength(body)) })
      }).replace("GET", "POST")
      const sentAt = performance.now()
      const piece = Math.ceil(bytesPerSecond / PIECES)
      let sent = 0
      const sending = setInterval(() => {
        if (connection.isEnded() || sent >= body.length) return clearInterval(sending)
        const text = body.slice(sent, sent + piece)
        connection.socket.write(isChunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text)
        sent += piece
      }, 1000 / PIECES)
      const outcome = await connection.exchange(head)
      clearInterval(sending)
      const seconds = (performance.now() - sentAt) / 1000
      await Bun.sleep(200)
      return { outcome, seconds, isClosed: connection.isEnded() }
    }
    const call = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "log_workout", arguments: JSON.parse(workout) }
    })

    const [rest, mcp, slow, slowCall, slowChunks] = await Promise.all([
      sendAt(POOR_CONNECTION, "/v1/workouts", workout.padEnd(LONG_BODY)),
      sendAt(POOR_CONNECTION, "/v1/mcp", call.padEnd(LONG_BODY)),
      sendAt(POOR_CONNECTION / 2, "/v1/workouts", workout.padEnd(LONG_BODY)),
      sendAt(10, "/v1/mcp", call),
      sendAt(10, "/v1/workouts", workout, true)
    ])
    measured("slow bodies", { "REST after seconds": rest.seconds, "MCP after seconds": mcp.seconds })

    for (const { outcome, seconds } of [rest, mcp]) {
      expect(outcome).toMatchObject({ came: "whole", status: 200, body: expect.stringContaining("wkout_") })
      expect(seconds).toBeGreaterThan(LONG_BODY / POOR_CONNECTION - 1)
    }
    for (const { outcome } of [slow, slowChunks]) {
      expect(outcome).toMatchObject({ came: "whole", status: 400 })
      expect("body" in outcome && JSON.parse(outcome.body)).toMatchObject({
        error: {
          code: "validation_failed",
          details: { fields: [{ field: "body", message: expect.stringContaining("10 seconds") }] }
        }
      })
    }
    expect(slowCall.outcome).toMatchObject({ came: "whole", status: 400, body: expect.stringContaining("10 seconds") })
    const refused = { slow, slowCall, slowChunks }
    for (const [name, { outcome, seconds, isClosed }] of Object.entries(refused)) {
      expect(seconds).toBeWithin(9.5, 15)
      expect([name, "isLast" in outcome && outcome.isLast, isClosed]).toEqual([name, true, true])
    }
  },
  TIME_LIMIT
)
