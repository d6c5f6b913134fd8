import { Database } from "bun:sqlite"
import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Duration, Effect, Either, Layer } from "effect"
import { forServer, restoreInto } from "../../../src/platform/database/embedded.ts"

const root = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A folder that another process has locked, which nobody can reach there yet. */
const busyFolder = () => {
  const folder = mkdtempSync(join(root, "data-"))
  const lock = new Database(join(folder, "lock"))
  lock.run("PRAGMA locking_mode = EXCLUSIVE")
  lock.run("BEGIN EXCLUSIVE")
  return { folder, lock }
}

/** Does the work with a clock that does not wait, but calls `waits`. */
const withClock = <A, E>(work: Effect.Effect<A, E>, waits: (millis: number) => void) =>
  work.pipe(
    Effect.either,
    Effect.withClock({
      ...Clock.make(),
      sleep: (duration) => Effect.sync(() => waits(Duration.toMillis(duration)))
    }),
    Effect.runPromise
  )

const restore = (folder: string) =>
  restoreInto(folder, "backup.zip", async (database) => void mkdirSync(database), String)

const serve = (folder: string) => Effect.scoped(Effect.asVoid(Layer.build(forServer(folder))))

describe("while another process starts or stops on a data folder", () => {
  test("a restore waits, and goes on once that process has let go of it", async () => {
    const { folder, lock } = busyFolder()
    let waits = 0
    const restored = await withClock(restore(folder), () => {
      waits++
      if (waits === 3) lock.close()
    })
    expect([Either.isRight(restored), waits, existsSync(join(folder, "postgres"))]).toEqual([true, 3, true])
  })

  test.each([
    ["restore", restore],
    ["second server", serve]
  ])("a %s says after 3 seconds at most that one runs on the folder, and puts nothing there", async (_name, work) => {
    const { folder, lock } = busyFolder()
    let waited = 0
    const outcome = await withClock(work(folder), (millis) => {
      waited += millis
    })
    lock.close()
    expect(outcome).toMatchObject({ left: { message: expect.stringContaining(`server is running on ${folder}`) } })
    expect(waited).toBeWithin(1_000, 3_001)
    expect(readdirSync(join(folder, "postgres"))).toEqual([])
  })
})
