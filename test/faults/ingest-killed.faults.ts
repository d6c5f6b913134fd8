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

/** A person's facts, without ids. */
const factsOf = async (baseUrl: string, { token }: Device) => {
  const range = { from: "2026-01-01", to: "2026-01-31" }
  const of = async (name: string, input: Record<string, unknown>) => {
    const answer = await call({ baseUrl, token }, "rest", name, input)
    if (answer?.output === undefined) throw new Error(`${name} failed: ${JSON.stringify(answer?.error)}`)
    return answer.output
  }
  const listed: { workouts: ReadonlyArray<{ id: string }> } = JSON.parse(await of("list_workouts", { limit: 100 }))
  return {
    weights: await of("list_body_metrics", { metric: "weight", ...range }),
    steps: await of("list_body_metrics", { metric: "steps", ...range }),
    workouts: listed.workouts.map(({ id: _, ...workout }) => JSON.stringify(workout)).toSorted(),
    streak: JSON.parse(await of("get_context", {})).streak
  }
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
    let kills = 0
    let cut = 0
    try {
      for (let sequence = 1; kills < KILLS; sequence++) {
        const body = JSON.stringify(payload(sequence))
        const whole = post(server.baseUrl, killed.device, body).then(
          ({ ok }) => ok,
          () => false
        )
        await Bun.sleep(random() * LATEST)
        server.child.kill("SIGKILL")
        kills++
        const isAnswered = await whole
        if (!isAnswered) cut++
        await server.child.exited
        server = await startServer(settings)
        // The app sends what was not answered again.
        if (!isAnswered) expect((await post(server.baseUrl, killed.device, body)).status).toBe(200)
        expect((await post(server.baseUrl, spared.device, body)).status).toBe(200)
      }
      const facts = await factsOf(server.baseUrl, killed)
      expect(facts.workouts.length).toBeGreaterThan(20)
      expect(facts).toEqual(await factsOf(server.baseUrl, spared))
    } finally {
      await server[Symbol.asyncDispose]()
      measured("kill in arrivals", { seed: SEED, kills, "posts cut off": cut })
    }
    expect(cut).toBeGreaterThanOrEqual(KILLS / 3)
  },
  TIME_LIMIT
)
