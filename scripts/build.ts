/** Builds `dist/fettle`, one executable file that needs neither Bun nor Node.js: `bun run build [FILE]`. */
import { mkdirSync, renameSync, statSync } from "node:fs"
import { $, Glob } from "bun"

/** Everything that the service reads while it runs. */
const ASSETS = [
  "migrations/*.sql",
  "src/exercises/catalogue/*.tsv",
  "src/foods/*.tsv",
  "src/database/new-database.tar.zst",
  "src/mcp/app/chart.html",
  "node_modules/@electric-sql/pglite/dist/{pglite.wasm,pglite.data,initdb.wasm}",
  "node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js"
]

const OUT = process.argv[2] ?? "dist/fettle"

/** Embeds the files as they are, and runs the program. */
const ENTRY = "dist/entry.ts"

process.chdir(new URL("..", import.meta.url).pathname)
const files = ASSETS.flatMap((pattern) => [...new Glob(pattern).scanSync()]).sort()
const imports = files.map((file, index) => `import file${index} from "../${file}" with { type: "file" }`)
mkdirSync("dist", { recursive: true })
// Another build may be reading the same file.
const draft = `dist/entry.${process.pid}`
await Bun.write(
  draft,
  [...imports, `export default [${files.map((_, index) => `file${index}`)}]`, 'import "../src/main.ts"', ""].join("\n")
)
renameSync(draft, ENTRY)
await $`bun build --compile --bytecode --format=esm ${ENTRY} --root=. --asset-naming=[dir]/[name].[ext] --outfile=${OUT}`.quiet()
console.log(`${OUT}: ${Math.round(statSync(OUT).size / 1e6)} MB`)
