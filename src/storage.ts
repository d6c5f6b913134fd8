import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import * as AccountsMemory from "./accounts/store.memory.ts"
import * as AccountsSql from "./accounts/store.sql.ts"
import * as BodyMetricsMemory from "./body-metrics/store.memory.ts"
import * as BodyMetricsSql from "./body-metrics/store.sql.ts"
import * as IdempotencyMemory from "./call/idempotency.memory.ts"
import * as IdempotencySql from "./call/idempotency.sql.ts"
import * as RateLimitMemory from "./call/rate-limit.memory.ts"
import * as RateLimitSql from "./call/rate-limit.sql.ts"
import * as CustomFoodsMemory from "./custom-foods/store.memory.ts"
import * as CustomFoodsSql from "./custom-foods/store.sql.ts"
import * as MemoryDatabase from "./database/memory.ts"
import { latestMigration } from "./database/migrator.ts"
import * as PoolStatus from "./database/pool-status.ts"
import * as Transactions from "./database/transactions.ts"
import * as CustomFoodUsesMemory from "./diary/custom-food-uses.memory.ts"
import * as CustomFoodUsesSql from "./diary/custom-food-uses.sql.ts"
import * as DiaryMemory from "./diary/store.memory.ts"
import * as DiarySql from "./diary/store.sql.ts"
import * as AchievementsMemory from "./facts/facts.memory.ts"
import * as AchievementsSql from "./facts/facts.sql.ts"
import * as ImportCheckpointsMemory from "./food-import/checkpoints.memory.ts"
import * as ImportCheckpointsSql from "./food-import/checkpoints.sql.ts"
import * as FoodSearchMemory from "./food-search/store.memory.ts"
import * as FoodSearchSql from "./food-search/store.sql.ts"
import * as FoodsMemory from "./foods/store.memory.ts"
import * as FoodsSql from "./foods/store.sql.ts"
import * as GoalsMemory from "./goals/store.memory.ts"
import * as GoalsSql from "./goals/store.sql.ts"
import * as Cursor from "./paging/cursor.ts"
import * as SavedMealsMemory from "./saved-meals/store.memory.ts"
import * as SavedMealsSql from "./saved-meals/store.sql.ts"
import { Readiness } from "./web/health.ts"
import * as WorkoutsMemory from "./workouts/store.memory.ts"
import * as WorkoutsSql from "./workouts/store.sql.ts"

const readinessSql = Layer.effect(
  Readiness,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Readiness.of({
      isReady: sql<{ readonly applied: number }>`SELECT max(migration_id) AS applied FROM migrations`.pipe(
        Effect.map(([row]) => row !== undefined && row.applied >= latestMigration),
        Effect.catchAll(() => Effect.succeed(false))
      )
    })
  )
)

/** Every store on PostgreSQL, be it a server's or the embedded one. */
export const sql = Layer.mergeAll(
  AccountsSql.layer,
  AchievementsSql.layer,
  BodyMetricsSql.layer,
  Cursor.layerSql,
  CustomFoodsSql.layer,
  CustomFoodUsesSql.layer,
  DiarySql.layer,
  FoodsSql.layer,
  ImportCheckpointsSql.layer,
  FoodSearchSql.layer,
  GoalsSql.layer,
  IdempotencySql.layer,
  Layer.service(PoolStatus.PoolStatus),
  SavedMealsSql.layer,
  RateLimitSql.layer,
  Transactions.layerSql,
  WorkoutsSql.layer,
  readinessSql
)

/** Every store in this process's memory, for tests and trials: gone with the process. */
export const memory = Layer.mergeAll(
  AccountsMemory.layer,
  AchievementsMemory.layer,
  BodyMetricsMemory.layer,
  Cursor.layerMemory,
  CustomFoodsMemory.layer,
  CustomFoodUsesMemory.layer,
  DiaryMemory.layer,
  FoodsMemory.layer,
  ImportCheckpointsMemory.layer,
  FoodSearchMemory.layer,
  GoalsMemory.layer,
  IdempotencyMemory.layer,
  PoolStatus.layerNone,
  SavedMealsMemory.layer,
  RateLimitMemory.layer,
  MemoryDatabase.layerTransactions,
  WorkoutsMemory.layer,
  Layer.succeed(Readiness, { isReady: Effect.succeed(true) })
).pipe(Layer.provide(FoodsMemory.layerFoods), Layer.provide(MemoryDatabase.layer))
