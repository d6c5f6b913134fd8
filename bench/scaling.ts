/** How the service scales: with processes, users, their history, time and foods. `bun run bench:scaling --help` */
import { cpuSeconds, residentMegabytes } from "./cpu.ts"
import { forgetWrites, type Size, withDatabase } from "./data/database.ts"
import { home } from "./home.ts"
import { percentile, startGenerator } from "./load/generator.ts"
import { type Figures, measure, median, perCore, QUICK, THOROUGH } from "./measure.ts"
import { distinct, mixedRequests, NEW_SEARCHES, operations, restRequests } from "./operations.ts"
import { optionsOf, SHIPPED_FOODS } from "./options.ts"
import { type Server, startServer } from "./servers.ts"

const USAGE = `
bun run bench:scaling WHAT [options]

  processes   requests a second of one process, and of two workers, and latencies at half of that
  users       CPU of a request with 1,000 users, and with --users (20000)
  history     CPU of a request with --users (200) of one year each, and of --years (10)
  memory      what a process holds under a steady load for --minutes (10) at --rate (300)
  search      latency of search_foods at 50 a second beside other load at --rate (300), with --foods
  start       time to start on an existing database, and what an idle process holds
  home        a home server of one core and 1 GB with the embedded database: starts, ten users at once, pages, memory

The other options are those of bun run bench.
`

const SEARCHES_PER_SECOND = 50
const FEW = 1000
const MANY = 20_000
const WITH_HISTORY = 200
const STARTS = 5
const SAMPLE_SECONDS = 10
const WORKERS_START_MILLIS = 5000

const [what = "", ...rest] = process.argv.slice(2)
const options = optionsOf(rest)
const timing = options.quick ? QUICK : THOROUGH
const print = (line: string) => console.log(line)
const percent = (part: number, whole: number) => `${part >= whole ? "+" : ""}${((part / whole - 1) * 100).toFixed(1)} %`

const sizeLine = ({ users, years = 1, foods }: Size): string =>
  `${users} users with ${years === 1 ? "a year" : `${years} years`} each, ${foods === SHIPPED_FOODS ? "the shipped" : foods} foods`

/** Runs `work` with a load generator and the servers that it starts, and ends them all. */
const withServers = async (
  work: (tools: {
    readonly generator: ReturnType<typeof startGenerator>
    readonly start: (url: string, args?: ReadonlyArray<string>) => Promise<Server>
  }) => Promise<void>
) => {
  const generator = startGenerator()
  const servers: Array<Server> = []
  try {
    await work({
      generator,
      start: async (url, args) => {
        const server = await startServer("fettle", url, { args: args ?? [] })
        servers.push(server)
        return server
      }
    })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await generator.stop()
  }
}

/** The highest rate, and the latencies at half of it. */
const shown = ({ requestsPerSecond, p50, p99 }: Figures): string =>
  `${Math.round(requestsPerSecond)}/s (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms)`

const processes = async (url: string) => {
  await withServers(async ({ generator, start }) => {
    const servers = [await start(url), await start(url, ["--workers", "2"])]
    // When the first worker answers, the second may not be ready yet.
    await Bun.sleep(WORKERS_START_MILLIS)
    for (const operation of distinct(options.operations)) {
      const contenders = servers.map((server, index) => ({
        name: String(index + 1),
        server,
        requests: restRequests(operation, server.port, options.tokens)
      }))
      const tidy = () => (operation.method === "GET" ? Promise.resolve() : forgetWrites(url))
      const figures = await measure(
        { generator, connections: 2 * options.connections, timing, pinned: false },
        contenders,
        tidy
      )
      const [of1, of2] = [figures.get("1"), figures.get("2")]
      if (of1 === undefined || of2 === undefined) continue
      print(
        `${operation.name}: 1 process ${shown(of1)}; 2 processes ${shown(of2)}: ${(of2.requestsPerSecond / of1.requestsPerSecond).toFixed(2)} ×`
      )
    }
  })
}

const usersOr = (otherwise: number) => (rest.includes("--users") ? options.size.users : otherwise)

const users = () => compare({ ...options.size, users: FEW }, { ...options.size, users: usersOr(MANY) })

const history = () => {
  const size = { ...options.size, users: usersOr(WITH_HISTORY) }
  return compare(size, { ...size, years: options.years })
}

/** Compares the CPU of the same requests on two databases. */
const compare = (less: Size, more: Size) => {
  const sizes = [sizeLine(less), sizeLine(more)]
  if (sizes[0] === sizes[1]) throw new Error(`There is nothing to compare: twice ${sizes[0]}`)
  console.error(sizes.join("; "))
  return withDatabase(less, console.error, (first) =>
    withDatabase(more, console.error, (second) => compareDatabases([first, second]))
  )
}

const compareDatabases = async (urls: ReadonlyArray<string>) => {
  const tidyAll = async () => {
    for (const url of urls) await forgetWrites(url)
  }
  await withServers(async ({ generator, start }) => {
    const servers: Array<Server> = []
    for (const url of urls) servers.push(await start(url))
    for (const operation of distinct(options.operations)) {
      const contenders = servers.map((server) => ({
        name: server.database,
        server,
        requests: restRequests(operation, server.port, options.tokens)
      }))
      const tidy = () => (operation.method === "GET" ? Promise.resolve() : tidyAll())
      const figures = await measure(
        { generator, connections: options.connections, timing, pinned: false },
        contenders,
        tidy
      )
      const [less, more] = [...figures.values()]
      if (less === undefined || more === undefined) continue
      print(
        `${operation.name}: service ${Math.round(less.cpu)} → ${Math.round(more.cpu)} µs (${percent(more.cpu, less.cpu)}), PostgreSQL ${Math.round(less.databaseCpu)} → ${Math.round(more.databaseCpu)} µs (${percent(more.databaseCpu, less.databaseCpu)}); ${Math.round(perCore(less))} → ${Math.round(perCore(more))} requests for a second of CPU`
      )
    }
  })
}

const memory = async (url: string) => {
  await withServers(async ({ generator, start }) => {
    const server = await start(url)
    print(`idle: ${Math.round(residentMegabytes(server))} MB`)
    const seconds = options.minutes * 60
    const samples: Array<number> = []
    const sampler = setInterval(() => samples.push(residentMegabytes(server)), SAMPLE_SECONDS * 1000)
    const { answers, failures, latencies } = await generator.run({
      port: server.port,
      requests: mixedRequests(operations, server.port, options.tokens),
      connections: 64,
      seconds,
      rate: options.rate
    })
    clearInterval(sampler)
    const third = Math.floor(samples.length / 3)
    const [early, middle, late] = [0, 1, 2].map((part) => median(samples.slice(part * third, (part + 1) * third)))
    const perMinute = samples.filter((_, index) => index % 6 === 5).map((megabytes) => Math.round(megabytes))
    print(
      `${answers} requests of every operation, ${failures} failed, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`
    )
    print(`MB each minute: ${perMinute.join(" ")}`)
    print(
      `median of each third: ${[early, middle, late].map((megabytes) => Math.round(megabytes ?? 0)).join(", ")} MB; highest ${Math.round(Math.max(...samples))} MB`
    )
  })
}

const search = async (url: string) => {
  const operation = operations.find(({ name }) => name === NEW_SEARCHES)!
  const others = startGenerator()
  await withServers(async ({ generator, start }) => {
    const server = await start(url)
    const requests = restRequests(operation, server.port, options.tokens)
    const job = { port: server.port, connections: 64 }
    await generator.run({ ...job, requests, seconds: 0, least: timing.warmUpAnswers, connections: 4 })
    const seconds = options.quick ? 10 : 60
    const beside = others.run({
      ...job,
      requests: mixedRequests(
        operations.filter(({ tool }) => tool !== operation.tool),
        server.port,
        options.tokens
      ),
      seconds: seconds + 2,
      rate: options.rate
    })
    await Bun.sleep(1000)
    const { latencies, failures } = await generator.run({ ...job, requests, seconds, rate: SEARCHES_PER_SECOND })
    const rest = await beside
    print(
      `search_foods among ${options.size.foods} foods at ${SEARCHES_PER_SECOND}/s: p50 ${percentile(latencies, 0.5).toFixed(2)} ms, p99 ${percentile(latencies, 0.99).toFixed(2)} ms, ${failures} failed; beside it ${options.rate}/s of the others: p99 ${percentile(rest.latencies, 0.99).toFixed(2)} ms, ${rest.failures} failed`
    )
  }).finally(() => others.stop())
}

const start = async (url: string) => {
  const times: Array<number> = []
  const cpus: Array<number> = []
  const sizes: Array<number> = []
  for (let round = 0; round < STARTS; round++) {
    const begin = performance.now()
    const server = await startServer("fettle", url)
    times.push(performance.now() - begin)
    cpus.push(cpuSeconds(server))
    await Bun.sleep(1000)
    sizes.push(residentMegabytes(server))
    await server.stop()
  }
  print(
    `start: ${(median(times) / 1000).toFixed(2)} s (${median(cpus).toFixed(2)} s of CPU); idle: ${Math.round(median(sizes))} MB`
  )
}

const onDatabase = (work: (url: string) => Promise<void>) => () => {
  console.error(sizeLine(options.size))
  return withDatabase(options.size, console.error, work)
}

const figures: Readonly<Record<string, () => Promise<void>>> = {
  processes: onDatabase(processes),
  users,
  history,
  memory: onDatabase(memory),
  search: onDatabase(search),
  start: onDatabase(start),
  home: () => home(timing, print)
}
const chosen = figures[what]
if (chosen === undefined || options.help) console.log(USAGE)
else await chosen()
