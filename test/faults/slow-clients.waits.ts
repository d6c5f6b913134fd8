import { expect, test } from "bun:test"
import { existsSync, readdirSync } from "node:fs"
import { startServer } from "../support/process.ts"
import type { Account } from "./client.ts"
import { type Connection, openConnection, requestBytes } from "./connection.ts"
import { atOnce, isFull, measured, memoryOf, TIME_LIMIT } from "./form.ts"
import { latency } from "./latency.ts"
import { anyDatabase, UNLIMITED } from "./servers.ts"

const SLOW_CLIENTS = 500
const PROBES = isFull ? 300 : 60
/**
 * Milliseconds after which no slow client is connected any more: the server's idle timeout, plus the coarse steps of
 * its clock.
 */
const BOUND = 22_000
/** Milliseconds for reading what the server sent before it closed. */
const READING = 5000
/** Bytes that this many connections may take: 200 KB each. */
const MOST_GROWTH = 100_000_000

/** What each kind of slow client sends at first, and what it trickles twice a second. */
const kinds = (account: Account) => {
  const post = requestBytes(account, "/v1/food-entries", { foodId: "food_sr28_01123", servings: 1, mealType: "lunch" })
  const body = post.indexOf("\r\n\r\n") + 4
  const chunked = requestBytes(account, "/v1/food-entries", undefined, {
    "content-type": "application/json",
    "transfer-encoding": "chunked"
  }).replace("GET", "POST")
  return [
    { kind: "silent", first: "", trickle: "", reads: true },
    { kind: "trickles headers", first: post.slice(0, body - 20), trickle: "a", reads: true },
    { kind: "never sends the body it announced", first: post.slice(0, body), trickle: "", reads: true },
    { kind: "trickles its body", first: post.slice(0, body), trickle: " ", reads: true },
    { kind: "never ends a chunked body", first: `${chunked}2\r\n{ \r\n`, trickle: "1\r\n \r\n", reads: true },
    { kind: "never reads its answer", first: requestBytes(account, "/v1/openapi.json"), trickle: "", reads: false }
  ]
}

/** A process's memory in bytes, and its open files; neither if the system does not report them. */
const heldBy = (pid: number) => ({
  memory: memoryOf(pid),
  files: existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : 0
})

test(
  `${SLOW_CLIENTS} slow clients block nothing: others are served as before, and each is closed in bounded time`,
  async () => {
    await using database = await anyDatabase()
    await using server = await startServer({ ...database.settings, ...UNLIMITED })
    await latency(server, PROBES)
    const before = await latency(server, PROBES)
    const heldBefore = heldBy(server.child.pid)

    const all = kinds(server)
    const opened = performance.now()
    const slow = await atOnce(SLOW_CLIENTS, async (index) => {
      const connection = await openConnection(server)
      const kind = all[index % all.length]
      if (connection === undefined || kind === undefined) throw new Error("The server took no connection")
      if (!kind.reads) connection.socket.pause()
      if (kind.first !== "") connection.socket.write(kind.first)
      return { ...kind, connection }
    })
    const trickling = setInterval(() => {
      for (const { connection, trickle } of slow)
        if (trickle !== "" && !connection.isEnded()) connection.socket.write(trickle)
    }, 500)

    const beside = await latency(server, PROBES)
    const heldBeside = heldBy(server.child.pid)

    const remain = (connections: ReadonlyArray<{ readonly connection: Connection }>) =>
      connections.filter(({ connection }) => !connection.isEnded()).length
    const reading = slow.filter(({ reads }) => reads)
    while (remain(reading) > 0 && performance.now() - opened < BOUND) await Bun.sleep(100)
    const closedAfter = performance.now() - opened
    clearInterval(trickling)
    await Bun.sleep(opened + BOUND - performance.now())
    const heldAfter = heldBy(server.child.pid)
    // A client that does not read does not see the end either, until it has read what came before.
    for (const { connection } of slow) connection.socket.resume()
    const resumed = performance.now()
    while (remain(slow) > 0 && performance.now() - resumed < READING) await Bun.sleep(100)
    const still = slow.flatMap(({ kind, connection }) => (connection.isEnded() ? [] : [kind]))
    for (const { connection } of slow) connection.socket.destroy()

    measured("slow clients", {
      clients: SLOW_CLIENTS,
      "p50 before, beside": `${before.median.toFixed(1)}, ${beside.median.toFixed(1)} ms`,
      "p99 before, beside": `${before.p99.toFixed(1)}, ${beside.p99.toFixed(1)} ms`,
      "memory before, beside": `${Math.round(heldBefore.memory / 1e6)}, ${Math.round(heldBeside.memory / 1e6)} MB`,
      "open files before, beside, after": `${heldBefore.files}, ${heldBeside.files}, ${heldAfter.files}`,
      "all closed after seconds": closedAfter / 1000
    })
    expect(still).toEqual([])
    expect(beside.median).toBeLessThan(before.median * 3 + 20)
    expect(heldBeside.memory - heldBefore.memory).toBeLessThan(MOST_GROWTH)
    expect(heldAfter.files).toBeLessThan(heldBefore.files + 20)
  },
  TIME_LIMIT
)
