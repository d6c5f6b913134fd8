import { APP_NAMES } from "../../imports/devices/model.ts"
import { SOURCE_ROWS, SOURCES } from "../../imports/sources.ts"

/** Display names of the apps and formats for imports, in the order of the selection. */
export const SOURCE_NAMES: ReadonlyArray<readonly [source: string, name: string]> = SOURCES.map((source) => [
  source,
  SOURCE_ROWS[source].name
])

const names: ReadonlyMap<string, string> = new Map([
  ...SOURCE_NAMES,
  ...Object.entries(APP_NAMES),
  ["fettle", "Archive of Fettle"]
])

/** The name of an import's source. */
export const sourceName = (source: string): string => names.get(source) ?? source
