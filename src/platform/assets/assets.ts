import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Where a single-file executable has the files built into it. */
const BUILT_IN = "/$bunfs/root/"

/** Whether this process runs from the executable made by `bun run build`, and so without a repository around it. */
export const isExecutable = import.meta.url.startsWith(`file://${BUILT_IN}`)

const ROOT = isExecutable ? BUILT_IN : fileURLToPath(new URL("../../..", import.meta.url))

/** The absolute path of a file that ships with Fettle. `path` is relative to the repository's root. */
export const assetPath = (path: string): string => ROOT + path

/** The text of a file that ships with Fettle. `path` is relative to the repository's root. */
export const assetText = (path: string): string => readFileSync(assetPath(path), "utf8")

/** The names of the files in a folder that ships with Fettle. */
export const assetNames = (folder: string): ReadonlyArray<string> => readdirSync(assetPath(folder))

/** The absolute path of a file in an installed package, such as `@electric-sql/pglite/dist/pglite.wasm`. */
export const packagePath = (specifier: string): string =>
  isExecutable ? assetPath(`node_modules/${specifier}`) : fileURLToPath(import.meta.resolve(specifier))

/** Whether this code runs from the repository's source rather than from a bundle. */
const isSource = import.meta.path === `${ROOT}src/platform/assets/assets.ts`

/** The command for starting another process of this program, up to its arguments. */
export const ownCommand = (): ReadonlyArray<string> =>
  isExecutable
    ? [process.execPath]
    : [process.execPath, ...process.execArgv, isSource ? assetPath("src/main.ts") : Bun.main]

/** Whether the person can run `bun` too. If only npx has it, its folder is only in this process's PATH. */
const isBunInstalled =
  !process.execPath.includes("/_npx/") &&
  (process.env.PATH ?? "")
    .split(":")
    .some((folder) => !/\/node_modules\/|\/bun-node-/.test(folder) && existsSync(`${folder}/bun`))

/** How a person calls this program; in a clone, it is a script of the package. */
export const program = isExecutable
  ? "fettle"
  : isBunInstalled
    ? "bun fettle"
    : `npx -y bun@${process.versions.bun} fettle`
