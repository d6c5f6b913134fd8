import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import * as RateLimitMemory from "./call/rate-limit.memory.ts"
import * as RateLimitSql from "./call/rate-limit.sql.ts"
import { connectedApps } from "./connected-apps/index.ts"
import * as MemoryDatabase from "./database/memory.ts"
import { latestMigration } from "./database/migrator.ts"
import * as PoolStatus from "./database/pool-status.ts"
import * as TransactionsSql from "./database/transactions.sql.ts"
import * as CustomFoodUsesMemory from "./diary/custom-food-uses.memory.ts"
import * as IdempotencyMemory from "./facts/answers.memory.ts"
import * as IdempotencySql from "./facts/answers.sql.ts"
import * as AchievementsMemory from "./facts/facts.memory.ts"
import * as AchievementsSql from "./facts/facts.sql.ts"
import { features } from "./features.ts"
import * as ImportCheckpointsMemory from "./food-import/checkpoints.memory.ts"
import * as ImportCheckpointsSql from "./food-import/checkpoints.sql.ts"
import * as FoodsMemory from "./foods/store.memory.ts"
import * as FoodsSql from "./foods/store.sql.ts"
import * as ArchiveMemory from "./history/archive/store.memory.ts"
import * as ArchiveSql from "./history/archive/store.sql.ts"
import * as HistoryMemory from "./history/store.memory.ts"
import * as HistorySql from "./history/store.sql.ts"
import * as CursorSql from "./paging/cursor.sql.ts"
import * as Cursor from "./paging/cursor.ts"
import { savedMeals } from "./saved-meals/index.ts"
import { signIn } from "./sign-in/index.ts"
import { Readiness } from "./web/health.ts"

type AnyLayer = Layer.Layer<never, never, unknown>
type Provided<L> = L extends Layer.Layer<infer Services, never, unknown> ? Services : never
type Needed<L> = L extends Layer.Layer<never, never, infer Services> ? Services : never

/** `Layer.mergeAll` for a list. The type keeps what each layer provides and needs. */
const mergeEach = <L extends AnyLayer>(layers: ReadonlyArray<L>) =>
  layers.reduce<AnyLayer>((merged, layer) => Layer.merge(merged, layer), Layer.empty) as Layer.Layer<
    Provided<L>,
    never,
    Needed<L>
  >

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

/** All stores on PostgreSQL, external or embedded. */
export const sql = Layer.mergeAll(
  mergeEach(features.map(({ sql }) => sql)),
  savedMeals.sql,
  connectedApps.sql,
  signIn.sql,
  AchievementsSql.layer,
  CursorSql.layer,
  FoodsSql.layer,
  ArchiveSql.layer,
  HistorySql.layer,
  ImportCheckpointsSql.layer,
  IdempotencySql.layer,
  Layer.service(PoolStatus.PoolStatus),
  RateLimitSql.layer,
  TransactionsSql.layer,
  readinessSql
)

/** All stores in memory, for tests and trials. Their data ends with the process. */
export const memory = Layer.mergeAll(
  mergeEach(features.map(({ memory }) => memory)),
  savedMeals.memory,
  connectedApps.memory,
  signIn.memory,
  AchievementsMemory.layer,
  Cursor.layerMemory,
  FoodsMemory.layer,
  ArchiveMemory.layer,
  HistoryMemory.layer,
  ImportCheckpointsMemory.layer,
  IdempotencyMemory.layer,
  PoolStatus.layerNone,
  RateLimitMemory.layer,
  MemoryDatabase.layerTransactions,
  Layer.succeed(Readiness, { isReady: Effect.succeed(true) })
).pipe(
  Layer.provide(CustomFoodUsesMemory.layer),
  Layer.provide(FoodsMemory.layerFoods),
  Layer.provide(MemoryDatabase.layer)
)
