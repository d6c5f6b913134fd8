/** The kinds of facts that a file can hold. */
export type CoveredKind = "reading" | "entry" | "workout"

/** A row of the table of sources in docs/history.md. */
interface Documentation {
  /** By default the source's name. */
  readonly title: string | undefined
  readonly reads: string
  readonly languages: string
  /** What the reader was written from: real files, real headers, third-party code, or a reconstruction. */
  readonly knownFrom: string
}

interface SourceRow {
  readonly name: string
  /**
   * If several sources state something about one day, the one with the highest rank counts, whichever was imported
   * first. What a person has written down comes first, then scales, then what devices have counted, then food diaries,
   * to which weights are passed on, then collections of others' measurements. No two are equal, and ranks are stored
   * with imports, so a new source takes a free number.
   */
  readonly rank: number
  /**
   * The kinds for which a file says all that the app has of each day that it mentions, in readings of each metric. What
   * an earlier file stated there, and a later one does not, is gone at its source. Kinds of which an export may be
   * filtered, or hold one activity, are not among them.
   */
  readonly covers: ReadonlyArray<CoveredKind>
  readonly documentation: readonly [Documentation, ...ReadonlyArray<Documentation>]
}

const ALL: ReadonlyArray<CoveredKind> = ["reading", "entry", "workout"]

const documented = (reads: string, languages: string, knownFrom: string, title?: string): Documentation => ({
  title,
  reads,
  languages,
  knownFrom
})

/** Supported apps and formats, by the name that `--source` takes, in the order in which people choose from them. */
const ROWS = {
  hevy: {
    name: "Hevy",
    rank: 890,
    covers: ALL,
    documentation: [documented("`workouts.csv`, `measurements.csv`", "English; months in any", "real files")]
  },
  strong: {
    name: "Strong",
    rank: 880,
    covers: ALL,
    documentation: [documented("five kinds of CSV", "English, German; one kind in any", "real files")]
  },
  myfitnesspal: {
    name: "MyFitnessPal",
    rank: 570,
    covers: ALL,
    documentation: [documented("archive of three summaries", "English", "real files")]
  },
  cronometer: {
    name: "Cronometer",
    rank: 590,
    covers: ALL,
    documentation: [documented("`servings.csv`, `biometrics.csv`, `exercises.csv`", "English", "real files")]
  },
  "apple-health": {
    name: "Apple Health",
    rank: 290,
    covers: ["reading"],
    documentation: [documented("`export.zip`, or the XML in it", "any", "real files")]
  },
  withings: {
    name: "Withings",
    rank: 790,
    covers: ["reading"],
    documentation: [documented("`weight.csv`; the steps and sleep of the archive", "any", "real files")]
  },
  "google-fit": {
    name: "Google Fit",
    rank: 280,
    covers: ["reading"],
    documentation: [documented("daily activity", "English", "real files")]
  },
  fitnotes: {
    name: "FitNotes",
    rank: 870,
    covers: ALL,
    documentation: [documented("sets and body tracker", "English", "real files")]
  },
  macrofactor: {
    name: "MacroFactor",
    rank: 580,
    covers: ALL,
    documentation: [documented("workbook", "English", "real files")]
  },
  garmin: {
    name: "Garmin Connect",
    rank: 690,
    covers: ["reading"],
    documentation: [
      documented("`Activities.csv`; tables of weights and of steps", "any", "real files; some headers reconstructed"),
      documented(
        "JSON of activities, weights, nights, and days with steps and resting heart rate",
        "any: field names are technical",
        "third-party code",
        "Garmin's archive"
      )
    ]
  },
  strava: {
    name: "Strava",
    rank: 640,
    covers: [],
    documentation: [
      documented(
        "`activities.csv` of the archive, also from before 2018, with private notes",
        "English, Dutch, Spanish, German, others",
        "real headers; French: reconstructed"
      )
    ]
  },
  runkeeper: {
    name: "Runkeeper",
    rank: 635,
    covers: [],
    documentation: [documented("`cardioActivities.csv`, alone or in the archive", "English", "real headers")]
  },
  fitbit: {
    name: "Fitbit",
    rank: 680,
    covers: ["reading"],
    documentation: [
      documented(
        "Google Takeout's JSON and newer CSV: weight, steps, exercise, foods, sleep, resting heart rate; the older CSV",
        "English",
        "real headers"
      )
    ]
  },
  "samsung-health": {
    name: "Samsung Health",
    rank: 670,
    covers: ["reading"],
    documentation: [
      documented(
        "tables of weight, daily steps, exercise, foods and sleep",
        "any: field names are technical",
        "real headers"
      )
    ]
  },
  "lose-it": {
    name: "Lose It!",
    rank: 560,
    covers: ALL,
    documentation: [
      documented("foods, exercises, weights, steps, body fat; deleted rows are left out", "English", "third-party code")
    ]
  },
  fatsecret: {
    name: "FatSecret",
    rank: 550,
    covers: ALL,
    documentation: [documented("the report of the diary, with foods", "English; dates in any", "a real file")]
  },
  yazio: {
    name: "YAZIO",
    rank: 540,
    covers: ALL,
    documentation: [documented("`days.json` with `products.json`, and `nutrition_log.csv`", "any", "third-party code")]
  },
  fitbod: {
    name: "Fitbod",
    rank: 860,
    covers: ALL,
    documentation: [documented("sets; also the older export without times and units", "English", "real files")]
  },
  jefit: {
    name: "JEFIT",
    rank: 850,
    covers: ALL,
    documentation: [
      documented(
        "the sections of exercise logs (one session per day), cardio logs and weights",
        "English",
        "third-party code"
      )
    ]
  },
  stronglifts: {
    name: "StrongLifts",
    rank: 840,
    covers: ALL,
    documentation: [documented("sessions in four forms, and the weight beside them", "English", "real headers")]
  },
  gymbook: {
    name: "GymBook",
    rank: 830,
    covers: ALL,
    documentation: [
      documented("sets; one session per day and programme", "any", "a real file; German: third-party code")
    ]
  },
  whoop: {
    name: "WHOOP",
    rank: 650,
    covers: ["reading"],
    documentation: [documented("`workouts.csv`, `sleeps.csv`, `physiological_cycles.csv`", "English", "real headers")]
  },
  oura: {
    name: "Oura",
    rank: 660,
    covers: ["reading"],
    documentation: [
      documented(
        "steps, sleep and resting heart rate of the trends and of the archive; workouts of the archive",
        "English",
        "real headers; third-party code for the archive"
      )
    ]
  },
  renpho: {
    name: "Renpho",
    rank: 780,
    covers: ["reading"],
    documentation: [documented("weight and body fat", "English", "real headers")]
  },
  eufy: {
    name: "eufy",
    rank: 770,
    covers: ["reading"],
    documentation: [documented("weight and body fat; of a family, those of one person", "English", "real headers")]
  },
  libra: {
    name: "Libra",
    rank: 760,
    covers: ["reading"],
    documentation: [documented("weight", "English", "third-party code")]
  },
  "happy-scale": {
    name: "Happy Scale",
    rank: 750,
    covers: ["reading"],
    documentation: [documented("weight", "English", "third-party code")]
  },
  "health-auto-export": {
    name: "Health Auto Export",
    rank: 270,
    covers: ["reading"],
    documentation: [
      documented(
        "its JSON, as the app sends it; its CSV of days, and of workouts",
        "English; workouts in any",
        "real headers"
      )
    ]
  },
  "activity-files": {
    name: "Activity files (FIT, TCX, GPX)",
    rank: 630,
    covers: [],
    documentation: [
      documented("FIT, TCX and GPX, also `.gz`, alone or many in a zip", "any", "real files", "Activity files")
    ]
  },
  csv: {
    name: "A table of your own",
    rank: 900,
    covers: ["reading"],
    documentation: [
      documented("of readings, foods or sessions, with fixed names of columns", "English", "Fettle's own", "Table"),
      documented(
        "a date with weight, body fat or steps: scales' apps, spreadsheets",
        "12, listed below",
        "real headers",
        "Table"
      )
    ]
  }
} as const satisfies Readonly<Record<string, SourceRow>>

export type Source = keyof typeof ROWS

/** The names that `--source` takes. */
export const SOURCES: ReadonlyArray<Source> = Object.keys(ROWS).filter((id): id is Source => id in ROWS)

/** What is known of each source. */
export const SOURCE_ROWS: Readonly<Record<Source, SourceRow>> = ROWS

const rows: ReadonlyMap<string, SourceRow> = new Map(Object.entries(ROWS))

/** The row of a source; undefined for imports that are not files of an app, such as archives. */
export const sourceRow = (id: string): SourceRow | undefined => rows.get(id)
