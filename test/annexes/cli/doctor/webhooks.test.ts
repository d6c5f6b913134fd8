import { describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { databaseChecks } from "../../../../src/annexes/cli/doctor/database.ts"
import { addWebhook } from "../../../../src/annexes/webhooks/webhooks.ts"
import { AppConfig } from "../../../../src/config.ts"
import { Timezone } from "../../../../src/contract/handler/user.ts"
import { createUser, newUser } from "../../../../src/features/accounts/accounts.ts"
import * as Client from "../../../../src/platform/database/client.ts"
import { serversAt } from "../../../../src/values/database-url.ts"
import { settings } from "../../../support/settings.ts"
import { filledDatabase, hasPostgres, migrated } from "../../../support/stores.ts"

const look = (url: string) =>
  databaseChecks.pipe(
    Effect.provideService(AppConfig, { ...settings, databaseUrl: Option.some(serversAt(url)) }),
    Effect.map((checks) => checks.find(({ name }) => name === "webhooks"))
  )

describe.if(hasPostgres)("the doctor", () => {
  test("names webhooks that fail or are stopped by their ids, not by their addresses", () =>
    Effect.gen(function* () {
      const url = yield* filledDatabase
      const client = Client.external(serversAt(url), 1, 0)
      const config = Layer.succeed(AppConfig, settings)
      const stores = Layer.provideMerge(migrated(client), config).pipe(Layer.provide(config))
      expect(yield* look(url)).toEqual({ name: "webhooks", status: "ok", message: "No user has a webhook" })
      const [one, other] = yield* Effect.provide(
        Effect.gen(function* () {
          const userId = yield* createUser(newUser("Test", Timezone.make("UTC")))
          return [
            yield* addWebhook(userId, "https://192.0.33.8/hidden"),
            yield* addWebhook(userId, "https://192.0.33.8/hidden/2")
          ]
        }),
        stores
      )
      expect(yield* look(url)).toEqual({
        name: "webhooks",
        status: "ok",
        message: "All 2 take what is sent; 0 events wait"
      })
      yield* Effect.provide(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            UPDATE webhooks SET failures = 1, failing_since = 1, waiting = 3,
              stopped_why = CASE WHEN webhook_id = ${other?.id ?? ""} THEN 'failing' END`
        ),
        Layer.provide(client, config)
      )
      const found = yield* look(url)
      expect(found).toMatchObject({ status: "warn" })
      expect(found?.message).toStartWith("Of 2, 1 fail and 1 are stopped, with 6 events waiting: hook_")
      for (const { id } of [one, other].flatMap((each) => each ?? [])) expect(found?.message).toContain(id)
      expect(found?.message).not.toContain("hidden")
    }).pipe(Effect.scoped, Effect.runPromise))
})
