/*
 * Bundles the program, unless that was done of the same sources, and prints the path of what is to be run. A few files start
 * in about half the time of some thousand modules, and hold a third less memory; what is loaded when it is first used stands
 * in files of its own, which a start need not read. Where they cannot be written, the sources are run. It says when it
 * bundles, because that may take seconds.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname, join } from "node:path"

const root = dirname(import.meta.dir)
const source = join(root, "src/main.ts")
const dist = join(root, "dist", "bundles")

/** How many bundles stay. A server that was started of an earlier one may yet read from it. */
const KEPT = 3

const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Changes with every source, with this script, the packages and Bun. */
const stampOf = () => {
  const sources = readdirSync(join(root, "src"), { recursive: true }).filter((name) => /\.(?:tsx?|css)$/.test(name))
  const lines = [...sources.sort().map((name) => `src/${name}`), "scripts/bundle.js", "package.json", "bun.lock"].map(
    (name) => {
      const { size, mtimeMs } = statSync(join(root, name), { throwIfNoEntry: false }) ?? {}
      return `${name} ${size} ${mtimeMs}`
    }
  )
  return Bun.hash([Bun.version, root, ...lines].join("\n")).toString(36)
}

/** Removes all but the newest bundles. */
const tidy = () => {
  const bundles = readdirSync(dist).filter((name) => name.startsWith("start"))
  const byAge = bundles.map((name) => join(dist, name)).sort((one, other) => modifiedAt(other) - modifiedAt(one))
  for (const old of byAge.slice(KEPT)) rmSync(old, { recursive: true, force: true })
}

const bundle = async (folder) => {
  const draft = join(dist, `draft-${process.pid}`)
  try {
    await Bun.build({
      entrypoints: [source],
      outdir: draft,
      target: "bun",
      splitting: true,
      // It finds its parts beside its own code.
      external: ["@electric-sql/pglite"]
    })
    renameSync(draft, folder)
  } catch (error) {
    // Another start may have made the same one meanwhile.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  tidy()
}

try {
  // As deep as the sources: the files that come with Fettle are looked for three folders above the code.
  const folder = join(dist, `start-${stampOf()}`)
  const file = join(folder, "main.js")
  if (!existsSync(file)) {
    console.error("Putting the program together…")
    await bundle(folder)
  }
  console.log(file)
} catch {
  console.log(source)
}
