import { Effect, Layer, Option } from "effect"
import { sweepOf } from "../../call/sweep.ts"
import { EXPORT } from "../../surfaces/web/export-path.ts"
import { INGEST } from "../../surfaces/web/ingest-path.ts"
import * as ArchiveSql from "./archive/store.sql.ts"
import { ArchiveStore } from "./archive/store.ts"
import * as DevicesSql from "./devices/store.sql.ts"
import { DeviceStore } from "./devices/store.ts"
import * as LedgerSql from "./ledger/store.sql.ts"
import { ImportStore } from "./ledger/store.ts"
import { sweepUploads } from "./uploads/upload-folder.ts"

/**
 * In memory nobody has imported anything, or has a device. Whatever else is asked of imports is a defect: they need a
 * database.
 */
const withoutImports = Layer.mergeAll(
  Layer.mock(ArchiveStore, {}),
  Layer.mock(DeviceStore, {
    list: () => Effect.succeed([]),
    find: () => Effect.succeed(Option.none()),
    counts: () => Effect.succeed([])
  }),
  Layer.mock(ImportStore, { list: () => Effect.succeed([]) })
)

/** Data that comes from elsewhere, and goes there: other apps' exports, archives, phones and scales. */
export const imports = {
  name: "imports",
  operations: Effect.succeed([]),
  stores: {
    sql: Layer.mergeAll(ArchiveSql.layer, DevicesSql.layer, LedgerSql.layer),
    memory: withoutImports
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
  works: Effect.void,
  sweep: sweepOf("uploads", sweepUploads)
}
