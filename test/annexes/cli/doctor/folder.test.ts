import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { databaseChecks } from "../../../../src/annexes/cli/doctor/database.ts"
import { folderCheck } from "../../../../src/annexes/cli/doctor/folder.ts"
import { AppConfig } from "../../../../src/config.ts"
import { program } from "../../../../src/platform/assets/assets.ts"
import { mountSmallDisk } from "../../../faults/small-disk.ts"
import { settings } from "../../../support/settings.ts"

const root = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const look = (dataDir: string) =>
  Effect.all([folderCheck, databaseChecks]).pipe(
    Effect.map(([folder, [database]]) => [folder, database].map((found) => `${found?.status}: ${found?.message}`)),
    Effect.provideService(AppConfig, { ...settings, dataDir }),
    Effect.runPromise
  )

/** A folder with a database that claims this version and contains nothing else. */
const folderOf = (version: string): string => {
  const folder = join(root, `version-${version}`)
  mkdirSync(join(folder, "postgres"), { recursive: true })
  writeFileSync(join(folder, "postgres/PG_VERSION"), `${version}\n`)
  return folder
}

describe("of a data folder, the doctor reports", () => {
  test("that its database has another version, once for the folder and once for the database", async () => {
    const folder = folderOf("17")
    const fault = `fail: DATA_DIR: the embedded database in ${folder} is of PostgreSQL 17, and this Fettle has 18. Copy it with \`${program} move\` of the Fettle that made it, or set DATA_DIR to another folder`
    expect(await look(folder)).toEqual([fault, fault])
  })

  test("that its database is damaged", async () => {
    const folder = folderOf("18")
    const [inFolder, inDatabase] = await look(folder)
    expect(inFolder).toStartWith("ok: ")
    expect(inDatabase).toBe(
      `fail: DATA_DIR: the embedded database in ${folder} cannot be opened (its files seem to be damaged). Restore it from a backup, or set DATA_DIR to another folder`
    )
  })

  const disk = mountSmallDisk()
  if (disk !== undefined) {
    test("how much space its disk has, and when that is too little", async () => {
      using _disk = disk
      const dataDir = join(disk.folder, "data")
      const [sparse] = await look(dataDir)
      expect(sparse).toMatch(/^warn: .* \(\d+ MB free\), and no server runs on it\. Make room on its disk/)
      disk.leave(10)
      const [full] = await look(dataDir)
      expect(full).toMatch(
        /^fail: DATA_DIR: the disk of .*data is full \(\d+ MB free\)\. Make room there, or set DATA_DIR to another folder$/
      )
    })
  }
})
