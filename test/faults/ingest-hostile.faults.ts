import { expect, test } from "bun:test"
import { readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { archiveOf } from "../annexes/imports/archive-of.ts"
import { startServer, until } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { newDevices, post } from "./devices.ts"
import { atOnce, isFull, measured, memoryOf, quantile, randomFrom, TIME_LIMIT } from "./form.ts"
import { childrenOf } from "./history-page.ts"
import { type Hostile, hostileBodies } from "./hostile-bodies.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

const BODIES = isFull ? 20_000 : 200
/** One body in this many is large: each of these is read in a separate process. */
const LARGE_ONE_IN = isFull ? 1000 : 100
const AT_ONCE = 8
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))
/** Bytes that memory may grow by from the first quarter to the end. */
const MOST_GROWTH = 150e6
/** Milliseconds that /health may take meanwhile. */
const MOST_HEALTH = isFull ? 250 : 500
const SECRET = "a long secret"

/** The lines that a server has logged of a request. */
const linesOf = (log: string, requestId: string | undefined): string =>
  readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => requestId !== undefined && line.includes(requestId))
    .join("\n")

/** The fields of an answer that tests read. */
interface Answer {
  readonly error?: { readonly code: string; readonly requestId: string }
  readonly leftOut?: ReadonlyArray<unknown>
}

test.if(hasPostgres)(
  `${BODIES.toLocaleString("en-US")} hostile bodies get an answer or the envelope, and the service stays as it was`,
  async () => {
    const { small, large } = hostileBodies(randomFrom(SEED), SECRET)
    await using database = await newDatabase()
    const log = join(tmpdir(), `fettle-hostile-${SEED}-${process.pid}.log`)
    using _ = { [Symbol.dispose]: () => rmSync(log, { force: true }) }
    await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED }, { log })
    const { baseUrl } = server
    const devices = await newDevices(database.value, AT_ONCE)
    const [signing] = await newDevices(database.value, 1, SECRET)
    const statuses: Record<string, number> = {}
    const memory: Array<number> = []
    const health: Array<number> = []
    let sent = 0
    const longest = { kind: "", milliseconds: 0 }

    const check = async (response: Response, { kind, body }: Hostile) => {
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      const answer = (await response.json()) as Answer
      const isRight =
        response.status === 200
          ? Array.isArray(answer.leftOut)
          : response.status < 500 && answer.error?.code !== undefined && answer.error.requestId !== undefined
      const shown = Buffer.from(body.slice(0, 500)).toString()
      if (isRight) return
      const logged = linesOf(log, answer.error?.requestId)
      throw new Error(`${response.status} ${JSON.stringify(answer)} for ${kind}: ${shown}\n${logged}`)
    }

    const sending = atOnce(AT_ONCE, async (index) => {
      const token = devices[index]?.device ?? ""
      while (sent < BODIES) {
        const number = sent++
        if (number % 50 === 0) memory.push(memoryOf(server.child.pid))
        const hostile = number % LARGE_ONE_IN === LARGE_ONE_IN - 1 ? large() : small()
        const { kind, body, headers, signs } = hostile
        const begun = performance.now()
        const answer = await post(baseUrl, signs === true ? (signing?.device ?? "") : token, body, headers)
        await check(answer, hostile)
        const milliseconds = performance.now() - begun
        if (milliseconds > longest.milliseconds) Object.assign(longest, { kind, milliseconds })
      }
    })
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        const begun = performance.now()
        expect((await fetch(`${baseUrl}/health`)).status).toBe(200)
        health.push(performance.now() - begun)
        await Bun.sleep(20)
      }
    })()
    await sending.finally(() => {
      isOver = true
    })
    await watching
    const early = Math.max(...memory.slice(0, Math.ceil(memory.length / 4)))
    const late = Math.max(...memory.slice(-Math.ceil(memory.length / 4)))
    measured("hostile bodies", {
      seed: SEED,
      ...statuses,
      "first quarter's MB": early / 1e6,
      "last quarter's MB": late / 1e6,
      "health p99": quantile(health, 0.99),
      "health longest": Math.max(...health),
      "longest answer": longest.milliseconds,
      of: longest.kind
    })
    expect(statuses["401"]).toBeGreaterThan(0)
    expect(late - early).toBeLessThan(MOST_GROWTH)
    expect(quantile(health, 0.99)).toBeLessThan(MOST_HEALTH)
  },
  TIME_LIMIT
)

/** A small archive of recordings, each packed twice, that unpack to some gigabytes. */
const packedTwice = (): Uint8Array<ArrayBuffer> => {
  const start = `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><Track>`
  const recording = Bun.gzipSync(Buffer.from(start + "\n".repeat(120 * 1_048_576)), { level: 9 })
  return Uint8Array.from(archiveOf(Array.from({ length: 2000 }, (_, index) => [`${index}.tcx.gz`, recording])))
}

test.if(hasPostgres)(
  "bodies of one person that unpack to gigabytes delay nobody else's",
  async () => {
    await using database = await newDatabase()
    await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
    const { baseUrl } = server
    const [hostile, other] = await newDevices(database.value, 2)
    const body = packedTwice()
    let answered = 0
    // Reading them takes longer than this test, which cuts it off by ending the server.
    const sent = atOnce(2, () =>
      post(baseUrl, hostile?.device ?? "", body).then(
        () => answered++,
        () => undefined
      )
    )
    await until(() => childrenOf(server.child.pid).length > 0)
    const begun = performance.now()
    const taken = await post(baseUrl, other?.device ?? "", "date,metric,value,unit\n2026-01-01,weight,80,kg\n")
    measured("bodies packed twice", { bytes: body.length, "another's table took": performance.now() - begun })
    expect([taken.status, answered]).toEqual([200, 0])
    server.child.kill("SIGKILL")
    await sent
  },
  TIME_LIMIT
)

test.if(hasPostgres)("a device's token gives access only to the endpoint for devices", async () => {
  await using database = await newDatabase()
  await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
  const [one] = await newDevices(database.value, 1)
  const { operations } = await import("../../src/api.ts")
  const token = one?.device ?? ""
  const call = async (path: string, method: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const response = await fetch(server.baseUrl + path, {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body })
    })
    return response.status
  }
  for (const { name, method, path } of operations) {
    const isRead = method === "GET" || method === "DELETE"
    expect([name, await call(path, method, isRead ? undefined : "{}")]).toEqual([name, 401])
    const tool = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } }
    expect([name, await call("/v1/mcp", "POST", JSON.stringify(tool))]).toEqual([name, 401])
  }
  for (const path of ["/app", "/app/settings", "/app/settings/phone"]) expect(await call(path, "GET")).toBe(303)
  expect(await call("/app/settings/phone", "POST", "")).not.toBe(200)
})
