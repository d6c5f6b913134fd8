import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { makeService, TODAY } from "../../../../support/app.ts"
import type { Stores } from "../../../../support/stores.ts"
import { counting } from "../../../../support/watching.ts"

/** Catalogue entries with which a diary is filled: name, kcal, protein, carbs and fat of a serving. */
const FOODS = [
  ["Rolled oats with milk", 340, 14, 52, 8],
  ["Chicken breast, grilled", 284, 53, 0, 6],
  ["Brown rice, cooked", 248, 5, 52, 2],
  ["Greek yogurt with berries", 180, 17, 18, 4],
  ["Olive oil", 119, 0, 0, 13.5],
  ["Banana", 105, 1.3, 27, 0.4],
  ["Almonds", 164, 6, 6, 14]
] as const

const LIFTS = ["exr_barbell_squat", "exr_barbell_bench_press", "exr_barbell_deadlift", "exr_pull_up"] as const

/** How much there is of a user's life. */
interface Life {
  readonly days: number
  readonly workouts: number
}

const THREE_YEARS: Life = { days: 1095, workouts: 500 }

/** Numbers from 0, below `count`, as bounds of generate_series that a statement can insert in time. */
const parts = (count: number, most: number): ReadonlyArray<string> =>
  Array.from({ length: Math.ceil(count / most) }, (_, part) => {
    const first = part * most
    return `${first}, ${Math.min(count, first + most) - 1}`
  })

/**
 * The statements that insert years of a user's life up to `today`: readings each day, 14 diary entries a day (15,330 in
 * three years), workouts of 6 exercises with 4 sets each, 20 routines.
 */
export const statementsOf = (userId: string, today: string, { days, workouts }: Life): ReadonlyArray<string> => [
  `INSERT INTO body_metrics (user_id, metric, date, value)
      SELECT '${userId}', metric, date '${today}' - day, CASE metric
        WHEN 'weight' THEN round((84 + day / 250.0 + sin(day * 1.7) * 0.6)::numeric, 1)
        WHEN 'body_fat' THEN round((19 + day / 300.0 + sin(day * 2.3) * 0.5)::numeric, 1)
        ELSE 4000 + (day * 7919) % 9000 END
      FROM unnest('{weight,body_fat,steps}'::text[]) AS metric, generate_series(0, ${days - 1}) AS day`,
  ...parts(days, 250).map(
    (some) => `INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name,
        calories, protein, carbs, fat, alcohol, created_at)
      SELECT '${userId}', 'entry_' || day || '_' || place, date '${today}' - day,
        (ARRAY['breakfast', 'lunch', 'dinner', 'snack'])[1 + place % 4], 0.5 + (day + place) % 3 / 2.0, 'food',
        'food_sr28_01123', food.name, food.calories, food.protein, food.carbs, food.fat, 0,
        date '${today}' - day + place * interval '1 second'
      FROM generate_series(${some}) AS day, generate_series(1, 14) AS place
      JOIN (VALUES ${FOODS.map(([name, ...amounts], index) => `(${index}, '${name}', ${amounts.join(", ")})`).join(", ")})
        AS food (number, name, calories, protein, carbs, fat) ON food.number = place % ${FOODS.length}`
  ),
  ...parts(workouts, 250).map(
    (
      some
    ) => `INSERT INTO workouts (user_id, workout_id, date, name, duration_seconds, exercise_count, exercises, created_at)
      SELECT '${userId}', 'workout_' || number, date '${today}' - number * 2 % ${days}, 'Full body', 3600, 6, (
        SELECT json_agg(json_build_object('exerciseId', (ARRAY['${LIFTS.join("', '")}'])[1 + (number + place) % ${LIFTS.length}],
          'sets', (SELECT json_agg(json_build_object('setType', CASE WHEN set = 1 THEN 'warmup' ELSE 'working' END,
            'weightKg', 60 + (${workouts} - number) / 20 + set * 2.5, 'reps', 5 + set % 4, 'intensity', 7))
            FROM generate_series(1, 4) AS set)))
        FROM generate_series(1, 6) AS place), date '${today}' - number * 2
      FROM generate_series(${some}) AS number`
  ),
  `INSERT INTO goals (user_id, goal_id, place, name, type, metric)
      SELECT '${userId}', 'goal_' || place, place, name, 'numeric', metric
      FROM (VALUES (1, 'Calories', 'calories'), (2, 'Protein', 'protein'), (3, 'Steps', 'steps')) AS goal (place, name, metric)`,
  `INSERT INTO goal_versions (user_id, goal_id, from_day, target_value, comparison, days, start_date, active)
      SELECT '${userId}', 'goal_' || place, '1900-01-01', target, 'min', '{mon,tue,wed,thu,fri,sat,sun}', '2023-01-01', true
      FROM (VALUES (1, 2200), (2, 150), (3, 8000)) AS goal (place, target)`,
  `INSERT INTO routines (user_id, routine_id, place, name, exercises, created_at)
      SELECT user_id, 'routine_' || number, number, 'Day ' || number, exercises, created_at FROM workouts
      CROSS JOIN generate_series(1, 20) AS number WHERE user_id = '${userId}' AND workout_id = 'workout_7'`,
  `ANALYZE body_metrics, diary_entries, workouts, goals, goal_versions, routines`
]

/**
 * Gives a user years of data. Each statement is sent separately, because a Citus worker refuses some of them
 * together.
 */
const lived = (sql: SqlClient.SqlClient, userId: string, today: string, life: Life) =>
  Effect.forEach(statementsOf(userId, today, life), (statement) => sql.unsafe(statement), { discard: true })

/**
 * A service over these stores with a person who has used it for years, by default three, and the number of statements
 * sent so far.
 */
export const serviceAfterYears = async (layer: Stores, life: Life = THREE_YEARS) => {
  let client: Option.Option<SqlClient.SqlClient> = Option.none()
  const { stores, sent } = counting(layer)
  const service = await makeService(
    Layer.tap(stores, (context) =>
      Effect.sync(() => {
        client = Context.getOption(context, SqlClient.SqlClient)
      })
    )
  )
  const person = await service.person()
  await service.run(Effect.flatMap(Effect.orDie(client), (sql) => lived(sql, person.id, TODAY, life)))
  return { service, person, sent }
}

/** The longest time without a turn of the event loop while `work` runs, and its whole time, in milliseconds. */
export const heldBy = async (
  work: () => Promise<unknown>
): Promise<{ readonly longest: number; readonly time: number }> => {
  let [last, longest, isOver] = [performance.now(), 0, false]
  const turn = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const begun = performance.now()
  await work()
  const time = performance.now() - begun
  isOver = true
  turn()
  return { longest, time }
}

/** The shortest of five runs, in milliseconds. */
export const fastestOf = async (run: () => Promise<unknown>): Promise<number> => {
  let fastest = Number.POSITIVE_INFINITY
  for (let count = 0; count < 5; count++) {
    const started = performance.now()
    await run()
    fastest = Math.min(fastest, performance.now() - started)
  }
  return fastest
}

/** Far above the usual times, because tests share their machine. */
export const GENEROUS_MILLIS = 1000
