import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Schema } from "effect"

const Manifest = Schema.parseJson(
  Schema.Struct({
    name: Schema.String,
    version: Schema.String,
    license: Schema.optional(Schema.Unknown),
    dependencies: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String })),
    optionalDependencies: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String })),
    peerDependencies: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String }))
  })
)

/** A package that the service needs at run time. */
export interface Package {
  readonly name: string
  readonly version: string
  /** As in its manifest: an SPDX expression, except in old packages. */
  readonly license: string
  /** The texts of its licence files; empty if it has none. */
  readonly texts: ReadonlyArray<string>
}

const LICENSE_FILE = /^(licen[sc]e|copying|notice)/i

const manifestIn = (folder: string) =>
  Schema.decodeUnknownSync(Manifest)(readFileSync(join(folder, "package.json"), "utf8"))

/** The folder of a package as resolved from `from`; undefined if it is not installed. */
const folderOf = (name: string, from: string): string | undefined => {
  const folder = join(from, "node_modules", name)
  if (existsSync(join(folder, "package.json"))) return folder
  return dirname(from) === from ? undefined : folderOf(name, dirname(from))
}

/**
 * The run-time dependencies of the package in `root`, direct and indirect, by name and version. Optional ones and peers
 * count if they are installed.
 */
export const runtimePackages = (root: string): ReadonlyArray<Package> => {
  const folders = new Set<string>()
  const add = (folder: string): void => {
    const { dependencies, optionalDependencies, peerDependencies } = manifestIn(folder)
    const peers = folder === root ? {} : peerDependencies
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peers })) {
      const found = folderOf(name, folder)
      if (found === undefined && dependencies !== undefined && name in dependencies)
        throw new Error(`${name}, which ${folder} needs, is not installed`)
      if (found === undefined || folders.has(found)) continue
      folders.add(found)
      add(found)
    }
  }
  add(root)
  const all = Array.from(folders, (folder) => {
    const { name, version, license } = manifestIn(folder)
    const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file))
    const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim())
    return { name, version, license: typeof license === "string" ? license : "unknown", texts }
  })
  // One version may be installed in several places.
  const byName = new Map(all.map((each) => [`${each.name}@${each.version}`, each]))
  return [...byName.keys()].sort().flatMap((key) => byName.get(key) ?? [])
}

/** One text with the licences of all packages. */
export const licencesOf = (packages: ReadonlyArray<Package>): string =>
  packages
    .map(({ name, version, license, texts }) => {
      const text =
        texts.length === 0 ? `The package has no licence file; its manifest says ${license}.` : texts.join("\n\n")
      return `${name} ${version} (${license})\n\n${text}\n`
    })
    .join(`\n${"-".repeat(80)}\n\n`)
