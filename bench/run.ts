/** The service and its peers, on one database, in one run: `bun run bench --help`. */
import { cpus } from "node:os"
import { type Contenders, contendersOf, titleOf } from "./contenders.ts"
import { dropDatabase, forgetWrites, withDatabase } from "./data/database.ts"
import { startGenerator } from "./load/generator.ts"
import {
  type Bench,
  exactly,
  type Figures,
  measure,
  measureCold,
  QUICK,
  type Round,
  round,
  THOROUGH
} from "./measure.ts"
import { mcpRequests, mixedRequests } from "./operations.ts"
import { optionsOf, USAGE } from "./options.ts"
import { publish } from "./publish.ts"
import { coldTableOf, summaryOf, tableOf } from "./report.ts"
import { type Server, type ServerName, startServer } from "./servers.ts"

const options = optionsOf(process.argv.slice(2))
if (options.help) {
  console.log(USAGE)
  process.exit(0)
}

const run = async (url: string) => {
  const { pinned, operations, tokens } = options
  const generator = startGenerator(pinned)
  const servers: Array<Server> = []
  const bench: Bench = {
    generator,
    connections: options.connections,
    timing: options.quick ? QUICK : THOROUGH,
    pinned
  }
  try {
    const start = async (name: ServerName): Promise<Server> => {
      const server = await startServer(name, url, { pinned })
      servers.push(server)
      return server
    }
    const contenders: Contenders = await contendersOf(start, options)

    const cold = new Map<string, ReadonlyMap<number, Round>>()
    const coldCount = bench.timing.coldAnswers.reduce((sum, answers) => sum + answers)
    for (const server of contenders.rest) {
      const name = titleOf(server.name)
      cold.set(
        name,
        await measureCold(bench, { name, server, requests: mixedRequests(operations, server.port, tokens) })
      )
    }
    for (const server of contenders.mcp) {
      const requests = mixedRequests(operations, server.port, tokens, mcpRequests)
      await round(bench, { name: `${titleOf(server.name)} over MCP`, server, requests }, exactly(coldCount))
    }
    await forgetWrites(url)
    console.error(coldTableOf(cold))

    const results = new Map<string, ReadonlyMap<string, Figures>>()
    for (const operation of operations) {
      const tidy = () => (operation.method === "GET" ? Promise.resolve() : forgetWrites(url))
      results.set(operation.name, await measure(bench, contenders.of(operation), tidy))
      console.error(tableOf(new Map([...results].slice(-1))))
    }

    const cores = cpus().length
    const context = `${options.size.users.toLocaleString("en")} users, ${options.size.foods.toLocaleString("en")} foods, ${cores} cores (${cpus()[0]?.model ?? "unnamed"})${pinned ? ", pinned" : ""}`
    console.log(`${context}\n${tableOf(results)}\n\n${summaryOf(results)}\n\n${coldTableOf(cold)}`)
    if (options.json !== undefined) {
      const figures = Object.fromEntries([...results].map(([name, figures]) => [name, Object.fromEntries(figures)]))
      await Bun.write(options.json, `${JSON.stringify({ ...options.size, cores, operations: figures }, null, 2)}\n`)
    }
    if (options.publish) await publish(results, `${context}, ${new Date().toISOString().slice(0, 10)}`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await generator.stop()
  }
}

await withDatabase(options.size, console.error, run)
if (options.drop) await dropDatabase(options.size)
