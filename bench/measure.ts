import { type Generator, percentile } from "./load/generator.ts"
import { backendSeconds, cpuSeconds, type Server, sumSince } from "./servers.ts"

/** Who answers an operation, and how it is asked. */
export interface Contender {
  readonly name: string
  readonly server: Server
  readonly requests: ReadonlyArray<string>
}

export interface Timing {
  readonly warmUpSeconds: number
  /** Answers after which a server counts as warm: on a busy machine, seconds alone say little. */
  readonly warmUpAnswers: number
  readonly rounds: number
  readonly roundSeconds: number
  readonly latencySeconds: number
}

export const THOROUGH: Timing = { warmUpSeconds: 5, warmUpAnswers: 3000, rounds: 5, roundSeconds: 2, latencySeconds: 5 }
export const QUICK: Timing = { warmUpSeconds: 1, warmUpAnswers: 1000, rounds: 3, roundSeconds: 1, latencySeconds: 2 }

/** Medians over the rounds; latencies at half of the highest rate. */
export interface Figures {
  readonly requestsPerSecond: number
  /** Microseconds of CPU of the server's processes for a request. */
  readonly cpu: number
  /** Microseconds of CPU of PostgreSQL's backends for a request. */
  readonly databaseCpu: number
  readonly p50: number
  readonly p99: number
}

/** Requests that a second of the server's CPU answers. */
export const perCore = ({ cpu }: Figures): number => 1_000_000 / cpu

export const median = (values: ReadonlyArray<number>): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5
  )

/** Connections at a constant rate: enough that requests hardly wait for one. */
const SPARE_CONNECTIONS = 64

export interface Bench {
  readonly generator: Generator
  readonly connections: number
  readonly timing: Timing
}

/** One round: as much as gets through, and the CPU that it took. */
const round = async ({ generator, connections }: Bench, contender: Contender, seconds: number, least = 0) => {
  const { name, server, requests } = contender
  const cpuBefore = cpuSeconds(server)
  const backendsBefore = backendSeconds(server.database)
  const {
    answers,
    failures,
    failure,
    seconds: elapsed
  } = await generator.run({
    port: server.port,
    requests,
    connections,
    seconds,
    least
  })
  if (failures > 0) throw new Error(`${name}: ${failures} of ${answers} requests failed: ${failure}`)
  return {
    requestsPerSecond: answers / elapsed,
    cpu: ((cpuSeconds(server) - cpuBefore) * 1_000_000) / answers,
    databaseCpu: (sumSince(backendsBefore, backendSeconds(server.database)) * 1_000_000) / answers
  }
}

export const latencyAt = async (
  { generator }: Pick<Bench, "generator">,
  contender: Contender,
  rate: number,
  seconds: number
) => {
  const { name, server, requests } = contender
  const { latencies, failures, failure } = await generator.run({
    port: server.port,
    requests,
    connections: SPARE_CONNECTIONS,
    seconds,
    rate
  })
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed at ${rate} a second: ${failure}`)
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

/**
 * Measures contenders in turn, round by round, so that what else the machine does meets all of them alike. Only at the end is
 * tidied up: to vacuum between rounds would make PostgreSQL plan every statement anew.
 */
export const measure = async (
  bench: Bench,
  contenders: ReadonlyArray<Contender>,
  tidy: () => Promise<void>
): Promise<ReadonlyMap<string, Figures>> => {
  const { warmUpSeconds, warmUpAnswers, rounds, roundSeconds, latencySeconds } = bench.timing
  for (const contender of contenders) await round(bench, contender, warmUpSeconds, warmUpAnswers)
  const measured = new Map(contenders.map(({ name }) => [name, [] as Awaited<ReturnType<typeof round>>[]]))
  for (let turn = 0; turn < rounds; turn++) {
    for (let place = 0; place < contenders.length; place++) {
      const contender = contenders[(turn + place) % contenders.length]!
      measured.get(contender.name)?.push(await round(bench, contender, roundSeconds))
    }
  }
  const figures = new Map<string, Figures>()
  for (const contender of contenders) {
    const all = measured.get(contender.name) ?? []
    const requestsPerSecond = median(all.map((each) => each.requestsPerSecond))
    const latency = await latencyAt(bench, contender, requestsPerSecond / 2, latencySeconds)
    figures.set(contender.name, {
      requestsPerSecond,
      cpu: median(all.map(({ cpu }) => cpu)),
      databaseCpu: median(all.map(({ databaseCpu }) => databaseCpu)),
      ...latency
    })
  }
  await tidy()
  return figures
}
