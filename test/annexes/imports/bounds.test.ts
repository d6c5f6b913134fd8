import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Option } from "effect"
import { MostMemory, MostWork, prepareApart } from "../../../src/annexes/imports/jobs/prepare-apart.ts"
import { type Prepare, prepareHere } from "../../../src/annexes/imports/ledger/prepare.ts"
import { FreeBytes } from "../../../src/annexes/imports/uploads/disk-room.ts"
import { spoolFolder } from "../../../src/annexes/imports/uploads/spool.ts"
import { removeFolder } from "../../../src/annexes/imports/uploads/upload-folder.ts"
import { takePart, uploadOf } from "../../../src/annexes/imports/uploads/uploads.ts"
import { AppConfig } from "../../../src/config.ts"
import { Timezone } from "../../../src/contract/handler/user.ts"
import { createUser, newUser } from "../../../src/features/accounts/accounts.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import { settings } from "../../support/settings.ts"
import { onEmbedded } from "../../support/stores.ts"

const own = mkdtempSync(join(tmpdir(), "fettle-bounds-"))
afterAll(() => rmSync(own, { recursive: true }))

/** A file of this many weights, on 3,000 days. */
const weights = (rows: number): string => {
  const path = join(own, `weights-${rows}.csv`)
  const lines = Array.from({ length: rows }, (_, row) => {
    const day = new Date(Date.UTC(2015, 0, 1 + (row % 3000))).toISOString().slice(0, 10)
    return `${day},weight,80,kg`
  })
  writeFileSync(path, `date,metric,value,unit\n${lines.join("\n")}\n`)
  return path
}

/** Reads this many rows; returns "read", or why they were refused. */
const outcomeOf = (prepare: Prepare, rows: number) =>
  Effect.gen(function* () {
    const today = ActivityDay.make("2026-01-01")
    const order = {
      path: weights(rows),
      name: "weights.csv",
      folder: yield* spoolFolder,
      today,
      read: { timezone: "UTC" }
    }
    return yield* Effect.match(
      prepare(order, () => Effect.void),
      { onFailure: ({ message }) => message, onSuccess: () => "read" }
    )
  }).pipe(Effect.scoped)

test.if(process.platform === "linux")(
  "a process that takes more memory than allowed is ended, and the file refused; the next is read",
  async () => {
    const most = Effect.provideService(outcomeOf(prepareApart, 2), MostMemory, 10_000)
    expect(await Effect.runPromise(most)).toStartWith("weights.csv: needs more memory than reading one file may take")
    expect(await Effect.runPromise(outcomeOf(prepareApart, 2))).toBe("read")
  },
  60_000
)

test.if(process.platform === "linux")(
  "a process that uses a processor longer than allowed is ended, and the file refused",
  async () => {
    const most = Effect.provideService(outcomeOf(prepareApart, 200_000), MostWork, 0.2)
    expect(await Effect.runPromise(most)).toStartWith(
      "weights.csv: takes more than 0.2 seconds of processor time to read"
    )
  },
  60_000
)

test("rows that would leave less of the disk free than they take are refused; for a few rows, the disk is not even checked", async () => {
  const outcome = (rows: number, free: number) =>
    Effect.runPromise(Effect.provideService(outcomeOf(prepareHere, rows), FreeBytes, async () => free))
  const refusal = "weights.csv: holds more than this machine has room for. Free some disk space, or try again later"
  // About 300 bytes a row: the space is checked every 16 MB.
  const many = await outcome(120_000, 30_000_000)
  expect(many).toContain(refusal)
  expect(await outcome(100, 30_000_000)).toBe("read")
}, 60_000)

test("a file that would leave less of the disk free than it takes, or than 1 GB, is refused", async () => {
  const takes = (size: number, free: number) =>
    Effect.gen(function* () {
      const id = yield* createUser(newUser("Test", Timezone.make("UTC")))
      const part = { name: "a.csv", size, at: 0, bytes: Buffer.from("a") }
      const message = yield* Effect.match(takePart(id, part), {
        onFailure: ({ message }) => message,
        onSuccess: () => "taken"
      })
      const isHeld = Option.isSome(yield* uploadOf(id))
      yield* removeFolder(id)
      return { message, isHeld }
    }).pipe(
      Effect.provideService(FreeBytes, async () => free),
      Effect.provide(Layer.provide(onEmbedded.reused, Layer.succeed(AppConfig, settings))),
      Effect.runPromise
    )
  expect(await takes(10_000, 19_999)).toEqual({
    message: expect.stringContaining("This machine has no room for the file now"),
    isHeld: false
  })
  expect(await takes(10_000, 20_000)).toEqual({ message: "taken", isHeld: true })
  expect((await takes(3_000_000_000, 3_999_999_999)).isHeld).toBe(false)
  expect((await takes(3_000_000_000, 4_000_000_000)).isHeld).toBe(true)
})

test("files that reading puts on the disk are gone once it ends", async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`))
  await Effect.runPromise(outcomeOf(prepareHere, 2))
  expect(readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`))).toEqual(before)
})
