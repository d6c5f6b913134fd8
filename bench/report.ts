import { type Figures, median, perCore } from "./measure.ts"

/** What was measured: the contenders' figures, by operation. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, Figures>>

const REST = "fettle"
const MCP = "fettle mcp"

const columns = (cells: ReadonlyArray<string>): string =>
  cells.map((cell, index) => (index < 2 ? cell.padEnd(index === 0 ? 18 : 11) : cell.padStart(9))).join(" ")

const whole = (value: number) => String(Math.round(value))
const ratio = (value: number) => value.toFixed(2)

/** Against whom a contender is held: so many times as many requests for a second of CPU. */
const baselinesOf = (name: string): ReadonlyArray<string> =>
  name === REST ? ["fastify", "bun"] : name === MCP ? [REST, "mcp-sdk"] : []

export const tableOf = (results: Results): string => {
  const lines = [
    columns(["operation", "server", "req/s", "CPU µs", "per core", "PG µs", "p50 ms", "p99 ms", "p99/p50"]) +
      "  requests for a second of CPU, as a ratio"
  ]
  for (const [operation, figures] of results) {
    for (const [name, own] of figures) {
      const { requestsPerSecond, cpu, databaseCpu, p50, p99 } = own
      const ratios = baselinesOf(name).flatMap((baseline) => {
        const other = figures.get(baseline)
        return other === undefined ? [] : [`${ratio(perCore(own) / perCore(other))} × ${baseline}`]
      })
      lines.push(
        `${columns([
          operation,
          name,
          whole(requestsPerSecond),
          whole(cpu),
          whole(perCore(own)),
          whole(databaseCpu),
          ratio(p50),
          ratio(p99),
          (p99 / p50).toFixed(1)
        ])}  ${ratios.join(", ")}`
      )
    }
  }
  return lines.join("\n")
}

/** The middle of the ratios over all operations, for each pair that is held against each other. */
export const summaryOf = (results: Results): string => {
  const lines = [REST, MCP].flatMap((name) =>
    baselinesOf(name).flatMap((baseline) => {
      const ratios = [...results.values()].flatMap((figures) => {
        const own = figures.get(name)
        const other = figures.get(baseline)
        return own === undefined || other === undefined ? [] : [perCore(own) / perCore(other)]
      })
      if (ratios.length === 0) return []
      return [
        `${name} / ${baseline}: ${ratio(Math.min(...ratios))} to ${ratio(Math.max(...ratios))}, median ${ratio(median(ratios))}`
      ]
    })
  )
  return lines.join("\n")
}
