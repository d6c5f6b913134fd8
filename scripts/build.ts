/**
 * Builds `dist/fettle`, one executable file that needs neither Bun nor Node.js: `bun run build [FILE [TARGET]]`. TARGET
 * is another platform in Bun's notation, such as bun-linux-arm64.
 */
import { mkdirSync, renameSync, statSync } from "node:fs"
import { $, Glob } from "bun"
import { BUILT_SCRIPTS, bundleScript, SCRIPTS } from "../src/annexes/page/frame/scripts.ts"

/** The files that the service reads while it runs. */
const ASSETS = [
  "migrations/*.sql",
  "migrations/functions/*.sql",
  "src/features/exercises/catalogue/*.tsv",
  "src/annexes/imports/names/*.tsv",
  "src/features/foods/*.tsv",
  "src/platform/database/new-database.tar.zst",
  "src/surfaces/mcp/app/chart.html",
  "src/annexes/page/icons/*.png",
  "docs/today.png",
  "node_modules/@electric-sql/pglite/dist/{pglite.wasm,pglite.data,initdb.wasm}",
  "node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js",
  "node_modules/zxing-wasm/dist/reader/zxing_reader.wasm",
  `${BUILT_SCRIPTS}/*.js`
]

const OUT = process.argv[2] ?? "dist/fettle"
const TARGET = process.argv[3]

/** Embeds the files as they are, and runs the program. */
const ENTRY = "dist/entry.ts"

process.chdir(new URL("..", import.meta.url).pathname)
for (const name of SCRIPTS) await Bun.write(`${BUILT_SCRIPTS}/${name}.js`, await bundleScript(name))
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
const target = TARGET === undefined ? [] : [`--target=${TARGET}`]
await $`bun build --compile ${target} --bytecode --format=esm ${ENTRY} --root=. --asset-naming=[dir]/[name].[ext] --outfile=${OUT}`.quiet()
console.log(`${OUT}: ${Math.round(statSync(OUT).size / 1e6)} MB`)
