import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { llms } from "../../src/surfaces/http/llms.ts"
import { openApi } from "../../src/surfaces/http/openapi.ts"
import { tools } from "../../src/surfaces/mcp/tools.ts"

const FOLDER = join(import.meta.dir, "__snapshots__/published")

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** The file name for a path: `/v1/body-metrics` becomes `body-metrics`. */
const nameOf = (path: string) => path.replace(/^\/v1\//, "").replaceAll(/[^a-z0-9_-]+/gi, ".")

/**
 * The published descriptions, with one file for each tool and each path, so that a review shows which of them changed.
 */
export const published = (baseUrl: string): ReadonlyMap<string, string> => {
  const { paths, ...rest } = openApi(baseUrl)
  return new Map([
    ["llms.txt", llms(baseUrl)],
    ["openapi.json", json({ ...rest, paths: Object.keys(paths as object) })],
    ...Object.entries(paths as object).map(([path, item]) => [`paths/${nameOf(path)}.json`, json(item)] as const),
    ["tools.json", json(tools.map(({ name }) => name))],
    ...tools.map((tool) => [`tools/${tool.name}.json`, json(tool)] as const)
  ])
}

/** The committed files, under the names that `published` uses. */
export const committed = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(json|txt)$/.test(name))
      .map((name) => [name, readFileSync(join(FOLDER, name), "utf8")])
  )

/** Replaces the committed files with the current descriptions. */
export const renew = (files: ReadonlyMap<string, string>): void => {
  rmSync(FOLDER, { recursive: true, force: true })
  for (const [name, text] of files) {
    mkdirSync(dirname(join(FOLDER, name)), { recursive: true })
    writeFileSync(join(FOLDER, name), text)
  }
}
