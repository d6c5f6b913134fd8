import { expect, test } from "bun:test"
import { startServer } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { call } from "./client.ts"
import { newDevices, post } from "./devices.ts"
import { isFull, measured, randomFrom, TIME_LIMIT } from "./form.ts"
import { newDatabase, UNLIMITED } from "./servers.ts"

const KILLS = isFull ? 50 : 3
/** The kill comes at random, at most this many milliseconds after a post begins. */
const LATEST = 400
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))

const FIRST_DAY = Date.UTC(2026, 0, 1)
const day = (index: number) => new Date(FIRST_DAY + (index % 28) * 86_400_000).toISOString().slice(0, 10)

/** A phone's payload: weights and workouts, some of which later payloads change. */
const payload = (sequence: number) => ({
  timestamp: "2026-02-01T11:00:00Z",
  app_version: "1.21.2",
  source: "health_connect",
  sequence,
  weight: Array.from({ length: 700 }, (_, index) => ({
    kilograms: 70 + ((sequence + index) % 90) / 10,
    time: `${day(index)}T${String(index % 24).padStart(2, "0")}:${String(index % 60).padStart(2, "0")}:00Z`,
    uuid: `w${(sequence * 350 + index) % 3000}`
  })),
  exercise: Array.from({ length: 40 }, (_, index) => ({
    type: index % 2 === 0 ? "56" : "79",
    start_time: `${day(index + sequence)}T${String(index % 20).padStart(2, "0")}:30:00Z`,
    duration_seconds: 600 + sequence,
    uuid: `e${(sequence * 20 + index) % 200}`
  })),
  daily_totals: Array.from({ length: 28 }, (_, index) => ({ date: day(index), steps: 1000 + sequence + index }))
})

type Device = Awaited<ReturnType<typeof newDevices>>[number]

/** A person's facts without ids, each as text, and their streak. */
const factsOf = async (baseUrl: string, { token }: Device) => {
  const range = { from: "2026-01-01", to: "2026-01-31" }
  const of = async (name: string, input: Record<string, unknown>) => {
    const answer = await call({ baseUrl, token }, "rest", name, input)
    if (answer?.output === undefined) throw new Error(`${name} failed: ${JSON.stringify(answer?.error)}`)
    return answer.output
  }
  const readings = async (metric: string) => {
    const listed: { readings: ReadonlyArray<object> } = JSON.parse(await of("list_body_metrics", { metric, ...range }))
    return listed.readings.map((reading) => JSON.stringify({ metric, ...reading }))
  }
  const workouts: Array<string> = []
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await of("list_workouts", { limit: 100, ...(cursor === "" ? {} : { cursor }) })
    const listed: { workouts: ReadonlyArray<{ id: string }>; nextCursor: string | null } = JSON.parse(page)
    for (const { id: _, ...workout } of listed.workouts) workouts.push(JSON.stringify(workout))
    cursor = listed.nextCursor
  }
  const { streak } = JSON.parse(await of("get_context", {}))
  return { facts: [...(await readings("weight")), ...(await readings("steps")), ...workouts], streak }
}

/** How many of these facts are not among the others, counting equal ones. */
const lacking = (facts: ReadonlyArray<string>, others: ReadonlyArray<string>): number => {
  const counts = new Map<string, number>()
  for (const fact of others) counts.set(fact, (counts.get(fact) ?? 0) + 1)
  return facts.filter((fact) => {
    const left = counts.get(fact) ?? 0
    counts.set(fact, left - 1)
    return left <= 0
  }).length
}

test.if(hasPostgres)(
  "killed while records arrive, the endpoint loses nothing: posting them again gives the same facts",
  async () => {
    const random = randomFrom(SEED)
    await using database = await newDatabase()
    const settings = { DATABASE_URL: database.value, ...UNLIMITED }
    let server = await startServer(settings)
    const [killed, spared] = await newDevices(database.value, 2)
    if (killed === undefined || spared === undefined) throw new Error("There are two devices")
    const counts = { kills: 0, "posts cut off": 0, acknowledged: 0, missing: 0, doubled: 0 }
    try {
      for (let sequence = 1; counts.kills < KILLS; sequence++) {
        const body = JSON.stringify(payload(sequence))
        const whole = post(server.baseUrl, killed.device, body).then(
          async (response) => response.ok && (await response.json().then(() => true)),
          () => false
        )
        await Bun.sleep(random() * LATEST)
        server.child.kill("SIGKILL")
        counts.kills++
        const isAnswered = await whole.catch(() => false)
        await server.child.exited
        server = await startServer(settings)
        if (isAnswered) counts.acknowledged++
        else {
          // The app sends what was not answered again.
          counts["posts cut off"]++
          expect((await post(server.baseUrl, killed.device, body)).status).toBe(200)
        }
        expect((await post(server.baseUrl, spared.device, body)).status).toBe(200)
        const [mine, whatIsRight] = [await factsOf(server.baseUrl, killed), await factsOf(server.baseUrl, spared)]
        counts.missing += lacking(whatIsRight.facts, mine.facts)
        counts.doubled += lacking(mine.facts, whatIsRight.facts)
        expect(mine.streak).toEqual(whatIsRight.streak)
        expect(mine.facts.length).toBeGreaterThan(20)
      }
      expect([counts.missing, counts.doubled]).toEqual([0, 0])
    } finally {
      await server[Symbol.asyncDispose]()
      measured("kill in arrivals", { seed: SEED, ...counts })
    }
    expect(counts["posts cut off"]).toBeGreaterThanOrEqual(KILLS / 3)
  },
  TIME_LIMIT
)
