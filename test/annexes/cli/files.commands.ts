import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { mountSmallDisk, withFilesUpTo } from "../../faults/small-disk.ts"
import { fettle, fettleWithin, startServer } from "../../support/process.ts"
import { fillFolder } from "../../support/stores.ts"

const SLOW = 600_000
const NOBODY = 65_534

const root = mkdtempSync(join(tmpdir(), "fettle-"))
chmodSync(root, 0o755)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Root may do everything; as another user would, these commands run without that right. */
const isRoot = process.getuid?.() === 0
const mayBeOthers = isRoot && Bun.which("setpriv") !== null
const asNobody = ["setpriv", "--reuid", String(NOBODY), "--clear-groups"]
const unprivileged = mayBeOthers ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []

const filled = async (name: string): Promise<string> => {
  const folder = join(root, name)
  await fillFolder(folder)
  return folder
}

/** Every path below a folder with its owner, mode and time of change. */
const stateOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true })
    .map((name) => {
      const { uid, mode, mtimeMs } = statSync(join(folder, String(name)))
      return `${name} ${uid} ${mode} ${mtimeMs}`
    })
    .sort()

const give = (folder: string, uid: number): void => {
  chownSync(folder, uid, uid)
  for (const name of readdirSync(folder, { recursive: true })) chownSync(join(folder, String(name)), uid, uid)
}

const A_FILE = "postgres/global/1262"

describe("a data folder that this process may not use", () => {
  if (mayBeOthers) {
    test(
      "is left as it is by a command of root, which names its owner, and may be used through its server",
      async () => {
        const folder = await filled("of-nobody")
        give(folder, NOBODY)
        const before = stateOf(folder)
        const { exitCode, stderr } = await fettle({ DATA_DIR: folder }, "user", "list")
        expect([exitCode, stderr]).toEqual([
          1,
          `fettle: DATA_DIR: ${folder}/postgres/PG_VERSION belongs to user ${NOBODY}, who could not open the files that root makes. Run the command as that user, with \`setpriv --reuid ${NOBODY} --clear-groups\` before it, or set DATA_DIR to another folder`
        ])
        expect((await fettle({ DATA_DIR: folder }, "doctor")).stdout).toContain(
          `fail  data-dir       DATA_DIR: ${folder}/postgres/PG_VERSION belongs to user ${NOBODY}`
        )
        expect(stateOf(folder)).toEqual(before)
        await using _server = await startServer({ DATA_DIR: folder }, { within: asNobody })
        expect(await fettle({ DATA_DIR: folder }, "user", "list")).toMatchObject({ exitCode: 0, stderr: "" })
      },
      SLOW
    )

    test(
      "because of one file of root's is not called damaged",
      async () => {
        const folder = await filled("one-of-root")
        give(folder, NOBODY)
        chownSync(join(folder, A_FILE), 0, 0)
        const { stderr } = await fettleWithin(asNobody, { DATA_DIR: folder }, "serve")
        expect(stderr).toBe(
          `fettle: DATA_DIR: ${folder}/${A_FILE} belongs to root, and this process runs as user ${NOBODY}. Run \`chown -R ${NOBODY} ${folder}\` as root, or set DATA_DIR to another folder`
        )
      },
      SLOW
    )

    test(
      "of another user is not to be given away, and the missing one is created with its owner",
      async () => {
        const folder = await filled("of-another")
        give(folder, 1234)
        chmodSync(folder, 0o755)
        const { stderr } = await fettleWithin(asNobody, { DATA_DIR: folder }, "user", "list")
        expect(stderr).toContain(`and this process runs as user ${NOBODY}. `)
        expect(stderr).toContain("un the command as user 1234. If Fettle is to run as user 65534 from now on")
        const absent = join(root, "no where/data")
        expect((await fettleWithin(asNobody, { DATA_DIR: absent }, "migrate")).stderr).toBe(
          `fettle: DATA_DIR: ${root} belongs to root, and this process runs as user ${NOBODY}. Run \`install -d -m 700 -o ${NOBODY} '${absent}'\` as root, which creates it, or set DATA_DIR to another folder`
        )
        const { stderr: ofRoot } = await fettleWithin(asNobody, { DATA_DIR: "/" }, "migrate")
        expect(ofRoot).toContain("/ belongs to root")
        expect(ofRoot).toContain("Use a folder of its own for Fettle")
        expect(ofRoot).not.toMatch(/chown|chmod/)
      },
      SLOW
    )
  }

  if (!isRoot || mayBeOthers) {
    test(
      "because a file's mode closes it is opened by the chmod in the message",
      async () => {
        const folder = await filled("closed")
        chmodSync(join(folder, A_FILE), 0)
        const { stderr } = await fettleWithin(unprivileged, { DATA_DIR: folder }, "user", "list")
        expect(stderr).toContain(`${folder}/${A_FILE} may not be written, not even by its owner`)
        const [, advised = ""] = /`(chmod [^`]+)`/.exec(stderr) ?? []
        expect(Bun.spawnSync(["sh", "-c", advised]).exitCode).toBe(0)
        expect(await fettleWithin(unprivileged, { DATA_DIR: folder }, "user", "list")).toMatchObject({ exitCode: 0 })
      },
      SLOW
    )
  }
})

describe("a disk that takes nothing more is named by every command that writes", () => {
  const disk = mountSmallDisk()
  const [data, backup, csv] = [join(root, "data"), join(root, "backup"), join(root, "weight.csv")]
  let user = ""
  beforeAll(async () => {
    await filled("data")
    const made = await fettle({ DATA_DIR: data }, "user", "create", "--name", "Ada", "--timezone", "UTC", "--json")
    user = JSON.parse(made.stdout).userId
    expect((await fettle({ DATA_DIR: data }, "backup", backup)).exitCode).toBe(0)
    writeFileSync(csv, "Date,Weight (kg)\n2026-03-14,70\n")
  }, SLOW)
  afterAll(() => disk?.[Symbol.dispose]())

  /** Each command, writing to a path below `place`. */
  const writers = (
    place: string
  ): ReadonlyArray<readonly [settings: Record<string, string>, ...command: ReadonlyArray<string>]> => [
    [{ DATA_DIR: data }, "backup", join(place, "file.backup")],
    [{ DATA_DIR: join(place, "restored") }, "restore", backup],
    [{ DATA_DIR: data }, "move", "--to", join(place, "moved")],
    [{ DATA_DIR: data }, "export", "--user", user, join(place, "file.zip")],
    [{ DATA_DIR: data, TMPDIR: place }, "import", "file", "--user", user, csv],
    [{ DATA_DIR: join(place, "served") }, "serve"],
    [{ DATA_DIR: join(place, "migrated") }, "migrate"]
  ]

  const expectEach = async (
    place: string,
    within: ReadonlyArray<string>,
    reason: RegExp,
    which: ReadonlyArray<string>
  ) => {
    for (const [settings, ...command] of writers(place).filter(([, name = ""]) => which.includes(name))) {
      const { exitCode, stderr } = await fettleWithin(within, settings, ...command)
      const last = stderr.split("\n").at(-1) ?? ""
      expect([command[0], exitCode, last]).toEqual([command[0], 1, expect.stringMatching(reason)])
      expect(stderr).not.toMatch(/damaged|another backup|internal error|report it|\bat .*:\d+:\d+/)
    }
  }

  const ALL = ["backup", "restore", "move", "export", "import", "serve", "migrate"]

  if (disk !== undefined) {
    test(
      "when it is full, or read-only",
      async () => {
        disk.leave(0)
        await expectEach(disk.folder, [], /disk.* is full.*Make room there, or /, ALL)
        expect((await fettle({ DATA_DIR: join(disk.folder, "x") }, "doctor")).stdout).toContain("is full")
        expect(readdirSync(disk.folder).filter((name) => /copy|partial|zip|backup/.test(name))).toEqual([])
        disk.giveBack()
        expect(Bun.spawnSync(["mount", "-o", "remount,ro", disk.folder]).success).toBe(true)
        await expectEach(disk.folder, [], /is on a read-only file system/, ["backup", "restore", "import"])
      },
      SLOW
    )
  }

  test(
    "when no file may grow",
    async () => {
      const place = mkdtempSync(join(root, "place-"))
      await expectEach(place, withFilesUpTo(1), /may not grow further\. Raise the limit/, ["restore"])
      expect(readdirSync(place).flatMap((name) => (name === "restored" ? [] : [name]))).toEqual([])
      expect(existsSync(join(place, "restored/postgres/PG_VERSION"))).toBe(false)
    },
    SLOW
  )

  if (mayBeOthers) {
    test(
      "when the folder is another user's",
      async () => {
        const place = mkdtempSync(join(root, "of-root-"))
        chmodSync(place, 0o555)
        await expectEach(place, unprivileged, /may not be written, not even by its owner, root/, ["backup"])
      },
      SLOW
    )
  }
})
