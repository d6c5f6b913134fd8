import { describe, expect, test } from "bun:test"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bomOf } from "../../../scripts/release/bom.ts"
import { cut, sectionOf } from "../../../scripts/release/changelog.ts"
import { licencesOf, runtimePackages } from "../../../scripts/release/packages.ts"

const ROOT = join(import.meta.dir, "../../..")
const CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- New\n\n## 0.1.0 (2026-01-01)\n\n- Old\n"

describe("a release", () => {
  test("moves the unreleased changes under its version", () => {
    const after = cut(CHANGELOG, "0.2.0", "2026-03-14")
    expect(sectionOf(after, "0.2.0")).toBe("### Added\n\n- New")
    expect(sectionOf(after, "0.1.0")).toBe("- Old")
    expect(sectionOf(after, "Unreleased")).toBe("")
    expect(() => cut(after, "0.3.0", "2026-03-15")).toThrow("nothing under")
  })

  test("is ready: one version everywhere, and a section for users with its day and which databases come up", () => {
    const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8")
    const versionIn = (file: string) => /"version": "([^"]+)"/.exec(textOf(file))?.[1] ?? ""
    const version = versionIn("package.json")
    expect(versionIn("server.json")).toBe(version)
    const changelog = textOf("CHANGELOG.md")
    expect(changelog).toMatch(new RegExp(`^## ${version.replaceAll(".", "\\.")} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, "m"))
    const section = sectionOf(changelog, version) ?? ""
    expect(Buffer.byteLength(section)).toBeWithin(1000, 12_000)
    const [baseline = ""] = readdirSync(join(ROOT, "migrations")).sort()
    expect(section).toContain(`schema version ${Number.parseInt(baseline, 10)} or newer comes up by itself`)
    const { stdout } = Bun.spawnSync([process.execPath, "src/main.ts", "--version"], { cwd: ROOT })
    expect(stdout.toString().trim()).toBe(version)
  })

  test("lists each run-time package with its licence, and no tools", () => {
    const packages = runtimePackages(ROOT)
    const names = packages.map(({ name }) => name)
    expect(names).toContain("effect")
    expect(names).toContain("@electric-sql/pglite")
    expect(names).not.toContain("@biomejs/biome")
    expect(packages.filter(({ license }) => license === "unknown")).toEqual([])
    const bom: { components: ReadonlyArray<{ name: string; version: string; "bom-ref": string }> } = JSON.parse(
      bomOf("0.2.0", packages)
    )
    expect(new Set(bom.components.map((each) => each["bom-ref"])).size).toBe(packages.length + 1)
    const licences = licencesOf(packages)
    for (const { name, version } of packages) expect(licences).toContain(`${name} ${version} (`)
  })

  test("refuses a working tree with changes, and an invalid version", () => {
    const folder = mkdtempSync(join(tmpdir(), "fettle-"))
    try {
      for (const path of ["scripts", "package.json", "CHANGELOG.md", "server.json"])
        cpSync(join(ROOT, path), join(folder, path), { recursive: true })
      Bun.spawnSync(["ln", "-s", join(ROOT, "node_modules"), join(folder, "node_modules")])
      Bun.spawnSync(["git", "init", "--quiet"], { cwd: folder })
      const release = (...args: ReadonlyArray<string>) => {
        const { exitCode, stderr } = Bun.spawnSync([process.execPath, "scripts/release.ts", ...args], { cwd: folder })
        return [exitCode, stderr.toString()]
      }
      expect(release("0.2.0")).toEqual([1, "release: commit or remove what git status shows first\n"])
      expect(release("next")).toEqual([1, "release: say which version, such as: bun run release 0.2.0 [--tag]\n"])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
