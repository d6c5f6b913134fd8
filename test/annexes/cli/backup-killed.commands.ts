import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FETTLE, fettle, freePort, typedProgram } from "../../support/process.ts"
import { fillFolder } from "../../support/stores.ts"

const SLOW = 120_000

const root = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const data = join(root, "data")
beforeAll(() => fillFolder(data), SLOW)

/** Begins a command, and waits until it has begun its work on files. */
const begin = async (dataDir: string, args: ReadonlyArray<string>, hasBegun: () => boolean) => {
  const { PATH = "", HOME = "" } = process.env
  const child = Bun.spawn([...FETTLE, ...args], {
    env: { PATH, HOME, TZ: "UTC", DATA_DIR: dataDir },
    stdout: "ignore",
    stderr: "ignore"
  })
  while (!hasBegun()) {
    if (child.exitCode !== null) throw new Error(`It ended with exit code ${child.exitCode}`)
    await Bun.sleep(1)
  }
  return child
}

/** The unfinished copies beside a backup. */
const draftsOf = (folder: string) => readdirSync(folder).filter((name) => name.includes(".fettle-"))

/** A new folder for backups, and the name of one in it. */
const place = () => {
  const folder = mkdtempSync(join(root, "backups-"))
  return { folder, file: join(folder, "fettle.zip") }
}

const beginBackup = ({ folder, file }: ReturnType<typeof place>) =>
  begin(data, ["backup", file], () => draftsOf(folder).length > 0)

test(
  "of two backups to one file at once, the second says which process writes it, and leaves the first alone",
  async () => {
    const to = place()
    const first = await beginBackup(to)
    first.kill("SIGSTOP")
    const { exitCode, stderr } = await fettle({ DATA_DIR: data }, "backup", to.file)
    first.kill("SIGCONT")
    expect([exitCode, stderr]).toEqual([
      1,
      `fettle: ${to.file}: process ${first.pid} is writing this backup. Wait until it has ended`
    ])
    expect(await first.exited).toBe(0)
    expect(readdirSync(to.folder)).toEqual(["fettle.zip"])
    const restored = await fettle({ DATA_DIR: join(to.folder, "restored") }, "restore", to.file)
    expect(restored).toMatchObject({ exitCode: 0, stderr: "" })
  },
  SLOW
)

test(
  "after a backup was killed, the next one removes what it left",
  async () => {
    const to = place()
    const first = await beginBackup(to)
    first.kill("SIGKILL")
    await first.exited
    expect(draftsOf(to.folder)).not.toEqual([])
    expect(await fettle({ DATA_DIR: data }, "backup", to.file)).toMatchObject({ exitCode: 0, stderr: "" })
    expect(readdirSync(to.folder)).toEqual(["fettle.zip"])
  },
  SLOW
)

test(
  "after a restore was killed, the server names it instead of starting empty, and the same restore completes it",
  async () => {
    const { folder, file } = place()
    expect((await fettle({ DATA_DIR: data }, "backup", file)).exitCode).toBe(0)
    const to = join(folder, "restored")
    const first = await begin(to, ["restore", file], () => existsSync(join(to, "postgres", "base")))
    first.kill("SIGKILL")
    await first.exited
    expect(existsSync(join(to, "postgres", "PG_VERSION"))).toBe(false)
    const served = await fettle({ DATA_DIR: to, PORT: await freePort() }, "serve")
    expect([served.exitCode, served.stderr]).toEqual([
      1,
      expect.stringContaining(
        `the restore of ${file} into ${to} is unfinished. Run \`${typedProgram} restore ${file}\` again, which completes it`
      )
    ])
    expect(await fettle({ DATA_DIR: to }, "restore", file)).toMatchObject({ exitCode: 0, stderr: "" })
    const users = await fettle({ DATA_DIR: to }, "user", "list", "--json")
    expect(users).toMatchObject({ exitCode: 0, stderr: "" })
    expect(users.stdout).toBe((await fettle({ DATA_DIR: data }, "user", "list", "--json")).stdout)
  },
  SLOW
)
