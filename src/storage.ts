import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import * as RateLimitMemory from "./call/rate-limit.memory.ts"
import * as RateLimitSql from "./call/rate-limit.sql.ts"
import * as AchievementsMemory from "./facts/achievements.memory.ts"
import * as AchievementsSql from "./facts/achievements.sql.ts"
import * as IdempotencyMemory from "./facts/idempotency-store.memory.ts"
import * as IdempotencySql from "./facts/idempotency-store.sql.ts"
import { connectedApps } from "./features/connected-apps/index.ts"
import * as CustomFoodUsesMemory from "./features/diary/custom-food-uses.memory.ts"
import * as ImportCheckpointsMemory from "./features/food-import/checkpoints.memory.ts"
import * as ImportCheckpointsSql from "./features/food-import/checkpoints.sql.ts"
import * as FoodsMemory from "./features/foods/store.memory.ts"
import * as FoodsSql from "./features/foods/store.sql.ts"
import * as ArchiveMemory from "./features/history/archive/store.memory.ts"
import * as ArchiveSql from "./features/history/archive/store.sql.ts"
import { devices } from "./features/history/devices/index.ts"
import * as HistoryMemory from "./features/history/store.memory.ts"
import * as HistorySql from "./features/history/store.sql.ts"
import { routines } from "./features/routines/index.ts"
import { savedMeals } from "./features/saved-meals/index.ts"
import { signIn } from "./features/sign-in/index.ts"
import { features } from "./features.ts"
import * as MemoryDatabase from "./platform/database/memory.ts"
import { latestMigration } from "./platform/database/migrator.ts"
import { deadNodes } from "./platform/database/nodes.ts"
import * as PoolStatus from "./platform/database/pool-status.ts"
import * as TransactionsSql from "./platform/database/transactions.sql.ts"
import { Readiness } from "./surfaces/web/health.ts"
import * as CursorSql from "./values/paging/cursor.sql.ts"
import * as Cursor from "./values/paging/cursor.ts"

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
  routines.sql,
  savedMeals.sql,
  connectedApps.sql,
  devices.sql,
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
  routines.memory,
  savedMeals.memory,
  connectedApps.memory,
  devices.memory,
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
  Layer.succeed(Readiness, { state: Effect.succeed({ isReady: true, deadNodes: 0 }) })
).pipe(
  Layer.provide(CustomFoodUsesMemory.layer),
  Layer.provide(FoodsMemory.layerFoods),
  Layer.provide(MemoryDatabase.layer)
)
