/** The service beside its peers, on one database, in one run: `bun run bench --help`. */
import { cpus } from "node:os"
import { chartOf } from "./chart.ts"
import { checkSameAnswers } from "./compare.ts"
import { dropDatabase, forgetWrites, withDatabase } from "./data/database.ts"
import { startGenerator } from "./load/generator.ts"
import { type Bench, type Contender, type Figures, measure, QUICK, THOROUGH } from "./measure.ts"
import { mcpRequests, type Operation, restRequests } from "./operations.ts"
import { optionsOf, USAGE } from "./options.ts"
import { summaryOf, tableOf } from "./report.ts"
import { type Server, startServer } from "./servers.ts"

const options = optionsOf(process.argv.slice(2))
if (options.help) {
  console.log(USAGE)
  process.exit(0)
}

const run = async (url: string) => {
  const generator = startGenerator()
  const servers: Array<Server> = []
  try {
    const start = async (name: Server["name"]): Promise<Server> => {
      const server = await startServer(name, url, { PEER_SHORTCUTS: String(options.shortcuts) })
      servers.push(server)
      return server
    }
    const fettle = await start("fettle")
    const fastify = await start("fastify")
    const bun = await start("bun")
    const sdk = options.rest ? undefined : await start("mcp-sdk")

    const rest = (server: Server, operation: Operation): Contender => ({
      name: server.name,
      server,
      requests: restRequests(operation, server.port, options.tokens)
    })
    const mcp = (name: string, server: Server, operation: Operation): Contender => ({
      name,
      server,
      requests: mcpRequests(operation, server.port, options.tokens)
    })
    const contendersFor = (operation: Operation): ReadonlyArray<Contender> => [
      ...[fettle, fastify, bun].map((server) => rest(server, operation)),
      ...(sdk === undefined ? [] : [mcp("fettle mcp", fettle, operation), mcp("mcp-sdk", sdk, operation)])
    ]

    await checkSameAnswers(url, { rest: [fettle, fastify, bun], mcp: sdk === undefined ? [] : [fettle, sdk] })
    console.error("All servers answer and write the same.")

    const bench: Bench = {
      generator,
      connections: options.connections,
      timing: options.quick ? QUICK : THOROUGH
    }
    const results = new Map<string, ReadonlyMap<string, Figures>>()
    for (const operation of options.operations) {
      const tidy = () => (operation.method === "GET" ? Promise.resolve() : forgetWrites(url))
      results.set(operation.name, await measure(bench, contendersFor(operation), tidy))
      console.error(tableOf(new Map([...results].slice(-1))))
    }

    const cores = cpus().length
    const context = `${options.size.users.toLocaleString("en")} users, ${options.size.foods.toLocaleString("en")} foods, ${cores} cores`
    console.log(
      `${context}, ${options.tokens} tokens${options.shortcuts ? ", peers with shortcuts" : ""}\n${tableOf(results)}\n\n${summaryOf(results)}`
    )
    if (options.json !== undefined) {
      const figures = Object.fromEntries([...results].map(([name, figures]) => [name, Object.fromEntries(figures)]))
      await Bun.write(options.json, `${JSON.stringify({ ...options.size, cores, operations: figures }, null, 2)}\n`)
    }
    if (options.chart) await Bun.write(new URL("./chart.svg", import.meta.url), chartOf(results, context))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await generator.stop()
  }
}

await withDatabase(options.size, console.error, run)
if (options.drop) await dropDatabase(options.size)
