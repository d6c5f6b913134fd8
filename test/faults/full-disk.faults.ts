import { expect, test } from "bun:test"
import { join } from "node:path"
import pg from "pg"
import { fettle, type ServerProcess, startServer } from "../support/process.ts"
import { type Account, call } from "./client.ts"
import { measured, TIME_LIMIT } from "./form.ts"
import { makeJournal } from "./journal.ts"
import { newFolder, UNLIMITED } from "./servers.ts"
import { mountSmallDisk, withFilesUpTo } from "./small-disk.ts"

/** Less than a new database takes. */
const NO_ROOM_FOR_DATABASE = 30
/** Less than PostgreSQL's next log segment, of 16 MB, takes. */
const NO_ROOM_FOR_LOG = 8
const NO_ROOM_FOR_DATA = 1
const WRITES = 40
/** The number of writes after which some must have failed, or the disk must be full. */
const MOST_WRITES = 2000
const FAILURES = 12
/** Milliseconds in which a process that cannot continue must have ended. */
const ENDS_WITHIN = 5000

type Journal = ReturnType<typeof makeJournal>

const writeWell = async (journal: Journal, account: Account): Promise<void> => {
  for (let index = 0; index < WRITES; index++) expect((await journal.write(account))?.error).toBeUndefined()
}

/** Writes until the disk has refused several times or the process has ended; returns the number of writes. */
const writeUntilFull = async (journal: Journal, account: Account, server: ServerProcess): Promise<number> => {
  let failures = 0
  let written = 0
  while (failures < FAILURES && written < MOST_WRITES) {
    const answer = await journal.write(account, true)
    written++
    if (answer === undefined) {
      // Only a process that has ended may cut off a call; one that lives must answer.
      const exitCode = await Promise.race([server.child.exited, Bun.sleep(ENDS_WITHIN).then(() => "it hangs")])
      expect(exitCode).toBe(1)
      return written
    }
    if (answer.error === undefined) continue
    expect(answer.error.code).toBe("internal_error")
    failures++
  }
  expect(failures).toBe(FAILURES)
  return written
}

/** Ends PostgreSQL's log segment, so that the next write needs a new one. There may be no space even for that. */
const endLogSegment = async (dataDir: string): Promise<void> => {
  const client = new pg.Client({ host: dataDir, user: "postgres", database: "postgres" })
  const broken = new Promise<void>((resolve) => client.on("error", () => resolve()))
  await client.connect()
  await Promise.race([client.query("SELECT pg_switch_wal()").catch(() => broken), broken])
  await Promise.race([client.end(), broken])
}

const disk = mountSmallDisk()

if (disk !== undefined) {
  test(
    "on a full disk only writes fail; once there is space again, everything acknowledged is there and whole",
    async () => {
      using _disk = disk
      const dataDir = join(disk.folder, "data")
      const settings = { DATA_DIR: dataDir, ...UNLIMITED }
      const journal = makeJournal()
      await using logs = await newFolder()
      const log = join(logs.value, "log")
      disk.leave(NO_ROOM_FOR_DATABASE)
      expect((await fettle(settings, "migrate")).stderr).toContain(
        "cannot be opened (its disk is full). Make room there"
      )
      disk.giveBack()
      let server = await startServer(settings, { log })
      const { token } = server
      const account = () => ({ baseUrl: server.baseUrl, token })
      try {
        await writeWell(journal, account())

        disk.leave(NO_ROOM_FOR_DATA)
        const untilDataFull = await writeUntilFull(journal, account(), server)
        expect(await Bun.file(log).text()).toMatch(/Make room (on the database's disk|there)/)
        expect((await fettle(settings, "doctor")).stdout).toMatch(/^fail {2}data-dir .* is full .*\. Make room there/m)
        if (server.child.exitCode === null) {
          expect((await call(account(), "rest", "list_workouts"))?.error).toBeUndefined()
          disk.giveBack()
          await writeWell(journal, account())
        } else {
          disk.giveBack()
          server = await startServer(settings)
        }

        disk.leave(NO_ROOM_FOR_LOG)
        await endLogSegment(dataDir)
        const untilLogFull = await writeUntilFull(journal, account(), server)
        const { exitCode } = server.child
        if (exitCode !== null) {
          // It cannot start yet, and says so instead of hanging.
          await expect(startServer(settings)).rejects.toThrow("ended with exit code 1")
          disk.giveBack()
          server = await startServer(settings)
        } else disk.giveBack()
        await writeWell(journal, account())
        await journal.verify(account())
        measured("full disk", {
          "writes until no data fits": untilDataFull,
          "writes until no log fits": untilLogFull,
          "exit code then": exitCode,
          acknowledged: journal.acknowledged(),
          "not acknowledged": journal.count() - journal.acknowledged()
        })
      } finally {
        await server[Symbol.asyncDispose]()
      }
    },
    TIME_LIMIT
  )
} else {
  test(
    "if no file may grow, writes fail; without that limit, everything acknowledged is there and whole",
    async () => {
      await using folder = await newFolder()
      const settings = { DATA_DIR: folder.value, ...UNLIMITED }
      const journal = makeJournal()
      let server = await startServer(settings)
      const { token } = server
      const account = () => ({ baseUrl: server.baseUrl, token })
      try {
        await writeWell(journal, account())
        // A new segment has room below the limit, so that it does not block the start.
        await endLogSegment(folder.value)
        server.child.kill()
        await server.child.exited
        server = await startServer(settings, { within: withFilesUpTo(NO_ROOM_FOR_LOG) })
        await endLogSegment(folder.value)
        const untilFull = await writeUntilFull(journal, account(), server)
        const { exitCode } = server.child
        await server[Symbol.asyncDispose]()
        server = await startServer(settings)
        await writeWell(journal, account())
        await journal.verify(account())
        measured("full disk (files limited)", {
          "writes until no log fits": untilFull,
          "exit code then": exitCode,
          acknowledged: journal.acknowledged(),
          "not acknowledged": journal.count() - journal.acknowledged()
        })
      } finally {
        await server[Symbol.asyncDispose]()
      }
    },
    TIME_LIMIT
  )
}
