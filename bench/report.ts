import { type Figures, median, type Round, ratioOf } from "./measure.ts"

/** The contenders' figures, by operation. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, Figures>>

/** The cost of a server's first requests, by server and by number of requests. */
export type Cold = ReadonlyMap<string, ReadonlyMap<number, Round>>

const REST = "fettle"
const MCP = "fettle mcp"

const columns = (cells: ReadonlyArray<string>): string =>
  cells.map((cell, index) => (index < 2 ? cell.padEnd(index === 0 ? 20 : 11) : cell.padStart(9))).join(" ")

const whole = (value: number) => Math.round(value).toLocaleString("en")
const ratio = (value: number) => value.toFixed(2)

/** The contenders that one is compared with. */
const baselinesOf = (name: string): ReadonlyArray<string> =>
  name === REST ? ["fastify", "elysia", "limit", "bun"] : name === MCP ? [REST, "sdk mcp", "fastify"] : []

const RATIOS = [
  ["bill", "bill"],
  ["cpu", "service"],
  ["databaseCpu", "PG"],
  ["requestsPerSecond", "req/s"]
] as const

const heldAgainst = (own: Figures, other: Figures, name: string): string =>
  `÷ ${name}: ${RATIOS.map(([figure, title]) => `${title} ${ratio(ratioOf(own, other, figure))}`).join(", ")}`

/** The share of the machine's time that its host took, as a line; empty if unknown. */
const stolenIn = (results: Results): ReadonlyArray<string> => {
  const turns = [...results.values()].flatMap((figures) => [...figures.values()].flatMap(({ latencies }) => latencies))
  const shares = turns.flatMap(({ stolen }) => stolen ?? [])
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  if (shares.length === 0) return []
  return [
    `The host took ${percent(median(shares))} of the machine's time during the latencies (median; at most ${percent(Math.max(...shares))})`
  ]
}

export const tableOf = (results: Results): string => {
  const lines = [
    columns(["operation", "server", "service", "PG", "bill", "(PG back)", "req/s", "p50 ms", "p99 ms", "p99/p50"])
  ]
  for (const [operation, figures] of results) {
    for (const [name, own] of figures)
      lines.push(
        columns([
          operation,
          name,
          whole(own.cpu),
          whole(own.databaseCpu),
          whole(own.bill),
          whole(own.backgroundCpu),
          whole(own.requestsPerSecond),
          ratio(own.p50),
          ratio(own.p99),
          (own.p99 / own.p50).toFixed(1)
        ])
      )
    for (const [name, own] of figures)
      for (const baseline of baselinesOf(name)) {
        const other = figures.get(baseline)
        if (other !== undefined) lines.push(`  ${name} ${heldAgainst(own, other, baseline)}`)
      }
  }
  return [...lines, ...stolenIn(results)].join("\n")
}

/** The range of the ratios over all operations, for each pair that is compared. */
export const summaryOf = (results: Results): string =>
  [REST, MCP]
    .flatMap((name) => baselinesOf(name).map((baseline) => [name, baseline] as const))
    .flatMap(([name, baseline]) => {
      const pairs = [...results.values()].flatMap((figures) => {
        const [own, other] = [figures.get(name), figures.get(baseline)]
        return own === undefined || other === undefined ? [] : [[own, other] as const]
      })
      if (pairs.length === 0) return []
      const ranges = RATIOS.map(([figure, title]) => {
        const ratios = pairs.map(([own, other]) => ratioOf(own, other, figure))
        return `${title} ${ratio(Math.min(...ratios))} to ${ratio(Math.max(...ratios))} (median ${ratio(median(ratios))})`
      })
      return [`${name} ÷ ${baseline}: ${ranges.join(", ")}`]
    })
    .join("\n")

/** The cost of the first requests after a start, over all operations in turn: means, in microseconds of CPU. */
export const coldTableOf = (cold: Cold): string => {
  const lines = [columns(["first requests", "server", "service", "PG", "bill"])]
  for (const [name, figures] of cold)
    for (const [answers, { cpu, databaseCpu, bill }] of figures)
      lines.push(columns([whole(answers), name, whole(cpu), whole(databaseCpu), whole(bill)]))
  return lines.join("\n")
}

/** A column of the documents: its heading, and its cell for the service and its peers. */
type Column = readonly [head: string, cell: (figures: ReadonlyMap<string, Figures>) => string]

const ownFigure =
  (show: (own: Figures) => string) =>
  (figures: ReadonlyMap<string, Figures>): string => {
    const own = figures.get(REST)
    return own === undefined ? "" : show(own)
  }

const ratioBetween =
  (name: string, baseline: string, figure: keyof Round) =>
  (figures: ReadonlyMap<string, Figures>): string => {
    const [own, other] = [figures.get(name), figures.get(baseline)]
    return own === undefined || other === undefined ? "" : ratio(ratioOf(own, other, figure))
  }

const COLUMNS: ReadonlyArray<Column> = [
  ["Bill ÷ Fastify", ratioBetween(REST, "fastify", "bill")],
  ["Bill ÷ Elysia", ratioBetween(REST, "elysia", "bill")],
  ["Service ÷ Fastify", ratioBetween(REST, "fastify", "cpu")],
  ["Requests/s ÷ Fastify", ratioBetween(REST, "fastify", "requestsPerSecond")],
  ["Service ÷ limit", ratioBetween(REST, "limit", "cpu")],
  ["Service, µs", ownFigure(({ cpu }) => whole(cpu))],
  ["PostgreSQL, µs", ownFigure(({ databaseCpu }) => whole(databaseCpu))],
  ["PostgreSQL ÷ Fastify", ratioBetween(REST, "fastify", "databaseCpu")],
  ["p50, ms", ownFigure(({ p50 }) => p50.toFixed(1))],
  ["p99, ms", ownFigure(({ p99 }) => p99.toFixed(1))],
  ["MCP bill ÷ REST", ratioBetween(MCP, REST, "bill")],
  ["MCP bill ÷ SDK", ratioBetween(MCP, "sdk mcp", "bill")]
]

/** The measurements as a Markdown table. */
export const markdownOf = (results: Results): string => {
  const shown = COLUMNS.filter(([, cell]) => [...results.values()].some((figures) => cell(figures) !== ""))
  const row = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  return [
    row(["Operation", ...shown.map(([head]) => head)]),
    row(["---", ...shown.map(() => "---")]),
    ...[...results].map(([operation, figures]) => row([`\`${operation}\``, ...shown.map(([, cell]) => cell(figures))]))
  ].join("\n")
}
