import { expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { importFile } from "../../../src/annexes/imports/ledger/import-file.ts"
import { READING_SHARE } from "../../../src/annexes/imports/rows/progress.ts"
import { deleteUser } from "../../../src/features/accounts/accounts.ts"
import type { AccountStore } from "../../../src/features/accounts/store.ts"
import { newPerson, overEveryDatabase } from "../../support/app.ts"

/** Readings for more than one transaction. */
const MANY = [
  "date,metric,value,unit",
  ...Array.from({ length: 900 }, (_, day) => {
    const date = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10)
    return `${date},weight,70,kg`
  }),
  ""
].join("\n")

overEveryDatabase("an import of a user who is deleted meanwhile", (service) => {
  test("ends, and says that there is no such user", async () => {
    const person = await newPerson(service())
    const folder = mkdtempSync(join(tmpdir(), "fettle-gone-"))
    try {
      const path = join(folder, "table.csv")
      writeFileSync(path, MANY)
      const options = { dryRun: false, overwrite: false, choices: new Map<string, string>() }
      let isDeleted = false
      const importing = Effect.flatMap(Effect.context<AccountStore>(), (accounts) =>
        importFile(person.id, path, options, ({ share }) => {
          if (isDeleted || share <= READING_SHARE) return Effect.void
          isDeleted = true
          return Effect.orDie(Effect.provide(deleteUser(person.id), accounts))
        })
      )
      const outcome = await service().run(Effect.either(importing))
      expect(outcome).toMatchObject({ _tag: "Left", left: { _tag: "UnknownAccount" } })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
