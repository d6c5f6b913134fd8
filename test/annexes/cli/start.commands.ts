import { afterAll, describe, expect, test } from "bun:test"
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import packageJson from "../../../package.json" with { type: "json" }

const ROOT = join(import.meta.dir, "../../..")
const folder = mkdtempSync(join(tmpdir(), "fettle-start-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server that prints its arguments, and ends on a signal with its own exit code. */
const MAIN = `
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(signal === "SIGTERM" ? 15 : 2))
  console.log("serving", process.pid, process.argv.slice(2).join(" "))
  setInterval(() => {}, 1000)
`

interface Manifest {
  readonly engines?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** A project with the scripts of this one, and no dependencies unless they are given. */
const project = async ({ engines = packageJson.engines, dependencies = {} }: Manifest = {}) => {
  const root = mkdtempSync(join(folder, "project-"))
  mkdirSync(join(root, "scripts"))
  for (const script of ["install.js", "bundle.js"]) cpSync(join(ROOT, "scripts", script), join(root, "scripts", script))
  cpSync(join(ROOT, "bunfig.toml"), join(root, "bunfig.toml"))
  await Bun.write(
    join(root, "package.json"),
    JSON.stringify({ type: "module", engines, dependencies, scripts: { start: packageJson.scripts.start } })
  )
  await Bun.write(join(root, "src/main.ts"), MAIN)
  return root
}

/** Starts the command in the folder, detached from this terminal. */
const run = (root: string, command: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}) =>
  Bun.spawn([...command], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...settings },
    stdout: "pipe",
    stderr: "pipe"
  })

const toEnd = async (child: ReturnType<typeof run>) => {
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  return { stdout, stderr, exitCode }
}

describe("bun start", () => {
  test.each([
    ["SIGTERM", 15],
    ["SIGINT", 2]
  ] as const)("passes arguments and %s to the server, and returns its exit code", async (signal, code) => {
    const child = run(await project(), [process.execPath, "start", "--workers", "2"])
    const { value } = await child.stdout.getReader().read()
    const [, pid, ...args] = new TextDecoder().decode(value).trim().split(" ")
    expect(args).toEqual(["serve", "--workers", "2"])
    child.kill(signal)
    expect(await child.exited).toBe(code)
    expect(() => process.kill(Number(pid), 0)).toThrow()
  })

  test("says the first time that it bundles the program", async () => {
    const root = await project()
    const said: Array<string> = []
    for (let start = 0; start < 2; start++) {
      const child = run(root, [process.execPath, "start"])
      await child.stdout.getReader().read()
      child.kill("SIGTERM")
      said.push(await new Response(child.stderr).text())
    }
    expect(said).toEqual([expect.stringContaining("Putting the program together…\n"), ""])
  })

  test("with a Bun that is too old, says so in one line before installing anything", async () => {
    const root = await project({ engines: { bun: ">=99.0.0" }, dependencies: { effect: "3.22.4" } })
    expect(await toEnd(run(root, [process.execPath, "start"]))).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `fettle: needs Bun 99.0.0 or newer, and this is Bun ${Bun.version}. Run \`bun upgrade\`, or put \`npx -y bun@99.0.0\` in place of \`bun\`\n`
    })
  })

  test.each([
    ["99.0.0", 1],
    ["1.99.0", 1],
    [Bun.version, 0],
    ["1.4.0", 0],
    ["1.3.99", 0],
    ["0.99.99", 0]
  ])("needs Bun %s: exit code %d", async (version, code) => {
    const root = await project({ engines: { bun: `>=${version}` } })
    expect((await toEnd(run(root, [process.execPath, "scripts/install.js"]))).exitCode).toBe(code)
  })

  test("without a registry, shows why the packages could not be installed, and what to do", async () => {
    const root = await project({ dependencies: { effect: "3.22.4" } })
    const { stdout, stderr, exitCode } = await toEnd(
      run(root, [process.execPath, "start"], {
        BUN_CONFIG_REGISTRY: "http://127.0.0.1:9",
        BUN_INSTALL_CACHE_DIR: join(root, "cache")
      })
    )
    expect([exitCode, stdout]).toEqual([1, ""])
    expect(stderr).toContain("ConnectionRefused")
    expect(stderr.trim().split("\n").at(-1)).toBe(
      "fettle: the packages could not be installed, for the reason above. See that the package registry can be reached, then run the command again"
    )
  })

  const isRoot = process.getuid?.() === 0
  if (!isRoot || Bun.which("setpriv") !== null) {
    test("in a checkout that may not be written, says so, and nothing about a registry", async () => {
      const root = await project({ dependencies: { effect: "3.22.4" } })
      chmodSync(root, 0o555)
      const within = isRoot ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []
      const { stderr, exitCode } = await toEnd(run(root, [...within, process.execPath, "scripts/install.js"]))
      chmodSync(root, 0o755)
      expect(exitCode).toBe(1)
      expect(stderr.trim().split("\n").at(-1)).toBe(
        `fettle: the packages could not be installed, for the reason above. This user may not write ${root}/ (EACCES): run \`bun install\` there as its owner, or use a copy that may be written`
      )
    })
  }

  test("says that it installs packages while that takes long", async () => {
    const registry = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Promise(() => {}) })
    const child = run(await project({ dependencies: { effect: "3.22.4" } }), [process.execPath, "start"], {
      BUN_CONFIG_REGISTRY: registry.url.href,
      BUN_INSTALL_CACHE_DIR: join(folder, "cache")
    })
    const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader()
    for (let said = ""; !said.includes("Installing the packages that Fettle needs…\n  still working, 2 s\n"); ) {
      const { value = "", done } = await reader.read()
      if (done) throw new Error(`The start ended, and printed only: ${said}`)
      said += value
    }
    child.kill("SIGTERM")
    await registry.stop(true)
  })
})
