/**
 * Makes a release: `bun run release VERSION [--tag]`. Unless the sources already have that version, it writes the
 * version into them, updates the changelog, and commits that. Then it builds that commit's artifacts in dist/release,
 * and with --tag creates the tag vVERSION without pushing it. The same commit gives the same bytes.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bomOf } from "./release/bom.ts"
import { cut, sectionOf } from "./release/changelog.ts"
import { licencesOf, runtimePackages } from "./release/packages.ts"

/** Platforms in Bun's notation, without its prefix. Their Bun comes from the package registry. */
const TARGETS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]

const ROOT = join(import.meta.dir, "..")
const OUT = join(ROOT, "dist/release")

const end = (why: string): never => {
  console.error(`release: ${why}`)
  process.exit(1)
}

const run = (...command: ReadonlyArray<string>): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd: ROOT })
  return exitCode === 0 ? stdout.toString().trim() : end(`${command.join(" ")} failed:\n${stdout}${stderr}`)
}

const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8")

const versionIn = (file: string): string | undefined => /"version": "([^"]+)"/.exec(textOf(file))?.[1]

/** Commits the sources as this version. */
const prepare = (version: string): void => {
  const day = new Date().toISOString().slice(0, 10)
  const changed = ["package.json", "server.json"].map((file) => {
    writeFileSync(join(ROOT, file), textOf(file).replace(/"version": "[^"]+"/, `"version": "${version}"`))
    return file
  })
  writeFileSync(join(ROOT, "CHANGELOG.md"), cut(textOf("CHANGELOG.md"), version, day))
  run("git", "commit", "--quiet", "--message", `Release ${version}`, "--", "CHANGELOG.md", ...changed)
}

const build = (version: string): void => {
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  for (const target of TARGETS) {
    console.log(`Building for ${target}…`)
    run(process.execPath, "scripts/build.ts", join(OUT, `fettle-${version}-${target}`), `bun-${target}`)
  }
  run(process.execPath, "scripts/client/build.ts")
  copyFileSync(join(ROOT, `dist/fettle-client-${version}.tgz`), join(OUT, `fettle-client-${version}.tgz`))
  const packages = runtimePackages(ROOT)
  writeFileSync(join(OUT, `fettle-${version}.cdx.json`), bomOf(version, packages))
  writeFileSync(join(OUT, "LICENCES.txt"), licencesOf(packages))
  writeFileSync(join(OUT, "NOTES.md"), `${sectionOf(textOf("CHANGELOG.md"), version)}\n`)
  const sums = readdirSync(OUT)
    .sort()
    .map((file) => `${new Bun.CryptoHasher("sha256").update(readFileSync(join(OUT, file))).digest("hex")}  ${file}\n`)
  writeFileSync(join(OUT, "SHA256SUMS"), sums.join(""))
  console.log(sums.join(""))
}

const [version = "", ...flags] = process.argv.slice(2)
const isTagged = flags.includes("--tag")
if (!/^\d+\.\d+\.\d+$/.test(version) || flags.some((flag) => flag !== "--tag"))
  end("say which version, such as: bun run release 0.2.0 [--tag]")
if (run("git", "status", "--porcelain") !== "") end("commit or remove what git status shows first")

const current = versionIn("package.json") ?? end("package.json has no version")
if (current !== version) {
  if (Bun.semver.order(version, current) < 0) end(`the sources are of ${current} already`)
  prepare(version)
}
if (!sectionOf(textOf("CHANGELOG.md"), version)) end(`CHANGELOG.md has no section ${version}`)
if (versionIn("server.json") !== version) end(`server.json is of ${versionIn("server.json")}, not of ${version}`)
build(version)
if (isTagged) run("git", "tag", "--annotate", `v${version}`, "--message", `Fettle ${version}`)
