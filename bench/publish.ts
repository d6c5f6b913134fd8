import { chartOf } from "./chart.ts"
import { markdownOf, type Results } from "./report.ts"

const BEGIN = "<!-- bench -->"
const END = "<!-- /bench -->"

/** Replaces what is between the two marks of a document. */
const replaceIn = async (path: string, content: string): Promise<void> => {
  const file = new URL(`../${path}`, import.meta.url)
  const text = await Bun.file(file).text()
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`${path} has no ${BEGIN} … ${END}`)
  await Bun.write(file, `${before}${BEGIN}\n\n${content}\n\n${END}${after}`)
}

/** Draws the chart, and writes the table of docs/measurements.md. */
export const publish = async (results: Results, context: string): Promise<void> => {
  await Bun.write(new URL("./chart.svg", import.meta.url), chartOf(results, context))
  await replaceIn("docs/measurements.md", `${markdownOf(results)}\n\nMeasured with ${context}.`)
  await Bun.$`bunx biome format --write docs/measurements.md`.quiet()
}
