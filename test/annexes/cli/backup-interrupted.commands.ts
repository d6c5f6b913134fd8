import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FETTLE, fettle, startServer, until } from "../../support/process.ts"
import { fillFolder } from "../../support/stores.ts"

const SLOW = 180_000

const root = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const data = join(root, "data")
let user = ""
beforeAll(async () => {
  await fillFolder(data)
  const made = await fettle({ DATA_DIR: data }, "user", "create", "--name", "Ada", "--timezone", "UTC", "--json")
  user = JSON.parse(made.stdout).userId
}, SLOW)

const drafts = () => readdirSync(root).filter((name) => name.includes(".fettle-"))

/** Starts a command, kills it as soon as `hasBegun`, and waits for its end. */
const killedOnce = async (
  hasBegun: () => boolean,
  settings: Record<string, string>,
  ...command: ReadonlyArray<string>
) => {
  const child = Bun.spawn([...FETTLE, ...command], {
    env: { PATH: process.env.PATH, ...settings },
    stdout: "ignore",
    stderr: "ignore"
  })
  await until(hasBegun, 60)
  child.kill("SIGKILL")
  await child.exited
}

const holdsUser = async (DATA_DIR: string) =>
  (await fettle({ DATA_DIR }, "user", "list", "--json")).stdout.includes(user)

describe("a backup", () => {
  test(
    "that another one makes to the same file is made once and whole, and the other command says so",
    async () => {
      const file = join(root, "twice.backup")
      const both = await Promise.all([1, 2].map(() => fettle({ DATA_DIR: data }, "backup", file)))
      const refused = both.filter(({ exitCode }) => exitCode !== 0)
      expect(refused.length).toBeLessThan(2)
      for (const { exitCode, stderr } of refused)
        expect([exitCode, stderr]).toEqual([
          1,
          expect.stringMatching(
            /^fettle: .*: (process \d+ is writing this backup\. Wait until it has ended|the file already exists\. Name another one)$/
          )
        ])
      expect(drafts()).toEqual([])
      const restored = join(root, "twice")
      expect(await fettle({ DATA_DIR: restored }, "restore", file)).toMatchObject({ exitCode: 0, stderr: "" })
      expect(await holdsUser(restored)).toBe(true)
    },
    SLOW
  )

  test(
    "that was killed leaves nothing that the next one does not remove",
    async () => {
      const file = join(root, "killed.backup")
      await killedOnce(() => drafts().length > 0, { DATA_DIR: data }, "backup", file)
      expect([existsSync(file), drafts().length]).toEqual([false, 1])
      expect(await fettle({ DATA_DIR: data }, "backup", file)).toMatchObject({ exitCode: 0, stderr: "" })
      expect([existsSync(file), drafts()]).toEqual([true, []])
      expect(statSync(file).mode & 0o777).toBe(0o600)
    },
    SLOW
  )
})

test(
  "after a restore that was killed, a start names it and creates nothing; the restore is completed by running it again",
  async () => {
    const [file, DATA_DIR] = [join(root, "whole.backup"), join(root, "restored")]
    expect((await fettle({ DATA_DIR: data }, "backup", file)).exitCode).toBe(0)
    await killedOnce(() => existsSync(join(DATA_DIR, "restoring")), { DATA_DIR }, "restore", file)
    for (const command of ["serve", "migrate"]) {
      const { exitCode, stderr } = await fettle({ DATA_DIR }, command)
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(/^fettle: DATA_DIR: the restore of .*whole\.backup into .*restored is unfinished\. Run `/)
      ])
      expect(stderr).toContain(`restore ${file}\` again, which completes it`)
      expect(existsSync(join(DATA_DIR, "postgres/PG_VERSION"))).toBe(false)
    }
    expect(await fettle({ DATA_DIR }, "restore", file)).toMatchObject({ exitCode: 0, stderr: "" })
    expect(await holdsUser(DATA_DIR)).toBe(true)
    await using server = await startServer({ DATA_DIR })
    expect((await fetch(`${server.baseUrl}/ready`)).status).toBe(200)
  },
  SLOW
)

test(
  "an export is readable by its owner only",
  async () => {
    const file = join(root, "ada.zip")
    expect((await fettle({ DATA_DIR: data }, "export", "--user", user, file)).exitCode).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  },
  SLOW
)
