import { describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { databaseChecks } from "../../../../src/annexes/cli/doctor/database.ts"
import { AppConfig } from "../../../../src/config.ts"
import { serversAt } from "../../../../src/values/database-url.ts"
import { onServer } from "../../../support/databases.ts"
import { settings } from "../../../support/settings.ts"
import { filledDatabase, hasPostgres } from "../../../support/stores.ts"

/** The doctor's check of the foods in a database. */
const look = (url: string) =>
  databaseChecks.pipe(
    Effect.provideService(AppConfig, { ...settings, databaseUrl: Option.some(serversAt(url)) }),
    Effect.map((checks) => checks.filter(({ name }) => name === "foods").map((it) => `${it.status}: ${it.message}`))
  )

describe.if(hasPostgres)("the doctor", () => {
  test("counts the foods, and says whether they are of this version", () =>
    Effect.gen(function* () {
      const url = yield* filledDatabase
      const run = (statement: string) => Effect.promise(() => onServer(url, statement))
      expect(yield* look(url)).toEqual(["ok: 14,221 foods, with this version of those that come with Fettle"])
      yield* run("UPDATE catalogue_versions SET version = 'older'")
      expect((yield* look(url))[0]).toStartWith(
        "warn: 14,221 foods, with another version of those that come with Fettle: the next start of"
      )
      yield* run("DELETE FROM catalogue_versions")
      expect((yield* look(url))[0]).toStartWith("warn: There are none yet: the next start of")
    }).pipe(Effect.scoped, Effect.runPromise))
})
