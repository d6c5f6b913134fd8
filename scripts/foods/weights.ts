/**
 * The household weights of SR28: its table WEIGHT in the build's own format, `weights.tsv`. `bun
 * scripts/foods/weights.ts WEIGHT.txt` rewrites it from a copy of that table.
 *
 * Data: US Department of Agriculture, Agricultural Research Service, Nutrient Data Laboratory. USDA National Nutrient
 * Database for Standard Reference, Release 28 (2015); public domain. Columns kept: NDB number, sequence, amount,
 * measure, grams.
 */
import { fileURLToPath } from "node:url"
import { readSr28 } from "./sr28.ts"

/** The weight of a household measure: `amount` of `measure`, such as 0.5 of "cup, diced", in grams. */
export interface Weight {
  readonly sequence: number
  readonly amount: string
  readonly measure: string
  readonly grams: number
}

const WEIGHTS = fileURLToPath(new URL("./weights.tsv", import.meta.url))
const COLUMNS = "ndb\tsequence\tamount\tmeasure\tgrams"

/** The fields of a line of SR28. Texts are enclosed in tildes or, in some copies, in spaces. */
const fieldsOf = (line: string): ReadonlyArray<string> =>
  line.split("^").map((field) =>
    field
      .replace(/^\s*~|~\s*$/g, "")
      .replace(/\uFFFD+e?/g, "e")
      .replace(/\s+/g, " ")
      .trim()
  )

/** The lines of `weights.tsv` for the shipped foods, from SR28's table WEIGHT. */
export const tableOf = (sr28: string, foods: ReadonlySet<string>): string => {
  const rows = sr28.split(/\r?\n/).flatMap((line) => {
    const [ndb = "", sequence, amount, measure, grams] = fieldsOf(line)
    return foods.has(ndb) && Number(grams) > 0 ? [[ndb, sequence, amount, measure, Number(grams)].join("\t")] : []
  })
  return `${[COLUMNS, ...rows].join("\n")}\n`
}

/** Household weights by NDB number, in sequence order. Foods without weights are left out. */
export const readWeights = async (): Promise<ReadonlyMap<string, ReadonlyArray<Weight>>> => {
  const [header, ...lines] = (await Bun.file(WEIGHTS).text()).trimEnd().split("\n")
  if (header !== COLUMNS) throw new Error("This is not the table of weights")
  const weights = new Map<string, Array<Weight>>()
  for (const line of lines) {
    const [ndb = "", sequence, amount = "", measure = "", grams] = line.split("\t")
    const weight = { sequence: Number(sequence), amount, measure, grams: Number(grams) }
    const known = weights.get(ndb)
    if (known === undefined) weights.set(ndb, [weight])
    else known.push(weight)
  }
  for (const all of weights.values()) all.sort((a, b) => a.sequence - b.sequence)
  return weights
}

if (import.meta.main) {
  const [source] = process.argv.slice(2)
  if (source === undefined) throw new Error("Pass the path of SR28's WEIGHT.txt")
  const foods = new Set((await readSr28()).map(([ndb]) => String(ndb)))
  const table = tableOf(await Bun.file(source).text(), foods)
  await Bun.write(WEIGHTS, table)
  console.log(`${table.split("\n").length - 2} weights of ${foods.size} foods`)
}
