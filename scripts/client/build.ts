/** Builds the package `fettle-client` in `dist/fettle-client`, and packs it: `bun run build:client`. */
import { cpSync, mkdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import packageJson from "../../package.json" with { type: "json" }
import { contractTypes } from "./contract-types.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const SOURCE = `${ROOT}dist/fettle-client-source`
const OUTPUT = `${ROOT}dist/fettle-client`

const { version, license, dependencies } = packageJson

const manifest = {
  name: "fettle-client",
  version,
  description: "Typed client of Fettle, a service for one person's fitness data.",
  license,
  type: "module",
  sideEffects: false,
  engines: { node: ">=20" },
  exports: {
    ".": { types: "./client.d.ts", default: "./client.js" },
    "./effect": { types: "./effect.d.ts", default: "./effect.js" }
  },
  peerDependencies: { effect: `^${dependencies.effect}` },
  peerDependenciesMeta: { effect: { optional: true } }
}

const run = (...command: ReadonlyArray<string>): void => {
  const { exitCode, stdout } = Bun.spawnSync([...command], { cwd: OUTPUT, stderr: "inherit" })
  if (exitCode !== 0) throw new Error(`${command.join(" ")} failed:\n${stdout}`)
}

for (const folder of [SOURCE, OUTPUT]) rmSync(folder, { recursive: true, force: true })
mkdirSync(OUTPUT, { recursive: true })
cpSync(`${ROOT}src/client`, SOURCE, { recursive: true })
await Bun.write(`${SOURCE}/contract.ts`, contractTypes())
run(process.execPath, "x", "tsc", "--project", `${ROOT}scripts/client/tsconfig.json`)
for await (const name of new Bun.Glob("*.d.ts").scan(OUTPUT)) {
  const text = await Bun.file(`${OUTPUT}/${name}`).text()
  await Bun.write(`${OUTPUT}/${name}`, text.replaceAll(/from "(\.\/[^"]+)\.ts"/g, 'from "$1.js"'))
}
await Bun.write(`${OUTPUT}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
cpSync(`${ROOT}LICENSE`, `${OUTPUT}/LICENSE`)
cpSync(`${ROOT}scripts/client/README.md`, `${OUTPUT}/README.md`)
run(process.execPath, "pm", "pack", "--destination", `${ROOT}dist`, "--quiet")
rmSync(SOURCE, { recursive: true })
console.log(`dist/fettle-client-${version}.tgz`)
