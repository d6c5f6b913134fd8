import { APP_NAMES } from "../../imports/devices/model.ts"
import type { Source } from "../../imports/rows/rows.ts"

/** Display names of the apps and formats for imports, in the order of the selection. */
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
  garmin: "Garmin Connect",
  strava: "Strava",
  runkeeper: "Runkeeper",
  fitbit: "Fitbit",
  "samsung-health": "Samsung Health",
  "lose-it": "Lose It!",
  fatsecret: "FatSecret",
  yazio: "YAZIO",
  fitbod: "Fitbod",
  jefit: "JEFIT",
  stronglifts: "StrongLifts",
  gymbook: "GymBook",
  whoop: "WHOOP",
  oura: "Oura",
  renpho: "Renpho",
  eufy: "eufy",
  libra: "Libra",
  "happy-scale": "Happy Scale",
  "health-auto-export": "Health Auto Export",
  "activity-files": "Activity files (FIT, TCX, GPX)",
  csv: "A table of your own"
}

const names: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SOURCE_NAMES),
  ...Object.entries(APP_NAMES),
  ["fettle", "Archive of Fettle"]
])

/** The name of an import's source. */
export const sourceName = (source: string): string => names.get(source) ?? source
