import { cpSync, mkdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import packageJson from "../../package.json" with { type: "json" }

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const OUTPUT = `${ROOT}dist/client`

const { version, description, license, dependencies } = packageJson

/** The package of the typed client: the contract as JavaScript with its declarations, and the two packages it stands on. */
const manifest = {
  name: "fettle",
  version,
  description: `${description} This package is the typed client.`,
  license,
  type: "module",
  sideEffects: false,
  exports: { "./client": { types: "./client/client.d.ts", default: "./client/client.js" } },
  dependencies: { "@effect/platform": dependencies["@effect/platform"], effect: dependencies.effect }
}

const run = (...command: ReadonlyArray<string>): void => {
  const { exitCode, stdout } = Bun.spawnSync([...command], { cwd: OUTPUT, stderr: "inherit" })
  if (exitCode !== 0) throw new Error(`${command.join(" ")} failed:\n${stdout}`)
}

rmSync(OUTPUT, { recursive: true, force: true })
mkdirSync(OUTPUT, { recursive: true })
run(process.execPath, "x", "tsc", "--project", `${ROOT}scripts/client/tsconfig.json`)
await Bun.write(`${OUTPUT}/package.json`, JSON.stringify(manifest, null, 2))
cpSync(`${ROOT}LICENSE`, `${OUTPUT}/LICENSE`)
run(process.execPath, "pm", "pack", "--destination", `${ROOT}dist`, "--quiet")
console.log(`dist/fettle-${version}.tgz`)
