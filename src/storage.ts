import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { annexes } from "./annexes.ts"
import * as RateLimitMemory from "./call/rate-limit.memory.ts"
import * as RateLimitSql from "./call/rate-limit.sql.ts"
import * as AchievementsMemory from "./facts/achievements.memory.ts"
import * as AchievementsSql from "./facts/achievements.sql.ts"
import * as IdempotencyMemory from "./facts/idempotency-store.memory.ts"
import * as IdempotencySql from "./facts/idempotency-store.sql.ts"
import * as CustomFoodUsesMemory from "./features/diary/custom-food-uses.memory.ts"
import * as FoodsMemory from "./features/foods/store.memory.ts"
import * as FoodsSql from "./features/foods/store.sql.ts"
import { savedMeals } from "./features/saved-meals/index.ts"
import { features } from "./features.ts"
import * as MemoryDatabase from "./platform/database/memory.ts"
import { latestMigration } from "./platform/database/migrator.ts"
import { deadNodes } from "./platform/database/nodes.ts"
import * as PoolStatus from "./platform/database/pool-status.ts"
import * as TransactionsSql from "./platform/database/transactions.sql.ts"
import { Readiness } from "./surfaces/web/health.ts"
import { mergeEach } from "./values/layers.ts"
import * as CursorSql from "./values/paging/cursor.sql.ts"
import * as Cursor from "./values/paging/cursor.ts"

const readinessSql = Layer.effect(
  Readiness,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Readiness.of({
      state: Effect.gen(function* () {
        const [row] = yield* sql<{ readonly applied: number }>`SELECT max(migration_id) AS applied FROM migrations`
        const dead = yield* Effect.provideService(deadNodes, SqlClient.SqlClient, sql)
        return { isReady: row !== undefined && row.applied >= latestMigration(), deadNodes: dead.length }
      }).pipe(Effect.catchAll(() => Effect.succeed({ isReady: false, deadNodes: 0 })))
    })
  )
)

/** All stores on PostgreSQL, external or embedded. */
export const sql = Layer.mergeAll(
  mergeEach(features.map(({ sql }) => sql)),
  mergeEach(annexes.map(({ stores }) => stores.sql)),
  savedMeals.sql,
  AchievementsSql.layer,
  CursorSql.layer,
  FoodsSql.layer,
  IdempotencySql.layer,
  Layer.service(PoolStatus.PoolStatus),
  RateLimitSql.layer,
  TransactionsSql.layer,
  readinessSql
)

/** All stores in memory, for tests and trials. Their data ends with the process. */
export const memory = Layer.mergeAll(
  mergeEach(features.map(({ memory }) => memory)),
  mergeEach(annexes.map(({ stores }) => stores.memory)),
  savedMeals.memory,
  AchievementsMemory.layer,
  Cursor.layerMemory,
  FoodsMemory.layer,
  IdempotencyMemory.layer,
  PoolStatus.layerNone,
  RateLimitMemory.layer,
  MemoryDatabase.layerTransactions,
  Layer.succeed(Readiness, { state: Effect.succeed({ isReady: true, deadNodes: 0 }) })
).pipe(
  Layer.provide(CustomFoodUsesMemory.layer),
  Layer.provide(FoodsMemory.layerFoods),
  Layer.provide(MemoryDatabase.layer)
)
