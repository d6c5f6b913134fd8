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
import { databaseFault, faultOf } from "./platform/database/availability.ts"
import * as MemoryDatabase from "./platform/database/memory.ts"
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
        const fault = yield* databaseFault
        return { fault, deadNodes: fault === undefined ? (yield* deadNodes).length : 0 }
      }).pipe(
        Effect.catchAll((error) => Effect.succeed({ fault: faultOf(error), deadNodes: 0 })),
        Effect.provideService(SqlClient.SqlClient, sql)
      )
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
  Layer.succeed(Readiness, { state: Effect.succeed({ fault: undefined, deadNodes: 0 }) })
).pipe(
  Layer.provide(CustomFoodUsesMemory.layer),
  Layer.provide(FoodsMemory.layerFoods),
  Layer.provide(MemoryDatabase.layer)
)
