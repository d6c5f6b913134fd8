import { expect } from "bun:test"
import { browserOf, formsOf } from "../annexes/page/support.ts"
import { makeReceiver, type Receiver, verified } from "../annexes/webhooks/support.ts"
import { fettle, freePort, type SettingsOfProcess, startServer, until } from "../support/process.ts"
import { call } from "./client.ts"
import { post } from "./devices.ts"
import { isFull, measured, randomFrom } from "./form.ts"
import { onEachDatabase } from "./on-each-database.ts"
import { UNLIMITED } from "./servers.ts"

const KILLS = isFull ? 20 : 3
/** A kill comes at random, at most this many milliseconds after a round's share of the facts. */
const LATEST = 200
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))

/** How many facts are logged in each way: 1,000 together, or 150 in the short form. */
const FACTS = isFull
  ? ({ rest: 400, mcp: 250, page: 200, device: 150 } as const)
  : ({ rest: 60, mcp: 35, page: 30, device: 25 } as const)
type Way = keyof typeof FACTS
const TOTAL = Object.values(FACTS).reduce((sum, each) => sum + each, 0)
const WAYS: ReadonlyArray<Way> = ["rest", "mcp", "page", "device"]

/** The name of a fact: the way with its number there. */
const nameOf = (way: Way, place: number) => `${way} ${place}`
const weightOf = (place: number) => 60 + place / 10

/** The fact of a message: food and workouts have it as their name, a device's reading as its value. */
const factOf = ({ data }: Receiver["got"][number]): string => {
  const { entry, workout, readings } = data as {
    readonly entry?: { readonly food: { readonly name: string } }
    readonly workout?: { readonly name: string }
    readonly readings?: ReadonlyArray<{ readonly value: number }>
  }
  const [reading] = readings ?? []
  return entry?.food.name ?? workout?.name ?? nameOf("device", Math.round(((reading?.value ?? 0) - 60) * 10))
}

/** A receiver that is wrong in turn in every way until `good` is called. */
const wrongReceiver = () => {
  const receiver = makeReceiver()
  let asked = 0
  receiver.answers(() => {
    asked += 1
    if (asked % 4 === 1) return new Response("no", { status: 500 })
    if (asked % 4 === 2) return new Response(null, { status: 302, headers: { location: receiver.url } })
    if (asked % 4 === 3) return new Response("slow down", { status: 429, headers: { "retry-after": "1" } })
    return new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } })
  })
  return receiver
}

const jsonOf = async (settings: SettingsOfProcess, ...args: ReadonlyArray<string>) => {
  const { stdout, stderr, exitCode } = await fettle(settings, ...args, "--json")
  if (exitCode !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Logs facts one after the other in each way, and each again until it is acknowledged. */
const writersOn = async (
  { baseUrl, token, welcome }: Pick<Awaited<ReturnType<typeof startServer>>, "baseUrl" | "token" | "welcome">,
  settings: SettingsOfProcess,
  userId: string
) => {
  const browser = browserOf(
    { fetch: (path, init) => fetch(new URL(path, baseUrl), { ...init, redirect: "manual" }) },
    { origin: baseUrl }
  )
  const deviceToken = ["token", "create", "--user", userId, "--scope", "ingest", "--app", "life-dashboard"]
  const device = await jsonOf(settings, ...deviceToken)
  await browser.post("/app/login", { link: /\?link=(\w+)/.exec(welcome)?.[1] ?? "" })
  const form = formsOf((await browser.get("/app/diary")).html).find(({ hidden }) => hidden.action === "quick")
  if (form === undefined) throw new Error("The diary has no form for a quick add")
  const account = { baseUrl, token }
  const day = new Date().toISOString().slice(0, 10)
  const sets = [{ weight: { value: 100, unit: "kg" }, reps: 5 }]

  const send: Readonly<Record<Way, (place: number) => Promise<boolean>>> = {
    rest: async (place) => {
      const food = { quickAdd: { name: nameOf("rest", place), calories: 100 }, servings: 1, mealType: "lunch" }
      return (await call(account, "rest", "log_food_entry", food, `rest-${place}`))?.output !== undefined
    },
    mcp: async (place) => {
      const workout = { name: nameOf("mcp", place), exercises: [{ exerciseId: "exr_barbell_squat", sets }] }
      return (await call(account, "mcp", "log_workout", workout, `mcp-${place}`))?.output !== undefined
    },
    page: async (place) => {
      const fields = { "quickAdd.name": nameOf("page", place), "quickAdd.calories": "100", mealType: "dinner" }
      const sent = await browser.post(form.to, { ...form.hidden, ...fields, idempotency_key: `page_${place}` })
      return sent.status === 303
    },
    device: async (place) => {
      const weight = [{ kilograms: weightOf(place), time: `${day}T00:00:01Z`, uuid: "w", source: "com.scale" }]
      const body = {
        timestamp: `${day}T00:00:02Z`,
        app_version: "1",
        source: "health_connect",
        sequence: place,
        weight
      }
      return (await post(baseUrl, device.token, JSON.stringify(body))).ok
    }
  }
  let acknowledged = 0
  const write = async (way: Way) => {
    for (let place = 1; place <= FACTS[way]; ) {
      const isDone = await send[way](place).catch(() => false)
      if (isDone) {
        acknowledged += 1
        place += 1
      } else await Bun.sleep(50)
    }
  }
  return { begin: () => Promise.all(WAYS.map(write)), acknowledged: () => acknowledged }
}

const killedAgainAndAgain = async (database: string, given: SettingsOfProcess): Promise<void> => {
  const random = randomFrom(SEED)
  const settings: SettingsOfProcess = {
    ...given,
    ...UNLIMITED,
    ARRIVALS_PER_MINUTE: "1000000",
    ARRIVALS_BURST: "1000000",
    WEBHOOKS_PRIVATE: "on",
    PORT: await freePort()
  }
  const receiver = wrongReceiver()
  let server = await startServer(settings)
  const { baseUrl } = server
  const begun = performance.now()
  try {
    const own = { ...settings, BASE_URL: baseUrl }
    const [userId = ""] = /usr_\w+/.exec(server.welcome) ?? []
    const [{ secret }, writers] = await Promise.all([
      jsonOf(own, "webhook", "add", "--user", userId, "--url", receiver.url),
      writersOn(server, own, userId)
    ])
    const writing = writers.begin()
    for (let kills = 0; kills < KILLS; kills += 1) {
      // The facts are spread over the rounds, so that every kill interrupts writing.
      const share = (TOTAL * (kills + 1)) / (KILLS + 1)
      await Promise.race([until(() => writers.acknowledged() >= share, 60), writing])
      await Bun.sleep(random() * LATEST)
      server.child.kill("SIGKILL")
      await server.child.exited
      server = await startServer(settings)
      if (kills === Math.floor(KILLS / 2)) receiver.answers()
    }
    await writing
    const first = () => new Map(receiver.got.map((got) => [got.id, got] as const))
    await until(() => first().size >= TOTAL, 60)
    // Whatever comes in addition would come now.
    await Bun.sleep(500)
    const messages = [...first().values()]
    measured(`webhooks on ${database}`, {
      seed: SEED,
      kills: KILLS,
      events: messages.length,
      attempts: receiver.got.length,
      seconds: (performance.now() - begun) / 1000
    })
    for (const way of WAYS) {
      const told = messages.map(factOf).filter((fact) => fact.startsWith(`${way} `))
      expect(told).toEqual(Array.from({ length: FACTS[way] }, (_, index) => nameOf(way, index + 1)))
    }
    for (const message of messages.slice(-50)) verified(message, secret)
    // A message that comes again comes before any later one.
    let latest = -1
    const order = new Map(messages.map(({ id }, index) => [id, index]))
    for (const { id } of receiver.got) {
      const place = order.get(id) ?? -1
      expect(place).toBeGreaterThanOrEqual(latest)
      latest = place
    }
  } finally {
    await server[Symbol.asyncDispose]()
    await receiver.stop()
  }
}

onEachDatabase(
  (database) =>
    `killed while facts are logged in every way, the service on ${database} tells a receiver that is wrong for a while each of them, in order`,
  killedAgainAndAgain
)
