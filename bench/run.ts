import { forgetWrites, prepareDatabase } from "./data/database.ts"
import { percentile, startGenerator } from "./load/generator.ts"
import { operations, restRequests } from "./operations.ts"
import { backendSeconds, cpuSeconds, startServer, sumSince } from "./servers.ts"

const url = await prepareDatabase({ users: 1000, foods: 8790 }, console.error)
const db = new URL(url).pathname.slice(1)
const start = new Date()
const gen = startGenerator()
const servers = [await startServer("fettle", url), await startServer("fastify", url), await startServer("bun", url)]
for (const operation of operations) {
  if (process.argv[2] !== undefined && !process.argv[2].split(",").includes(operation.name)) continue
  for (const server of servers)
    await gen.run({
      port: server.port,
      requests: restRequests(operation, server.port, 200),
      connections: 16,
      seconds: 2
    })
  const res: Record<string, Array<{ rps: number; cpu: number; pg: number; p50: number; f: number }>> = {}
  for (let r = 0; r < 3; r++)
    for (const server of servers) {
      const cpu = cpuSeconds(server)
      const pg = backendSeconds(db)
      const m = await gen.run({
        port: server.port,
        requests: restRequests(operation, server.port, 200),
        connections: 16,
        seconds: 2
      })
      ;(res[server.name] ??= []).push({
        rps: m.answers / m.seconds,
        cpu: ((cpuSeconds(server) - cpu) * 1e6) / m.answers,
        pg: (sumSince(pg, backendSeconds(db)) * 1e6) / m.answers,
        p50: percentile(m.latencies, 0.5),
        f: m.failures
      })
    }
  for (const [name, rounds] of Object.entries(res)) {
    const med = (k: "rps" | "cpu" | "pg" | "p50") =>
      rounds
        .map((r) => r[k])
        .sort((a, b) => a - b)[1]!
        .toFixed(k === "p50" ? 2 : 0)
    console.log(
      operation.name.padEnd(20),
      name.padEnd(8),
      "rps",
      med("rps"),
      "cpu",
      med("cpu"),
      "pg",
      med("pg"),
      "p50",
      med("p50"),
      "failures",
      rounds.map((r) => r.f).join()
    )
  }
}
for (const server of servers) await server.stop()
await gen.stop()
await forgetWrites(url, start)
