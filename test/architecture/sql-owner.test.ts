import { expect, test } from "bun:test"
import { MIGRATIONS, OF_FUNCTIONS, OF_SERVICE, OWNED, OWNED_TABLES, TABLES } from "./statements.ts"

/**
 * Matches where rows of such a table are read, changed or deleted. Added rows contain their owner; otherwise the table
 * rejects them.
 */
const USES = new RegExp(`\\b(?:FROM|JOIN|UPDATE|USING)\\s+(?:${OWNED.join("|")})\\b`, "g")

/** Matches what limits a statement to one owner's rows: a comparison of the owner, or a join on it. */
const LIMITS = /\buser_id\s*=|=\s*(?:\w+\.)?user_id\b|\bUSING \(user_id\b/g

const occurrences = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

/** Whether a statement limits each use of such a table. */
const isLimited = (statement: string): boolean => occurrences(statement, LIMITS) >= occurrences(statement, USES)

/** The statements about all users at once: the operator's, the sweeps, and the look for webhooks that are due. */
const ABOUT_ALL = [
  "DELETE FROM announced_goals WHERE date < ?",
  'SELECT DISTINCT user_id AS "userId", webhook_id AS id FROM ( SELECT user_id, webhook_id FROM webhook_deliveries WHERE made_at <= ? LIMIT ? ) AS old',
  "SELECT count(*)::integer AS webhooks, COALESCE(sum(waiting), 0)::integer AS waiting, count(*) FILTER (WHERE failures > 0 AND stopped_why IS NULL)::integer AS failing, count(stopped_why)::integer AS stopped FROM webhooks",
  "SELECT webhook_id, user_id FROM webhooks WHERE failures > 0 OR stopped_why IS NOT NULL ORDER BY failing_since, user_id, webhook_id LIMIT ?",
  'SELECT user_id AS "userId", webhook_id AS id FROM webhooks WHERE waiting > 0 AND stopped_why IS NULL AND next_at <= ? AND leased_until <= ? ORDER BY next_at LIMIT ?',
  "SELECT EXISTS (SELECT 1 FROM users) AS found",
  "SELECT ? FROM users ORDER BY created_at, user_id",
  "SELECT count(*)::integer AS devices, count(*) FILTER (WHERE coalesce(arrived_at, created_at) < ?)::integer AS silent FROM devices WHERE paused_at IS NULL AND ended_at IS NULL",
  "SELECT user_id FROM users WHERE NOT EXISTS (SELECT 1 FROM newcomers WHERE newcomers.user_id = users.user_id AND signed_in_at IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.user_id) AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.user_id)",
  "SELECT user_id, device_id, app, arrived_at FROM devices WHERE paused_at IS NULL AND ended_at IS NULL AND coalesce(arrived_at, created_at) < ? ORDER BY coalesce(arrived_at, created_at) DESC, user_id, device_id LIMIT ?",
  "DELETE FROM deleted_goals WHERE user_id IN ( SELECT user_id FROM deleted_goals WHERE deleted_at < ? LIMIT ?) AND deleted_at < ?",
  "DELETE FROM idempotency_keys WHERE (user_id, operation, key) IN ( SELECT user_id, operation, key FROM idempotency_keys WHERE kept_at <= ? LIMIT ?) AND kept_at <= ? RETURNING 1",
  "DELETE FROM oauth_codes WHERE (user_id, code_hash) IN ( SELECT user_id, code_hash FROM oauth_codes WHERE expires_at <= ? LIMIT ?) RETURNING 1",
  "DELETE FROM oauth_tokens WHERE (user_id, token_hash) IN ( SELECT user_id, token_hash FROM oauth_tokens WHERE expires_at <= ? LIMIT ?) RETURNING 1",
  "DELETE FROM oauth_grants WHERE (user_id, grant_id) IN ( SELECT user_id, grant_id FROM oauth_grants AS granted WHERE created_at <= ? AND NOT EXISTS ( SELECT 1 FROM oauth_tokens AS held WHERE held.user_id = granted.user_id AND held.grant_id = granted.grant_id) LIMIT ?) RETURNING 1"
]

test("finds every table in the migrations", () => {
  const made = MIGRATIONS.flatMap((text) => [...text.matchAll(/CREATE (?:UNLOGGED )?TABLE\b/g)])
  expect(TABLES.length).toBe(made.length)
  expect(OWNED.length).toBeGreaterThan(20)
})

test("every statement on users' data limits each use of the tables to one user", () => {
  const statements = [...OF_SERVICE, ...OF_FUNCTIONS].filter((text) => occurrences(text, USES) > 0)
  expect(statements.length).toBeGreaterThan(180)
  expect(statements).toEqual(expect.arrayContaining([...ABOUT_ALL]))
  expect(statements.filter((text) => !isLimited(text)).sort()).toEqual([...ABOUT_ALL].sort())
})

test.each([
  ["SELECT name FROM workouts WHERE user_id = ? AND workout_id = ?", true],
  ["SELECT user_id, name FROM workouts WHERE workout_id = ?", false],
  ["DELETE FROM goals WHERE goal_id = ? RETURNING user_id", false],
  ["SELECT 1 FROM goals JOIN goal_versions USING (user_id, goal_id) WHERE user_id = ?", true],
  ["SELECT 1 FROM goals JOIN goal_versions USING (goal_id) WHERE user_id = ?", false],
  ["UPDATE tokens SET revoked_at = ? WHERE token_id = ?", false],
  ["DELETE FROM oauth_tokens USING oauth_grants AS granted WHERE oauth_tokens.user_id = granted.user_id", false]
])("detects whether a statement is limited: %s: %p", (statement, limited) => {
  expect(isLimited(statement)).toBe(limited)
})

test("every table of users' data has its owner first in its key", () => {
  for (const { table, columns } of OWNED_TABLES) {
    expect([table, /PRIMARY KEY \(user_id\b|^\s*user_id \w+ PRIMARY KEY/m.test(columns)]).toEqual([table, true])
  }
})
