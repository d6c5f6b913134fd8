import { describe, expect, test } from "bun:test"
import { MIGRATIONS, OF_FUNCTIONS, OF_SERVICE, OWNED, TABLES } from "./statements.ts"

/** The functions that run on the node that stores their user's data. */
const USERS_FUNCTIONS = MIGRATIONS.flatMap((text) =>
  [...text.matchAll(/\bFUNCTION (\w+)\s*\(\s*of_user\b/g)].map(([, name = ""]) => name)
)

const calls = new RegExp(`\\b(?:${USERS_FUNCTIONS.join("|")})\\(`)
const reads = new RegExp(`\\b(?:FROM|JOIN|UPDATE|INTO)\\s+(?:${OWNED.join("|")})\\b`)
const changesWithin = new RegExp(`\\bAS \\(\\s*(?:INSERT INTO|UPDATE|DELETE FROM)\\s+(?:${OWNED.join("|")})\\b`)

/** Why a Citus cluster would refuse a statement of the service, or would need every node for it; empty if neither. */
const faultsOf = (statement: string): ReadonlyArray<string> => {
  const faults: Readonly<Record<string, boolean>> = {
    // Citus sends the statement to the shard whole. The function would run there, where it cannot find the tables.
    "calls a function of a user beside a table of users": calls.test(statement) && reads.test(statement),
    // Its result is sent to every node, so the statement fails while any node is down.
    "changes a table of users within a WITH": changesWithin.test(statement),
    "has a subquery in an INSERT of VALUES":
      /\bINSERT INTO (?:(?!\bSELECT\b).)*\bVALUES\b(?:(?!\bINSERT\b).)*\(\s*SELECT\b/.test(statement)
  }
  return Object.keys(faults).filter((fault) => faults[fault])
}

/** An assignment to an array's element whose value is read from a table. Citus cannot parse it. */
const assignsRead = new RegExp(
  `\\w\\[[^\\]]*\\] := .*\\b(?:FROM|JOIN) (?:${TABLES.map(({ table }) => table).join("|")})\\b`
)

/** The columns with unnamed constraints that a migration adds to an existing table. */
const unnamedIn = (migration: string): ReadonlyArray<string> =>
  [...migration.matchAll(/\bADD COLUMN (\w+)((?:[^,;()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*)/g)].flatMap(
    ([, column = "", definition = ""]) =>
      /(?<!\bCONSTRAINT \w+ )\b(?:CHECK|UNIQUE|REFERENCES|PRIMARY KEY)\b/.test(definition) ? [column] : []
  )

describe("on a cluster", () => {
  test.each([
    ["SELECT state FROM fact_state(?, ?, ?)", 0],
    ["SELECT state, source FROM fact_state(?, ?, ?) JOIN imports ON imports.user_id = ?", 1],
    ["INSERT INTO goals (user_id, goal_id) SELECT user_id, ? FROM users WHERE user_id = ?", 0],
    ["INSERT INTO goals (user_id, place) VALUES (?, (SELECT max(place) FROM goals WHERE user_id = ?))", 1],
    ["INSERT INTO goals AS kept VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET (a, b) = (SELECT 1, 2)", 1],
    ["WITH a AS (INSERT INTO goals VALUES (?)) INSERT INTO goal_versions SELECT n FROM (SELECT 1 AS n) AS b", 1],
    ["WITH a AS (INSERT INTO goals SELECT ? FROM goals WHERE user_id = ?) INSERT INTO goal_versions VALUES (?)", 1],
    ["WITH a AS ( DELETE FROM goals WHERE user_id = ? RETURNING name) SELECT name FROM a", 1],
    ["WITH a AS (INSERT INTO foods VALUES (?) RETURNING food_id) SELECT food_id FROM a", 0],
    ["WITH a AS (SELECT name FROM goals WHERE user_id = ?) UPDATE goals SET name = a.name FROM a WHERE user_id = ?", 0]
  ])("detects the faults of a statement: %s: %p", (statement, faults) => {
    expect(faultsOf(statement)).toHaveLength(faults)
  })

  test("every statement of the service can run, and needs one node", () => {
    expect(USERS_FUNCTIONS.length).toBeGreaterThan(30)
    expect(OF_SERVICE.filter((text) => calls.test(text)).length).toBeGreaterThan(20)
    expect(OF_SERVICE.flatMap((text) => faultsOf(text).map((fault) => ({ fault, text })))).toEqual([])
    expect(OF_FUNCTIONS.filter((text) => changesWithin.test(text) || assignsRead.test(text))).toEqual([])
  })

  test("detects that a function assigns what it reads to an element", () => {
    expect("known[term] := EXISTS ( SELECT FROM food_words WHERE word = asked)").toMatch(assignsRead)
    expect("known := EXISTS (SELECT FROM food_words WHERE word = asked)").not.toMatch(assignsRead)
    expect("known[term] := frequency IS NOT NULL").not.toMatch(assignsRead)
  })

  test.each([
    ["ALTER TABLE goals ADD COLUMN unit text CHECK (unit IS NULL OR metric IN ('a', 'b'))", ["unit"]],
    ["ALTER TABLE goals ADD COLUMN unit text CONSTRAINT goals_check1 CHECK (unit IN ('a')), ADD COLUMN n integer", []],
    ["ALTER TABLE goals ADD COLUMN n integer, ADD COLUMN m text REFERENCES users", ["m"]]
  ])("detects constraints without a name: %s: %p", (migration, columns) => {
    expect(unnamedIn(migration)).toEqual(columns)
  })

  test("every constraint that a migration adds with a column has a name, which the nodes need", () => {
    expect(MIGRATIONS.join("\n")).toMatch(/ADD COLUMN/)
    expect(MIGRATIONS.flatMap(unnamedIn)).toEqual([])
  })
})
