import { expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { draftOf, sweepDrafts } from "../../../src/platform/files/drafts.ts"

const NOW = Date.parse("2026-03-14T12:00:00Z")
const DAY_SECONDS = 86_400

test("drafts of ended processes are removed, of other machines after a day; a living writer is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-"))
  const file = join(folder, "fettle.backup")
  const living = Bun.spawn(["sleep", "600"])
  const ended = Bun.spawn(["true"])
  await ended.exited
  /** What a process of this machine calls its draft of the file. */
  const draftBy = (pid: number, of = file) => draftOf(of, "copy").replace(/\d+$/, String(pid))
  const elsewhere = (seconds: number) => {
    const path = join(folder, `${basename(file)}.fettle-partial-other_host-${seconds}`)
    writeFileSync(path, "")
    utimesSync(path, NOW / 1000 - seconds, NOW / 1000 - seconds)
    return path
  }
  const left = draftBy(ended.pid)
  const leftOfAnother = draftBy(ended.pid, join(folder, "another"))
  const written = draftBy(living.pid)
  for (const path of [left, leftOfAnother, written]) mkdirSync(join(path, "base"), { recursive: true })
  const [old, recent] = [elsewhere(DAY_SECONDS + 1), elsewhere(DAY_SECONDS - 1)]
  const unrelated = join(folder, "fettle.backup.copy")
  writeFileSync(unrelated, "")

  sweepDrafts(file, NOW)
  expect([left, leftOfAnother, old].filter((path) => existsSync(path))).toEqual([])
  expect([written, recent, unrelated].filter((path) => !existsSync(path))).toEqual([])
  rmSync(recent)
  expect(sweepDrafts(file, NOW)).toBe(living.pid)
  expect(sweepDrafts(join(folder, "another"), NOW)).toBeUndefined()
  living.kill()
  await living.exited
  expect(sweepDrafts(file, NOW)).toBeUndefined()
  expect(existsSync(written)).toBe(false)
  rmSync(folder, { recursive: true })
})
