import { describe, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { copy } from "../../../../src/annexes/cli/move/copy.ts"
import { databaseOf } from "../../../../src/annexes/cli/move/database.ts"
import { begin, find, prepare } from "../../../../src/annexes/cli/move/state.ts"
import { type Plan, tablesOf } from "../../../../src/annexes/cli/move/tables.ts"
import * as Client from "../../../../src/platform/database/client.ts"
import { serversAt } from "../../../../src/values/database-url.ts"
import { onServer } from "../../../support/databases.ts"
import { hasPostgres, postgresDatabase } from "../../../support/stores.ts"

const TABLES = `
  CREATE TABLE one (id integer PRIMARY KEY);
  CREATE TABLE two (id integer PRIMARY KEY);
  CREATE TABLE without_rows (id integer PRIMARY KEY);
  CREATE TABLE zebras (id integer PRIMARY KEY)`

const ROWS = "INSERT INTO one VALUES (1), (2); INSERT INTO two VALUES (1), (2), (3); INSERT INTO zebras VALUES (1), (2)"

/** An empty database, and what a move does with it. */
const empty = Effect.gen(function* () {
  const url = yield* postgresDatabase
  const database = databaseOf("the server", yield* Layer.build(Client.external(serversAt(url), 1, 0)))
  return { database, run: (statements: string) => Effect.promise(() => onServer(url, statements)) }
})

const planned = ([first, ...others]: Effect.Effect.Success<ReturnType<typeof tablesOf>>): Plan["tables"] => {
  if (first === undefined) throw new Error("There are no tables")
  return [first, ...others]
}

describe.if(hasPostgres)("a move", () => {
  test("is found as far as it has come, and continues after the row that it copied last", () =>
    Effect.gen(function* () {
      const [source, target] = yield* Effect.all([empty, empty])
      yield* source.run(`${TABLES}; ${ROWS}`)
      const tables = planned(yield* tablesOf(source.database.ask))
      const found = find(target.database, "source")
      expect(yield* found).toEqual({ isBegun: false })
      yield* begin(target.database, "source")
      expect(yield* found).toEqual({ isBegun: true })
      yield* target.run(TABLES)
      const first = yield* prepare(target.database, tables)
      expect(first).toEqual({ table: "one", after: null })
      expect(yield* found).toEqual({ isBegun: true, position: first })

      const copied: Array<number> = []
      const later = { table: "two", after: '["2"]' }
      yield* copy(source.database.ask, target.database, tables, later, (rows) =>
        Effect.sync(() => void copied.push(rows))
      )
      expect(copied).toEqual([1, 2])
      expect(
        yield* target.run(`
          SELECT 'one' AS table, id FROM one UNION SELECT 'two', id FROM two UNION SELECT 'zebras', id FROM zebras
          ORDER BY 1, 2`)
      ).toEqual([
        { table: "two", id: 3 },
        { table: "zebras", id: 1 },
        { table: "zebras", id: 2 }
      ])
      expect(yield* found).toEqual({ isBegun: true, position: { table: "zebras", after: '["2"]' } })
    }).pipe(Effect.scoped, Effect.runPromise))
})
