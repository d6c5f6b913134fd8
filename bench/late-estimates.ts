/**
 * What workouts from before the first weight cost to list: `bun bench/late-estimates.ts`. Prints the
 * median time of `list_workouts` in milliseconds for a person whose workouts were stored with an estimate, and for one
 * whose weight came after 1,000 workouts. The database is new, on PostgreSQL.
 */
import pg from "pg"
import { call } from "../test/faults/client.ts"
import { newPeople } from "../test/faults/people.ts"
import { newDatabase, UNLIMITED } from "../test/faults/servers.ts"
import { startServer } from "../test/support/process.ts"
import { median } from "./measure.ts"

const ROUNDS = 200
const WORKOUTS = 1000

const SETS = JSON.stringify(
  ["exr_barbell_squat", "exr_plank", "exr_pullups", "exr_dumbbell_bench_press", "exr_barbell_deadlift"].map(
    (exerciseId) => ({ exerciseId, sets: [8, 8, 7, 6].map((reps) => ({ reps, weightKg: 60 })) })
  )
)

await using database = await newDatabase()
const url = database.value
await using server = await startServer({ DATABASE_URL: url, ...UNLIMITED })
const client = new pg.Client({ connectionString: url })
await client.connect()

/** The token of somebody with workouts that were stored with this estimate, and a weight that came later. */
const personWith = async (estimate: number | null): Promise<string> => {
  const [token = ""] = await newPeople(url, 1)
  const { rows } = await client.query("SELECT user_id FROM users ORDER BY created_at DESC LIMIT 1")
  const userId = rows[0].user_id
  await client.query(
    `INSERT INTO workouts (user_id, workout_id, date, name, duration_seconds, estimated_calories, exercise_count, exercises, created_at)
     SELECT $1, 'wk_' || $4 || n, date '2025-01-01' - n, 'Push', 3600, $2, 5, $3, now() FROM generate_series(1, ${WORKOUTS}) AS n`,
    [userId, estimate, SETS, userId.slice(4)]
  )
  await client.query(
    "INSERT INTO body_metrics (user_id, metric, date, value) VALUES ($1, 'weight', '2025-06-01', 80)",
    [userId]
  )
  return token
}

const early = await personWith(400)
const late = await personWith(null)
await client.end()

for (const limit of [20, 50]) {
  const times: { readonly [token: string]: Array<number> } = { [early]: [], [late]: [] }
  for (let round = -20; round < ROUNDS; round++)
    for (const token of [early, late]) {
      const answer = await call({ baseUrl: server.baseUrl, token }, "rest", "list_workouts", { limit })
      if (answer?.status !== 200) throw new Error(`list_workouts answered ${answer?.status}`)
      if (round >= 0) times[token]?.push(answer.milliseconds)
    }
  const [stored = 0, computed = 0] = [early, late].map((token) => median(times[token] ?? []))
  console.log(
    `${limit} workouts: ${stored.toFixed(2)} ms with estimates, ${computed.toFixed(2)} ms from before the first weight: ${(computed / stored).toFixed(2)} times`
  )
}
await server[Symbol.asyncDispose]()
await database[Symbol.asyncDispose]()
process.exit(0)
