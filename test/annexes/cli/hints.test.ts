import { describe, expect, test } from "bun:test"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { programFor } from "../../../src/annexes/cli/commands.ts"
import { sources } from "../../architecture/imports.ts"

const ASSETS = join(import.meta.dir, "../../../src/platform/assets/assets.ts")

describe("how a hint names the program", () => {
  const withPath = (PATH: string, bun = process.execPath) => {
    const command = ["--eval", `console.log((await import(${JSON.stringify(ASSETS)})).program)`]
    const { stdout } = Bun.spawnSync([bun, ...command], { env: { PATH } })
    return stdout.toString().trim()
  }
  const npx = `npx -y bun@${Bun.version} fettle`

  test("with bun if it is on the user's path, and otherwise with npx", () => {
    const folder = mkdtempSync(join(tmpdir(), "fettle-hints-"))
    const [installed, npm, cache] = ["bin", "node_modules/.bin", "_npx/1"].map((name) => join(folder, name))
    for (const at of [installed, npm, cache]) mkdirSync(String(at), { recursive: true })
    for (const at of [installed, npm]) {
      writeFileSync(join(String(at), "bun"), "#!/bin/sh\n")
      chmodSync(join(String(at), "bun"), 0o755)
    }
    // Bun resolves links to find its own path, so this is a copy.
    const copies = [join(String(installed), "own"), join(String(cache), "own")]
    for (const copy of copies) Bun.spawnSync(["cp", process.execPath, copy])
    const [own = "", ofNpx = ""] = copies
    expect(withPath(`/usr/bin:${installed}`, own)).toBe("bun fettle")
    expect(withPath("/bin:/nowhere", own)).toBe(npx)
    expect(withPath(`${npm}/:/nowhere`, own)).toBe(npx)
    expect(withPath(`/usr/bin:${installed}`, ofNpx)).toBe(npx)
    rmSync(folder, { recursive: true })
  })
})

test("no text of the program names a command without it", async () => {
  const { shape } = await programFor([])
  const commands = shape.subcommands.map(({ path }) => path[0])
  expect(commands).toContain("login-link")
  const bare = new RegExp(`(?<!program} )\\bfettle (${commands.join("|")})\\b`)
  const found = [...sources].flatMap(([path, { text }]) =>
    text
      .replaceAll(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
      .split("\n")
      .filter((line) => bare.test(line))
      .map((line) => `${path}: ${line.trim()}`)
  )
  expect(found).toEqual([])
})
