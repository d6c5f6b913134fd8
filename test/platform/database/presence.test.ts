import { expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Either } from "effect"
import * as Client from "../../../src/platform/database/client.ts"
import { migrate, missingParts, refuseAbsent } from "../../../src/platform/database/migrator.ts"
import { objectsOf } from "../../../src/platform/database/presence.ts"
import { ownSchema } from "../../../src/platform/database/schema.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { hasPostgres, postgresDatabase } from "../../support/stores.ts"

test("the migrations' tables, columns and triggers are found in their text", () => {
  const objects = objectsOf(ownSchema())
  for (const object of [
    "table users",
    "column users.reads_burst",
    "column users.arrivals_burst",
    "trigger user_changed"
  ])
    expect(objects).toContain(object)
})

if (hasPostgres) {
  test("a database is compared with what should be there, and a dropped function is made again", () =>
    Effect.gen(function* () {
      const url = yield* postgresDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const fault = Effect.map(Effect.either(refuseAbsent), (found) =>
          Either.isLeft(found) ? found.left.message : "nothing"
        )
        yield* migrate
        expect([yield* missingParts, yield* fault]).toEqual([0, "nothing"])

        yield* sql.unsafe("DROP FUNCTION update_diary_entry")
        yield* sql.unsafe(
          "CREATE OR REPLACE FUNCTION count_user_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
        )
        expect(yield* missingParts).toBe(2)
        expect([...(yield* migrate)].sort()).toEqual(["functions/count_user_change", "functions/update_diary_entry"])
        expect(yield* missingParts).toBe(0)

        yield* sql.unsafe("ALTER TABLE users DROP COLUMN name")
        yield* sql.unsafe("DROP TABLE body_metrics CASCADE")
        yield* sql.unsafe("DROP TRIGGER user_deleted ON users")
        const message = yield* fault
        expect(message).toStartWith(
          "The database lacks what its migrations made: column users.name, table body_metrics, trigger user_deleted. "
        )
        expect(yield* Effect.flip(migrate)).toMatchObject({ message })
      }).pipe(Effect.provide(Client.external(serversAt(url), 1, 0)))

      const foreign = yield* postgresDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql.unsafe("CREATE TABLE users (id integer)")
        expect(yield* Effect.flip(migrate)).toMatchObject({
          message: expect.stringMatching(
            /tables of another program .*: users\. Set DATABASE_URL to a database of its own/
          )
        })
      }).pipe(Effect.provide(Client.external(serversAt(foreign), 1, 0)))
    }).pipe(Effect.scoped, Effect.runPromise))
}
