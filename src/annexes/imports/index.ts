import { Effect, Layer } from "effect"
import { sweepOf } from "../../call/sweep.ts"
import { EXPORT } from "../../surfaces/web/export-path.ts"
import { INGEST } from "../../surfaces/web/ingest-path.ts"
import * as ArchiveMemory from "./archive/store.memory.ts"
import * as ArchiveSql from "./archive/store.sql.ts"
import { devices } from "./devices/index.ts"
import * as HistoryMemory from "./ledger/store.memory.ts"
import * as HistorySql from "./ledger/store.sql.ts"
import { sweepUploads } from "./uploads/upload-folder.ts"

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
      Effect.promise(() => import("./jobs/jobs.ts")),
      ({ layer }) => layer
    )
  ),
  ports: Layer.empty,
  tokenKinds: Effect.succeed([]),
  routes: Effect.flatMap(
    Effect.promise(() => Promise.all([import("./ingest/endpoint.ts"), import("./archive/endpoint.ts")])),
    ([{ ingestRoutes }, { exportRoutes }]) => Effect.map(Effect.all([ingestRoutes, exportRoutes]), (all) => all.flat())
  ),
  counted: [
    { name: INGEST, takesIdempotencyKey: false },
    { name: EXPORT, takesIdempotencyKey: false }
  ],
  sweep: sweepOf("uploads", sweepUploads)
}
