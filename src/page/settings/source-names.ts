import type { Source } from "../../history/rows.ts"

/** The apps and formats of imports by the names that people know, in the order of the choice. */
export const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  hevy: "Hevy",
  strong: "Strong",
  myfitnesspal: "MyFitnessPal",
  cronometer: "Cronometer",
  "apple-health": "Apple Health",
  withings: "Withings",
  "google-fit": "Google Fit",
  fitnotes: "FitNotes",
  macrofactor: "MacroFactor",
  csv: "Table of date, metric, value, unit"
}

const names: ReadonlyMap<string, string> = new Map([...Object.entries(SOURCE_NAMES), ["fettle", "Archive of Fettle"]])

/** The name of an import's source. */
export const sourceName = (source: string): string => names.get(source) ?? source
