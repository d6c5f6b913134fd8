import { expect, test } from "bun:test"
import { archiveOf } from "../features/history/archive-of.ts"
import { startServer, until } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { newDevices, post } from "./devices.ts"
import { atOnce, isFull, measured, memoryOf, quantile, randomFrom, TIME_LIMIT } from "./form.ts"
import { childrenOf } from "./history-page.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

const BODIES = isFull ? 20_000 : 200
/** One body in so many is a large one: each of these is read by a process of its own. */
const LARGE_ONE_IN = isFull ? 1000 : 100
const AT_ONCE = 8
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))
/** Bytes by which memory may grow from the first quarter to the end. */
const MOST_GROWTH = 150e6
/** Milliseconds that /health may take beside the bodies. */
const MOST_HEALTH = isFull ? 250 : 500
const SECRET = "a long secret"

/** What a test reads of an answer. */
interface Answer {
  readonly error?: { readonly code: string; readonly requestId: string }
  readonly leftOut?: ReadonlyArray<unknown>
}

const MEBIBYTE = 1_048_576

const VALUES: ReadonlyArray<unknown> = [
  null,
  true,
  -1,
  1e308,
  -0,
  1e-320,
  2 ** 53,
  "",
  "NaN",
  "80",
  "\u0000",
  "\ud800",
  "'; DROP TABLE users; --",
  "<script>alert(1)</script>",
  "__proto__",
  "2026-02-30T25:61:00Z",
  "9999-12-31T23:59:59Z",
  "2026-01-01T07:00:00+99:99",
  "x".repeat(5000),
  [],
  {},
  [[]],
  { __proto__: null },
  { constructor: 1 }
]

const LISTS = ["weight", "body_fat", "steps", "nutrition", "exercise", "daily_totals", "deleted_records", "other"]
const FIELDS = [
  "kilograms",
  "percentage",
  "count",
  "calories",
  "protein_grams",
  "name",
  "type",
  "time",
  "start_time",
  "end_time",
  "duration_seconds",
  "uuid",
  "date",
  "steps",
  "meal_type",
  "__proto__"
]
const METRICS = ["step_count", "weight_body_mass", "body_fat_percentage", "protein", "dietary_energy", "x"]

/** Bodies that no app sends, from a source of random numbers. */
const makeBodies = (random: () => number) => {
  const below = (count: number) => Math.floor(random() * count)
  const one = <A>(values: ReadonlyArray<A>): A => values[below(values.length)] as A
  const value = (): unknown => (random() < 0.3 ? below(200) : one(VALUES))
  const text = (): string => {
    const time = `2026-01-${String(1 + below(40)).padStart(2, "0")}T0${below(10)}:00:00Z`
    const record = () => {
      const fields = Array.from({ length: 1 + below(8) }, () => [one(FIELDS), value()] as const)
      return random() < 0.1
        ? value()
        : { time, start_time: time, date: time.slice(0, 10), ...Object.fromEntries(fields) }
    }
    const list = () => (random() < 0.1 ? value() : Array.from({ length: below(6) }, record))
    switch (below(6)) {
      case 0:
      case 1: {
        const lists = Array.from({ length: 1 + below(4) }, () => [one(LISTS), list()] as const)
        const source = random() < 0.5 ? { source: "health_connect" } : {}
        const head = { timestamp: random() < 0.8 ? time : value(), app_version: "1", sequence: value(), ...source }
        return JSON.stringify({ ...head, ...Object.fromEntries(lists) })
      }
      case 2: {
        const spaced = `${time.slice(0, 10)} 07:00:00 +0000`
        const points = () =>
          Array.from({ length: below(6) }, () => ({ date: random() < 0.8 ? spaced : value(), qty: value() }))
        const metrics = Array.from({ length: below(4) }, () => ({
          name: random() < 0.9 ? one(METRICS) : value(),
          units: random() < 0.6 ? one(["kg", "%", "count", "g", "kJ"]) : value(),
          data: random() < 0.8 ? points() : value()
        }))
        const workouts = [
          { id: value(), name: value(), start: spaced, end: value(), duration: value(), distance: value() }
        ]
        return JSON.stringify({ data: { metrics, workouts: random() < 0.5 ? workouts : value() } })
      }
      case 3:
        return `${"[".repeat(below(20_000))}${"]".repeat(below(20_000))}`
      case 4:
        return `{"source":"health_connect","weight":${'{"a":'.repeat(below(5000))}`
      default:
        // What begins as no JSON is read as a file, in a process of its own.
        return random() < 0.02 ? JSON.stringify(value()) : JSON.stringify([value(), { source: value() }])
    }
  }
  const kilograms = { kilograms: 80, time: "2026-01-01T07:00:00Z" }
  const large = (): string | Uint8Array<ArrayBuffer> =>
    one([
      () =>
        JSON.stringify({ source: "health_connect", weight: [{ ...kilograms, uuid: "x".repeat(10 * MEBIBYTE - 200) }] }),
      () => "[".repeat(10 * MEBIBYTE),
      () => `{"data":{"metrics":${"[".repeat(9 * MEBIBYTE)}`,
      () => `date,metric,value,unit\n${"2026-01-01,weight,80,kg\n".repeat(60_000)}`,
      () => `<?xml version="1.0"?><HealthData>${"<Record>".repeat(200_000)}`,
      () => JSON.stringify({ source: "health_connect", weight: "x".repeat(11 * MEBIBYTE) })
    ])()
  return { text, large, below }
}

test.if(hasPostgres)(
  `${BODIES.toLocaleString("en-US")} hostile bodies get an answer or the envelope, and the service stays as it was`,
  async () => {
    const { text, large, below } = makeBodies(randomFrom(SEED))
    await using database = await newDatabase()
    await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
    const { baseUrl } = server
    const devices = await newDevices(database.value, AT_ONCE)
    const [signing] = await newDevices(database.value, 1, SECRET)
    const statuses: Record<string, number> = {}
    const memory: Array<number> = []
    const health: Array<number> = []
    let sent = 0
    const bomb = Bun.gzipSync(new Uint8Array(100_000_000))

    const check = async (response: Response, body: string | Uint8Array) => {
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      const answer = (await response.json()) as Answer
      const isRight =
        response.status === 200
          ? Array.isArray(answer.leftOut)
          : response.status < 500 && answer.error?.code !== undefined && answer.error.requestId !== undefined
      if (!isRight)
        throw new Error(
          `${response.status} ${JSON.stringify(answer)} for ${Buffer.from(body).toString().slice(0, 500)}`
        )
    }

    const sending = atOnce(AT_ONCE, async (index) => {
      const token = devices[index]?.device ?? ""
      while (sent < BODIES) {
        const number = sent++
        if (number % 50 === 0) memory.push(memoryOf(server.child.pid))
        const kind = number % LARGE_ONE_IN === LARGE_ONE_IN - 1 ? "large" : below(20)
        const body = kind === "large" ? large() : kind === 0 ? bomb : text()
        const isPacked = kind === 0 || kind === 1
        const signature: Record<string, string> =
          kind === 2
            ? { "x-signature": `sha256=${below(2) === 0 ? "0".repeat(64) : text().slice(0, 20).replace(/[^\w]/g, "")}` }
            : {}
        const headers = { ...(isPacked ? { "content-encoding": "gzip" } : {}), ...signature }
        await check(await post(baseUrl, kind === 2 ? (signing?.device ?? "") : token, body, headers), body)
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
      "health longest": Math.max(...health)
    })
    expect(statuses["401"]).toBeGreaterThan(0)
    expect(late - early).toBeLessThan(MOST_GROWTH)
    expect(quantile(health, 0.99)).toBeLessThan(MOST_HEALTH)
  },
  TIME_LIMIT
)

/** A small archive of recordings, each packed twice, of some gigabytes. */
const packedTwice = (): Uint8Array<ArrayBuffer> => {
  const start = `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><Track>`
  const recording = Bun.gzipSync(Buffer.from(start + "\n".repeat(120 * MEBIBYTE)), { level: 9 })
  return Uint8Array.from(archiveOf(Array.from({ length: 2000 }, (_, index) => [`${index}.tcx.gz`, recording])))
}

test.if(hasPostgres)(
  "bodies of one person that unpack to gigabytes hold up nobody else's",
  async () => {
    await using database = await newDatabase()
    await using server = await startServer({ DATABASE_URL: database.value, ...UNLIMITED })
    const { baseUrl } = server
    const [hostile, other] = await newDevices(database.value, 2)
    const body = packedTwice()
    let answered = 0
    // They are read for longer than this test takes, and cut off when it ends the server.
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

test.if(hasPostgres)("a device's token opens nothing but the door", async () => {
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
