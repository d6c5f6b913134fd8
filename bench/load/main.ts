/** The process that generates the load. Takes one job at a time over IPC, and answers with its measurements. */
import { beginPass, Connection, type Template, templateOf } from "./connection.ts"
import { clock, tick } from "./ticker.ts"

export interface Job {
  readonly port: number
  /** Whole HTTP requests, sent in turn, again and again. */
  readonly requests: ReadonlyArray<string>
  readonly connections: number
  readonly seconds: number
  /** Continues beyond its seconds until it has this many answers. */
  readonly least?: number
  /** Requests per second; without it, each connection sends as soon as it has its answer. */
  readonly rate?: number
}

export interface Measured {
  readonly answers: number
  readonly failures: number
  /** The first unsuccessful answer. */
  readonly failure: string | undefined
  readonly seconds: number
  /** Milliseconds, ascending; at a constant rate measured from when the request should have been sent. */
  readonly latencies: ReadonlyArray<number>
}

/** Requests in turn, in the same order for every job. */
const inTurn = (requests: ReadonlyArray<string>) => {
  const templates = requests.map(templateOf)
  let at = 0
  return (): Template => {
    if (at % templates.length === 0) beginPass()
    return templates[at++ % templates.length]!
  }
}

/** As many requests as possible: each connection sends the next one when it has its answer. */
const closedLoop = async ({ port, requests, connections, seconds, least = 0 }: Job): Promise<Measured> => {
  const next = inTurn(requests)
  const latencies: Array<number> = []
  const sentAt = new Map<Connection, number>()
  let failures = 0
  let failure: string | undefined
  let open = connections
  const { promise: done, resolve } = Promise.withResolvers<void>()
  let end = Number.POSITIVE_INFINITY
  const send = (connection: Connection, now: number) => {
    sentAt.set(connection, now)
    connection.send(next())
  }
  const all = await Promise.all(
    Array.from({ length: connections }, () =>
      Connection.open(port, (connection, failed) => {
        const now = performance.now()
        latencies.push(now - (sentAt.get(connection) ?? now))
        if (failed !== undefined) failures += 1
        failure ??= failed
        if (now < end || latencies.length < least) return send(connection, now)
        open -= 1
        if (open === 0) resolve()
      })
    )
  )
  const start = performance.now()
  end = start + seconds * 1000
  for (const connection of all) send(connection, start)
  await done
  const elapsed = performance.now() - start
  for (const connection of all) connection.close()
  return {
    answers: latencies.length,
    failures,
    failure,
    seconds: elapsed / 1000,
    latencies: latencies.sort((a, b) => a - b)
  }
}

/**
 * A constant rate, however long answers take. If all connections are waiting for answers, a request that is due waits
 * too, which counts towards its latency.
 */
const constantRate = async ({ port, requests, connections, seconds }: Job, rate: number): Promise<Measured> => {
  const next = inTurn(requests)
  const latencies: Array<number> = []
  const dueOf = new Map<Connection, number>()
  const waiting: Array<number> = []
  const idle: Array<Connection> = []
  const total = Math.floor(rate * seconds)
  let failures = 0
  let failure: string | undefined
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const send = (connection: Connection, due: number) => {
    dueOf.set(connection, due)
    connection.send(next())
  }
  const all = await Promise.all(
    Array.from({ length: connections }, () =>
      Connection.open(port, (connection, failed) => {
        const now = clock()
        latencies.push(now - (dueOf.get(connection) ?? now))
        if (failed !== undefined) failures += 1
        failure ??= failed
        if (latencies.length === total) resolve()
        const due = waiting.shift()
        if (due === undefined) idle.push(connection)
        else send(connection, due)
      })
    )
  )
  idle.push(...all)
  const start = clock()
  await tick(total, rate, (due) => {
    // Uses all connections in turn, because servers close idle ones.
    const connection = idle.shift()
    if (connection === undefined) waiting.push(due)
    else send(connection, due)
  })
  await done
  const elapsed = clock() - start
  for (const connection of all) connection.close()
  return {
    answers: latencies.length,
    failures,
    failure,
    seconds: elapsed / 1000,
    latencies: latencies.sort((a, b) => a - b)
  }
}

process.on("message", async (job: Job) => {
  process.send?.(await (job.rate === undefined ? closedLoop(job) : constantRate(job, job.rate)))
})
