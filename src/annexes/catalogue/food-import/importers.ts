import { fdcCsv } from "./fdc-csv.ts"
import { fdcJson } from "./fdc-json.ts"
import type { Importer, ImportKind } from "./importer.ts"
import { offJsonl } from "./off-jsonl.ts"
import { offTsv } from "./off-tsv.ts"

/** Every kind of dump with its importer. */
export const IMPORTERS = {
  "fdc-csv": fdcCsv,
  "fdc-json": fdcJson,
  "off-tsv": offTsv,
  "off-jsonl": offJsonl
} as const satisfies Record<ImportKind, Importer>
