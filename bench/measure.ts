import { pinBackends } from "./cores.ts"
import { cpuSeconds, databaseSeconds, machineTicks, stolenSince, sumSince } from "./cpu.ts"
import { type Generator, percentile } from "./load/generator.ts"
import type { Server } from "./servers.ts"

/** A server that answers an operation, and its requests. */
export interface Contender {
  readonly name: string
  readonly server: Server
  readonly requests: ReadonlyArray<string>
}

export interface Timing {
  /** Numbers of requests, of all operations in turn, that a server has answered since its start. */
  readonly coldAnswers: ReadonlyArray<number>
  /**
   * Requests of an operation before its first round. Given as a count, because seconds mean little on a busy machine.
   */
  readonly warmUpAnswers: number
  /** Rounds of throughput, followed by as many of latency. */
  readonly rounds: number
  readonly roundSeconds: number
  readonly latencySeconds: number
}

export const THOROUGH: Timing = {
  coldAnswers: [1000, 9000],
  warmUpAnswers: 20_000,
  rounds: 5,
  roundSeconds: 0.8,
  latencySeconds: 1.2
}
export const QUICK: Timing = {
  coldAnswers: [1000],
  warmUpAnswers: 1000,
  rounds: 3,
  roundSeconds: 0.5,
  latencySeconds: 1
}

/** What a request cost in one round, in microseconds of CPU. */
export interface Round {
  readonly requestsPerSecond: number
  /** Used by the server's processes. */
  readonly cpu: number
  /** Used by PostgreSQL's backends. */
  readonly databaseCpu: number
  /** Used by PostgreSQL's background processes, for anyone: writing, flushing, vacuuming. */
  readonly backgroundCpu: number
  /** What the user pays for: the server and PostgreSQL's backends together. */
  readonly bill: number
}

/** Latencies of one turn at a constant rate, in milliseconds from when each request should have been sent. */
export interface Latency {
  readonly p50: number
  readonly p99: number
  /** The share of the machine's time that its host took in the meantime, if known. */
  readonly stolen: number | undefined
}

/** Medians over the rounds; latencies at half of the highest rate. */
export interface Figures extends Round {
  readonly p50: number
  readonly p99: number
  readonly rounds: ReadonlyArray<Round>
  readonly latencies: ReadonlyArray<Latency>
}

/** Requests that a server answers per second of its CPU. */
export const perCore = ({ cpu }: Figures): number => 1_000_000 / cpu

export const median = (values: ReadonlyArray<number>): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5
  )

/** The median over the rounds of a contender's figure divided by another's in the same turn. */
export const ratioOf = (own: Figures, other: Figures, figure: keyof Round): number =>
  median(
    own.rounds.flatMap((round, turn) => {
      const beside = other.rounds[turn]
      return beside === undefined ? [] : [round[figure] / beside[figure]]
    })
  )

/** Connections at a constant rate: enough that requests hardly ever wait for one. */
const SPARE_CONNECTIONS = 64

export interface Bench {
  readonly generator: Generator
  readonly connections: number
  readonly timing: Timing
  readonly pinned: boolean
}

interface Amount {
  readonly seconds: number
  readonly least: number
}

/** One round: the highest throughput, and the CPU used. */
export const round = async (
  { generator, connections, pinned }: Bench,
  { name, server, requests }: Contender,
  { seconds, least }: Amount
): Promise<Round> => {
  if (pinned) pinBackends(server.database)
  const cpuBefore = cpuSeconds(server)
  const before = databaseSeconds(server.database)
  const done = await generator.run({ port: server.port, requests, connections, seconds, least })
  if (done.failures > 0)
    throw new Error(`${name}: ${done.failures} of ${done.answers} requests failed: ${done.failure}`)
  const after = databaseSeconds(server.database)
  const each = (seconds: number) => (seconds * 1_000_000) / done.answers
  const cpu = each(cpuSeconds(server) - cpuBefore)
  const databaseCpu = each(sumSince(before.backends, after.backends))
  return {
    requestsPerSecond: done.answers / done.seconds,
    cpu,
    databaseCpu,
    backgroundCpu: each(sumSince(before.background, after.background)),
    bill: cpu + databaseCpu
  }
}

/** This many requests, however long they take. */
export const exactly = (answers: number): Amount => ({ seconds: 0, least: answers })

export const latencyAt = async (
  { generator }: Pick<Bench, "generator">,
  contender: Contender,
  rate: number,
  seconds: number
): Promise<Latency> => {
  const { name, server, requests } = contender
  const before = machineTicks()
  const { latencies, failures, failure } = await generator.run({
    port: server.port,
    requests,
    connections: SPARE_CONNECTIONS,
    seconds,
    rate
  })
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed at ${rate} a second: ${failure}`)
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), stolen: stolenSince(before) }
}

const mediansOf = (rounds: ReadonlyArray<Round>): Round => {
  const of = (figure: keyof Round) => median(rounds.map((each) => each[figure]))
  return {
    requestsPerSecond: of("requestsPerSecond"),
    cpu: of("cpu"),
    databaseCpu: of("databaseCpu"),
    backgroundCpu: of("backgroundCpu"),
    bill: of("bill")
  }
}

/**
 * Runs `work` with all contenders in turn, round by round, each round starting with the next one. Returns the results
 * by name.
 */
const inTurns = async <A>(
  contenders: ReadonlyArray<Contender>,
  rounds: number,
  work: (contender: Contender) => Promise<A>
): Promise<ReadonlyMap<string, ReadonlyArray<A>>> => {
  const given = new Map(contenders.map(({ name }) => [name, [] as A[]]))
  for (let turn = 0; turn < rounds; turn++) {
    for (let place = 0; place < contenders.length; place++) {
      const contender = contenders[(turn + place) % contenders.length]!
      given.get(contender.name)?.push(await work(contender))
    }
  }
  return given
}

/**
 * Measures contenders in turn, so that other work of the machine and its host affects all of them alike, and a pause in
 * a single turn decides nothing. Tidies up only at the end, because vacuuming between rounds would make PostgreSQL plan
 * every statement again.
 */
export const measure = async (
  bench: Bench,
  contenders: ReadonlyArray<Contender>,
  tidy: () => Promise<void>
): Promise<ReadonlyMap<string, Figures>> => {
  const { warmUpAnswers, rounds, roundSeconds, latencySeconds } = bench.timing
  for (const contender of contenders) await round(bench, contender, exactly(warmUpAnswers))
  const measured = await inTurns(contenders, rounds, (each) => round(bench, each, { seconds: roundSeconds, least: 0 }))
  const medians = new Map([...measured].map(([name, rounds]) => [name, { ...mediansOf(rounds), rounds }]))
  const waited = await inTurns(contenders, rounds, (each) =>
    latencyAt(bench, each, (medians.get(each.name)?.requestsPerSecond ?? 0) / 2, latencySeconds)
  )
  await tidy()
  return new Map(
    [...medians].map(([name, figures]) => {
      const latencies = waited.get(name) ?? []
      const of = (figure: "p50" | "p99") => median(latencies.map((each) => each[figure]))
      return [name, { ...figures, p50: of("p50"), p99: of("p99"), latencies }]
    })
  )
}

/**
 * The cost of a request to a server that has just started, over all operations in turn: the mean over its first
 * requests, by their number.
 */
export const measureCold = async (bench: Bench, contender: Contender): Promise<ReadonlyMap<number, Round>> => {
  const figures = new Map<number, Round>()
  let answers = 0
  let sum: Round | undefined
  for (const more of bench.timing.coldAnswers) {
    const next = await round(bench, contender, exactly(more))
    const share = more / (answers + more)
    const mean = (figure: keyof Round) => (sum?.[figure] ?? 0) * (1 - share) + next[figure] * share
    sum = {
      requestsPerSecond: mean("requestsPerSecond"),
      cpu: mean("cpu"),
      databaseCpu: mean("databaseCpu"),
      backgroundCpu: mean("backgroundCpu"),
      bill: mean("bill")
    }
    answers += more
    figures.set(answers, sum)
  }
  return figures
}
