/**
 * The lower bound: `Bun.serve` and Bun's own driver with nothing in between. One statement checks token, plan and
 * bucket, one performs the operation, and its rows are the answer. Nothing is validated.
 */

import { database, sql } from "./bun-database.ts"
import { plusDays, todayIn } from "./days.ts"
import { tsqueryOf, wholeDiary } from "./diary.ts"
import { sha256 } from "./guard.ts"
import { settings } from "./settings.ts"
import { setRow, wholePage } from "./workouts.ts"

const { query } = database

const REFILLED = (kind: string) =>
  `LEAST((SELECT ${kind}s_burst FROM caller), held.tokens
     + extract(epoch FROM excluded.refilled_at - held.refilled_at) * (SELECT ${kind}s_per_minute FROM caller) / 60)`

const guardOf = (kind: "read" | "write") => `
  WITH caller AS (
    SELECT users.*, (now() AT TIME ZONE timezone)::date AS today FROM tokens JOIN users USING (user_id)
    WHERE token_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
  ), taken AS (
    INSERT INTO rate_limits AS held (user_id, kind, tokens, refilled_at, day, taken_today)
    SELECT user_id, '${kind}', ${kind}s_burst - 1, clock_timestamp(), today, 1 FROM caller
    WHERE plan <> 'free' AND (access_until IS NULL OR access_until > now())
    ON CONFLICT (user_id, kind) DO UPDATE SET tokens = ${REFILLED(kind)} - 1, refilled_at = excluded.refilled_at,
      day = excluded.day, taken_today = CASE WHEN held.day = excluded.day THEN held.taken_today ELSE 0 END + 1
    WHERE ${REFILLED(kind)} >= 1
      AND (held.day <> excluded.day OR held.taken_today < (SELECT writes_per_day FROM caller))
    RETURNING tokens
  )
  SELECT caller.*, today::text AS today, EXISTS (SELECT FROM taken) AS allowed FROM caller`

const GUARDS = { read: guardOf("read"), write: guardOf("write") }

interface Body {
  readonly date?: string
  readonly metric: string
  readonly readings: ReadonlyArray<{ readonly value: number; readonly date?: string }>
  readonly foodId: string
  readonly servings: number
  readonly mealType: string
  readonly name: string
  readonly durationSeconds: number
  readonly exercises: ReadonlyArray<{ readonly exerciseId: string; readonly sets: ReadonlyArray<object> }>
}

interface Given {
  readonly user: string
  readonly day: string
  readonly query: URLSearchParams
  readonly body: Body
  readonly key: string | null
}

const operations: Readonly<Record<string, (given: Given) => Promise<unknown>>> = {
  "GET /v1/me": ({ user, day }) => query("context", [user, day]),
  "GET /v1/body-metrics": ({ user, day, query: given }) =>
    query("listBodyMetrics", [user, given.get("metric"), plusDays(day, -29), day]),
  "PUT /v1/body-metrics": ({ user, day, body: { metric, readings } }) =>
    query("setBodyMetrics", [
      user,
      metric,
      `{${readings.map(({ date = day }) => date).join(",")}}`,
      `{${readings.map(({ value }) => value).join(",")}}`
    ]),
  "GET /v1/foods": ({ query: given }) => query("searchFoods", [tsqueryOf(given.get("query") ?? ""), 20]),
  "GET /v1/food-entries": ({ user, query: given }) =>
    query("listFoodEntries", [user, given.get("from"), "-infinity", "0", given.get("to"), 51]),
  "GET /v1/food-entries/whole": ({ user, query: given }) =>
    wholeDiary(query, user, { from: given.get("from") ?? "", to: given.get("to") ?? "" }),
  "POST /v1/food-entries": ({ user, day, body, key }) => {
    const { date = day, mealType, servings, foodId } = body
    const fingerprint = sha256(JSON.stringify(body))
    return query("logFoodEntryOnce", [user, date, mealType, servings, foodId, key, fingerprint])
  },
  "POST /v1/workouts": ({ user, day, body: { date = day, name, durationSeconds, exercises } }) => {
    const sets = exercises.flatMap(({ exerciseId, sets }, exercise) =>
      sets.map((set, index) => ({ exercise: exercise + 1, number: index + 1, id: exerciseId, ...setRow(set) }))
    )
    const ids = `{${exercises.map(({ exerciseId }) => exerciseId).join(",")}}`
    const values = [user, date, name, null, durationSeconds, 320, exercises.length, JSON.stringify(sets), ids]
    return query("logWorkout", values)
  },
  "GET /v1/workouts": ({ user }) => query("listWorkouts", [user, "2100-12-31", "infinity", "0", "1900-01-01", 21]),
  "GET /v1/workouts/whole": ({ user, query: given }) => wholePage(query, user, { limit: Number(given.get("limit")) })
}

Bun.serve({
  hostname: "127.0.0.1",
  port: settings.port,
  fetch: async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const isRead = request.method === "GET"
    const token = (request.headers.get("authorization") ?? "").slice("Bearer ".length)
    const [caller]: ReadonlyArray<{ readonly user_id: string; readonly timezone: string; readonly allowed: boolean }> =
      await sql.unsafe(GUARDS[isRead ? "read" : "write"], [sha256(token)])
    const operation = operations[`${request.method} ${pathname}`]
    if (caller?.allowed !== true || operation === undefined) return new Response(null, { status: 401 })
    const body = (isRead ? undefined : await request.json()) as Body
    const answer = await operation({
      user: caller.user_id,
      day: todayIn(caller.timezone),
      query: searchParams,
      body,
      key: request.headers.get("idempotency-key")
    })
    return Response.json(answer)
  }
})
