import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { importFile } from "../../../src/annexes/imports/ledger/import-file.ts"
import { NOTHING_MISSING, type Report } from "../../../src/annexes/imports/rows/model.ts"
import { makeService, newPerson, type Service } from "../../support/app.ts"
import { onEmbedded } from "../../support/stores.ts"
import { expectedOf, fixture, fixtureNames } from "./reading.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-reports-"))
let service: Service
beforeAll(async () => {
  service = await makeService(onEmbedded.reused)
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The outcome of importing a fixture: its report, or what it asks or refuses. */
const imported = async (name: string, userId: Awaited<ReturnType<typeof newPerson>>["id"], dryRun: boolean) => {
  const path = join(folder, name)
  await Bun.write(path, fixture(name))
  const { timezone, ...options } = expectedOf(name).options
  const given = {
    ...options,
    ...(timezone === undefined ? {} : { timezone }),
    dryRun,
    overwrite: false,
    choices: new Map()
  }
  return service.run(
    importFile(userId, path, given).pipe(
      Effect.match({
        onFailure: ({ _tag, message }) => ({ _tag, message }),
        onSuccess: (report) => report
      })
    )
  )
}

const isReport = (outcome: object): outcome is Report => "rows" in outcome

for (const name of fixtureNames) {
  test(`${name} has the expected report, and the dry run shows the same`, async () => {
    const person = await newPerson(service, { timezone: "Europe/Berlin" })
    const dry = await imported(name, person.id, true)
    const outcome = await imported(name, person.id, false)
    expect(dry).toEqual(isReport(outcome) ? { ...outcome, importId: null, dryRun: true } : outcome)
    if (isReport(outcome)) {
      const { read, ...kinds } = outcome.rows
      expect(Object.values(kinds).reduce((sum, rows) => sum + rows, 0)).toBe(read)
      const again = await imported(name, person.id, false)
      expect(isReport(again) && again.rows).toMatchObject({ new: 0, changed: 0, read })
      // Own exercises have other ids for every person.
      const exercises = outcome.exercises.map(({ name, by, exerciseId }) => [name, by, by === "own" ? "" : exerciseId])
      const { replaced, missing, units: _units, ...report } = outcome
      expect({ replaced, missing }).toEqual({ replaced: [], missing: NOTHING_MISSING })
      expect({ ...report, importId: null, exercises }).toMatchSnapshot()
    } else expect(outcome).toMatchSnapshot()
  })
}
