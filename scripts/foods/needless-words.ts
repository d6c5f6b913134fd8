import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import { Effect, Layer, ManagedRuntime } from "effect"
import { NOTHING_DUE } from "../../src/contract/handler/charge.ts"
import { questionOf } from "../../src/features/food-search/query.ts"
import * as FoodSearchMemory from "../../src/features/food-search/store.memory.ts"
import { FoodSearch } from "../../src/features/food-search/store.ts"
import { stemsInOrder } from "../../src/features/food-search/tokens.ts"
import * as FoodsMemory from "../../src/features/foods/store.memory.ts"
import * as MemoryDatabase from "../../src/platform/database/memory.ts"
import { UserId } from "../../src/values/ids.ts"
import { ALL_QUERIES } from "../../test/features/food-search/all-queries.ts"

/**
 * Prints the lines with synonyms of food-words.tsv without which every question of all sets, and the words of each line
 * themselves, find the same first five foods. With --drop, it takes them out.
 *
 *     bun scripts/foods/needless-words.ts [--drop]
 *
 * It searches in a copy of the repository: the table is read once in a process.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const TABLE = "src/features/foods/food-words.tsv"
const FIRST = 5

/** The first foods found for each query. */
type Answers = Readonly<Record<string, string>>

const answers = async (queries: ReadonlyArray<string>): Promise<Answers> => {
  const stores = Layer.merge(FoodSearchMemory.layer, FoodsMemory.layer).pipe(
    Layer.provide(FoodsMemory.layerFoods),
    Layer.provide(MemoryDatabase.layer)
  )
  const asked = Effect.flatMap(FoodSearch, (search) =>
    Effect.forEach(queries, (query) =>
      Effect.map(
        search.search(NOTHING_DUE, UserId.make("usr_0000000000000000"), {
          question: questionOf(query),
          kind: undefined,
          limit: FIRST
        }),
        ({ value: { foods } }) => [query, foods.map(({ id }) => id).join(" ")] as const
      )
    )
  )
  return Object.fromEntries(await ManagedRuntime.make(stores).runPromise(asked))
}

interface Line {
  readonly text: string
  readonly words: string
  readonly key: string
}

const lineOf = (text: string): Line => {
  const [words = ""] = text.split("\t")
  return { text, words, key: ` ${stemsInOrder(words).join(" ")} ` }
}

/**
 * Lines that the questions cannot judge: kinds of words, which only count beside other words, and replacements of one
 * word by another. A person's own foods may need either.
 */
const ALWAYS = /^[^ \t]+\t[^ \t]+\t/

/** Words that describe food mean something only beside a food: "decaf", "slow cooked". */
const DESCRIBES = /^[^ ]+\t|\t(preparation|label|spelling family)$/

const BESIDE = ["milk", "chicken", "rice", "bread"]

const queriesOf = ({ words, text }: Line): ReadonlyArray<string> =>
  DESCRIBES.test(text) ? [words, ...BESIDE.map((food) => `${words} ${food}`)] : [words]

const search = async () => {
  const [header = "", ...texts] = (await Bun.file(ROOT + TABLE).text()).trimEnd().split("\n")
  const lines = texts.map(lineOf)
  const queries = [...new Set([...ALL_QUERIES, ...lines.flatMap(queriesOf)])]
  const copy = `${mkdtempSync(`${tmpdir()}/fettle-words-`)}/`
  for (const folder of ["src", "scripts", "test/features", "package.json", "tsconfig.json"]) {
    cpSync(ROOT + folder, copy + folder, { recursive: true })
  }
  symlinkSync(`${ROOT}node_modules`, `${copy}node_modules`)
  const write = (kept: ReadonlyArray<Line>, path: string) =>
    Bun.write(path + TABLE, `${[header, ...kept.map(({ text }) => text)].join("\n")}\n`)
  const answersWith = async (kept: ReadonlyArray<Line>): Promise<Answers> => {
    await write(kept, copy)
    const child = Bun.spawn([process.execPath, `${copy}scripts/foods/needless-words.ts`, "--answers"], {
      stdin: new Blob([JSON.stringify(queries)]),
      stderr: "inherit"
    })
    return JSON.parse(await child.stdout.text()) as Answers
  }
  try {
    const right = await answersWith(lines)
    const needed = new Set(lines.filter(({ text }) => ALWAYS.test(text)))
    const kept = () => lines.filter((line) => needed.has(line))
    for (;;) {
      const found = await answersWith(kept())
      const changed = queries.filter((query) => found[query] !== right[query])
      const before = needed.size
      for (const query of changed) {
        const asked = ` ${stemsInOrder(query).join(" ")} `
        const isIn = ({ key }: Line) => asked.includes(key) || asked.includes(` ${key.replaceAll(" ", "")} `)
        for (const line of lines) if (isIn(line)) needed.add(line)
      }
      if (changed.length > 0 && needed.size === before)
        throw new Error(`Cannot tell which lines are needed: ${changed.join(", ")}`)
      console.error(`${needed.size} of ${lines.length} lines are needed; without the others, ${changed.length} change`)
      if (changed.length === 0) break
    }
    for (const line of lines) if (!needed.has(line)) console.log(line.text)
    if (process.argv.includes("--drop")) await write(kept(), ROOT)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

if (process.argv.includes("--answers")) console.log(JSON.stringify(await answers(await Bun.stdin.json())))
else await search()
