import { afterAll, describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { markRestore, refuseUnfinishedRestore } from "../../../src/platform/database/data-folder.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The words after the program's name, as a shell reads a command line. */
const wordsOf = (command: string): ReadonlyArray<string> => {
  const { stdout } = Bun.spawnSync(["sh", "-c", `fettle() { printf '%s\\n' "$@"; }; ${command}`])
  return stdout.toString().trimEnd().split("\n")
}

describe("the command that completes an unfinished restore names its backup so that a shell can read it", () => {
  test.each(["/backups/fettle-2026.03@1+2.zip", "/my backups/fettle.zip", "/Ada's/$HOME/`date`/fettle*.zip"])(
    "%s",
    async (file) => {
      markRestore(folder, file)
      const { message } = await Effect.runPromise(Effect.flip(refuseUnfinishedRestore(folder)))
      const [, command = ""] = /Run `\S.*? (restore .*)` again, which completes it/.exec(message) ?? []
      expect(wordsOf(`fettle ${command}`)).toEqual(["restore", file])
    }
  )

  test("as it is, if no character of it means something to a shell", async () => {
    markRestore(folder, "/backups/fettle.zip")
    const { message } = await Effect.runPromise(Effect.flip(refuseUnfinishedRestore(folder)))
    expect(message).toContain(" restore /backups/fettle.zip` again")
  })
})
