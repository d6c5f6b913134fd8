import { Effect, Layer } from "effect"
import { sweepOf } from "../../call/sweep.ts"
import * as ArchiveMemory from "../../features/history/archive/store.memory.ts"
import * as ArchiveSql from "../../features/history/archive/store.sql.ts"
import { devices } from "../../features/history/devices/index.ts"
import * as HistoryMemory from "../../features/history/store.memory.ts"
import * as HistorySql from "../../features/history/store.sql.ts"
import { sweepUploads } from "../../features/history/upload-folder.ts"
import { INGEST } from "../../surfaces/web/ingest-path.ts"

/** Data that comes from elsewhere, and goes there: other apps' exports, archives, phones and scales. */
export const imports = {
  name: "imports",
  operations: Effect.succeed([]),
  stores: {
    sql: Layer.mergeAll(ArchiveSql.layer, devices.sql, HistorySql.layer),
    memory: Layer.mergeAll(ArchiveMemory.layer, devices.memory, HistoryMemory.layer)
  },
  services: Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("../../features/history/jobs.ts")),
      ({ layer }) => layer
    )
  ),
  tokenKinds: Effect.succeed([]),
  routes: Effect.flatMap(
    Effect.promise(() => import("../../surfaces/ingest/endpoint.ts")),
    ({ ingestRoutes }) => ingestRoutes
  ),
  counted: [{ name: INGEST, takesIdempotencyKey: false }],
  sweep: sweepOf("uploads", sweepUploads)
}
