import { parseArgs } from "node:util"
import { type Operation, operations } from "./operations.ts"

export const USAGE = `
bun run bench [options]

  --users N           users in the database, each with a year of history (1000)
  --foods N           foods in the catalogue, or "shipped" (shipped)
  --operations a,b    only these operations
  --rest              REST only, without MCP
  --pinned            the service on one core, PostgreSQL and the load on another; needs the right to move PostgreSQL's processes
  --quick             short rounds and few of them: for a first look, not for figures to quote
  --tokens N          users that call in turn (200)
  --connections N     connections of the load generator (16)
  --json FILE         write what was measured
  --publish           draw bench/chart.svg, and write the table of docs/measurements.md
  --database NAME     how the database's name begins: runs at the same time need databases of their own (fettle_bench)
  --drop              remove the database at the end

DATABASE_URL names the PostgreSQL on which a database is made; it is kept between runs, so that only the first one of a day
has to fill it.
`

const whole = (name: string, text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} must be a whole number above 0`)
  return Number(text)
}

const chosen = (names: string | undefined): ReadonlyArray<Operation> => {
  if (names === undefined) return operations
  return names.split(",").flatMap((name) => {
    const ways = operations.filter(({ tool }) => tool === name)
    if (ways.length === 0) throw new Error(`There is no operation ${name}: ${operations.map(({ tool }) => tool)}`)
    return ways
  })
}

/** The foods that ship with Fettle. */
export const SHIPPED_FOODS = 14_221

export const optionsOf = (args: ReadonlyArray<string>) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      users: { type: "string", default: "1000" },
      foods: { type: "string", default: "shipped" },
      operations: { type: "string" },
      rest: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      pinned: { type: "boolean", default: false },
      database: { type: "string", default: "fettle_bench" },
      tokens: { type: "string", default: "200" },
      connections: { type: "string", default: "16" },
      minutes: { type: "string", default: "10" },
      rate: { type: "string", default: "300" },
      years: { type: "string", default: "10" },
      json: { type: "string" },
      publish: { type: "boolean", default: false },
      drop: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  return {
    ...values,
    size: {
      prefix: values.database,
      users: whole("users", values.users),
      foods: values.foods === "shipped" ? SHIPPED_FOODS : whole("foods", values.foods)
    },
    operations: chosen(values.operations),
    tokens: Math.min(whole("tokens", values.tokens), whole("users", values.users)),
    connections: whole("connections", values.connections),
    minutes: whole("minutes", values.minutes),
    rate: whole("rate", values.rate),
    years: whole("years", values.years)
  }
}
