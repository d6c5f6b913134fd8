import { expect, test } from "bun:test"
import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { Cause, Effect, Exit } from "effect"
import { unreadable } from "../../../../src/annexes/imports/formats/input.ts"
import { receiveBody } from "../../../../src/annexes/imports/ingest/receive.ts"
import { fileCodeOf } from "../../../../src/platform/files/fault.ts"
import { writeAll } from "../../../../src/platform/files/write-all.ts"

/** More than is kept in memory. */
const BODY = Buffer.alloc(300_000, "a")

test.if(process.platform === "linux").each([undefined, "gzip"])(
  "a body that finds no room is a fault of this machine, not of the body: Content-Encoding %p",
  async (encoding) => {
    const folder = mkdtempSync(join(tmpdir(), "fettle-"))
    // Every write to it fails as on a full disk.
    symlinkSync("/dev/full", join(folder, "body"))
    const body = encoding === undefined ? BODY : gzipSync(BODY)
    const request = new Request("http://localhost/ingest", { method: "POST", body })
    const exit = await Effect.runPromiseExit(receiveBody(request, folder, { secret: null, encoding }))
    rmSync(folder, { recursive: true })
    const cause = Exit.isFailure(exit) ? exit.cause : Cause.empty
    expect(Cause.isDie(cause)).toBe(true)
    expect(fileCodeOf(Cause.squash(cause))).toBe("ENOSPC")
  }
)

test("bytes that a disk takes in part are written to their end", async () => {
  const taken: Array<readonly [text: string, place: number | null]> = []
  const file = {
    write: async (bytes: Uint8Array, offset: number, length: number, place: number | null) => {
      const some = bytes.subarray(offset, offset + Math.min(length, 2))
      taken.push([Buffer.from(some).toString(), place])
      return { bytesWritten: some.byteLength }
    }
  }
  await writeAll(file, Buffer.from("abcde"), 10)
  await writeAll(file, Buffer.from("fgh"))
  expect(taken).toEqual([
    ["ab", 10],
    ["cd", 12],
    ["e", 14],
    ["fg", null],
    ["h", null]
  ])
})

test("a reader passes on a fault of this machine, and names one of the file", () => {
  const error = (code: string) => Object.assign(new Error(code), { code })
  expect(() => unreadable("a.csv", 3, error("ENOSPC"))).toThrow("ENOSPC")
  expect(() => unreadable("a.csv", 3, error("SQLITE_FULL"))).toThrow("SQLITE_FULL")
  expect(unreadable("a.csv", 3, error("EACCES")).message).toStartWith("a.csv, line 3: this user may not read it")
  expect(unreadable("a.csv", 3, new Error("unexpected end of file")).message).toContain("a part is missing")
})
