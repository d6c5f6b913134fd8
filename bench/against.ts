/**
 * What calls cost here, against another checkout: `bun bench/against.ts FOLDER [OPERATION…]`. Three servers run beside each
 * other, each on its own new PostgreSQL database: the other checkout's, this one's, and this one's for a person with a
 * webhook whose receiver is away, so that writes are recorded for it and nothing is sent. Each round calls all three in
 * turn, in changing order. Prints, for each operation, the median over the rounds of processor time (the server and its
 * backends) and of time, each divided by that of the other checkout in the same round.
 */
import { readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import pg from "pg"
import { call } from "../test/faults/client.ts"
import { UNLIMITED } from "../test/faults/servers.ts"
import { freePort } from "../test/support/process.ts"
import { POSTGRES_URL } from "../test/support/stores.ts"
import { databaseSeconds, sumSince } from "./cpu.ts"
import { median } from "./measure.ts"

const ROUNDS = Number(process.env.ROUNDS ?? 30)
const CALLS = Number(process.env.CALLS ?? 60)
const WARM_UP = 200

/** Nobody listens there. */
const AWAY = "http://127.0.0.1:9/hook"

const EGG = "food_sr28_01123"
const sets = [{ weight: { value: 100, unit: "kg" }, reps: 5 }]

/** Operations with the input of one call. */
const OPERATIONS: Readonly<Record<string, (place: number) => Record<string, unknown>>> = {
  set_body_metrics: (place) => ({ metric: "steps", readings: [{ value: 1000 + (place % 9000) }] }),
  log_food_entry: (place) => ({ foodId: EGG, servings: 1 + (place % 3), mealType: "lunch", date: dayOf(place) }),
  log_workout: (place) => ({
    name: "Squats",
    date: dayOf(place),
    exercises: [{ exerciseId: "exr_barbell_squat", sets }]
  }),
  search_foods: (place) => ({ query: ["milk", "white bread", "chicken breast", "apple"][place % 4], limit: 5 }),
  list_food_entries: () => ({}),
  list_body_metrics: () => ({ metric: "weight" }),
  list_workouts: () => ({ limit: 5 }),
  search_exercises: () => ({ query: "squat", limit: 5 }),
  get_context: () => ({})
}

/** Days of the last years, so that no day grows long. */
const dayOf = (place: number): string => new Date(Date.now() - (place % 1000) * 86_400_000).toISOString().slice(0, 10)

const [folder, ...chosen] = process.argv.slice(2)
if (folder === undefined) throw new Error("Usage: bun bench/against.ts FOLDER [OPERATION…]")
const here = resolve(import.meta.dir, "..")

const admin = new pg.Client({ connectionString: POSTGRES_URL })
await admin.connect()

/** Processor seconds of all threads of a process, to the nanosecond. */
const secondsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ", 1)[0]) / 1e9,
    0
  )

const start = async (name: string, cwd: string) => {
  const database = `against_${name.replaceAll(/\W/g, "_")}_${process.pid}`
  await admin.query(`CREATE DATABASE ${database}`)
  const url = new URL(POSTGRES_URL)
  url.pathname = `/${database}`
  const port = await freePort()
  const env = {
    ...process.env,
    ...UNLIMITED,
    DATABASE_URL: url.href,
    PORT: port,
    WEBHOOKS_PRIVATE: "on",
    LOG_LEVEL: "error"
  }
  const run = (...args: ReadonlyArray<string>) =>
    Bun.spawn(["bun", "src/main.ts", ...args], { cwd, env, stdout: "pipe", stderr: "ignore" })
  await run("migrate").exited
  const userOf = JSON.parse(
    await new Response(
      run("user", "create", "--name", "A", "--timezone", "UTC", "--plan", "paid", "--json").stdout
    ).text()
  )
  const user: string = userOf.userId
  const { token } = JSON.parse(await new Response(run("token", "create", "--user", user, "--json").stdout).text())
  if (name === "webhook") await run("webhook", "add", "--user", user, "--url", AWAY, "--json").exited
  const child = run("serve")
  const baseUrl = `http://localhost:${port}`
  for (;;) {
    const answer = await fetch(`${baseUrl}/ready`).catch(() => undefined)
    if (answer?.ok === true) break
    await Bun.sleep(100)
  }
  let place = 0
  return {
    name,
    /** Calls an operation some times in a row, and returns processor seconds and seconds of one call. */
    measure: async (operation: string, calls: number) => {
      const [cpu, backends, begun] = [secondsOf(child.pid), databaseSeconds(database).backends, performance.now()]
      for (let each = 0; each < calls; each += 1) {
        place += 1
        const input = OPERATIONS[operation]?.(place) ?? {}
        const answer = await call({ baseUrl, token }, "rest", operation, input)
        if (answer?.output === undefined) throw new Error(`${name} ${operation}: ${JSON.stringify(answer)}`)
      }
      const seconds = (performance.now() - begun) / 1000
      const used = secondsOf(child.pid) - cpu + sumSince(backends, databaseSeconds(database).backends)
      return { cpu: used / calls, seconds: seconds / calls }
    },
    stop: async () => {
      child.kill()
      await child.exited
      await admin.query(`DROP DATABASE ${database} WITH (FORCE)`)
    }
  }
}

const servers = [await start("before", resolve(folder)), await start("now", here), await start("webhook", here)]
try {
  console.log(`operation | processor µs before | now ÷ before | with a webhook ÷ before | the same of time`)
  for (const operation of chosen.length > 0 ? chosen : Object.keys(OPERATIONS)) {
    for (const server of servers) await server.measure(operation, WARM_UP)
    const rounds: Array<Map<string, { readonly cpu: number; readonly seconds: number }>> = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = [...servers.slice(round % 3), ...servers.slice(0, round % 3)]
      const found = new Map<string, { readonly cpu: number; readonly seconds: number }>()
      for (const server of round % 2 === 0 ? order : order.toReversed())
        found.set(server.name, await server.measure(operation, CALLS))
      rounds.push(found)
    }
    const of = (what: "cpu" | "seconds", name: string) =>
      median(rounds.map((round) => (round.get(name)?.[what] ?? 0) / (round.get("before")?.[what] ?? 1)))
    const before = median(rounds.map((round) => (round.get("before")?.cpu ?? 0) * 1e6))
    const ratios = (["cpu", "seconds"] as const).map((what) =>
      ["now", "webhook"].map((name) => of(what, name).toFixed(3)).join(" | ")
    )
    console.log(`${operation} | ${before.toFixed(0)} | ${ratios.join(" | ")}`)
  }
} finally {
  await Promise.all(servers.map(({ stop }) => stop()))
  await admin.end()
}
process.exit(0)
