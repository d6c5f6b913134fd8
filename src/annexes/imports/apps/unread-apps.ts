import { PLAIN_TABLES } from "../rows/advice.ts"
import type { TableStart } from "./recognise-table.ts"

/** An app whose exports are recognised only to be refused by name. */
interface UnreadApp {
  readonly app: string
  /** The path of a file in its archive, or the name of the file. */
  readonly path?: RegExp
  /** Columns that a table of it has, in lower case. */
  readonly columns?: ReadonlyArray<ReadonlyArray<string>>
  /** How a document of it starts. */
  readonly start?: RegExp
  /** What it can export that Fettle reads, as a sentence; by default only tables can help. */
  readonly exports?: string
}

const gives = (app: string, formats: string): string => `${app} can export activities as ${formats}, which Fettle reads`

/** Apps that are known and not read. */
const APPS: ReadonlyArray<UnreadApp> = [
  {
    app: "Health Connect",
    path: /(?:^|\/)health_connect_export\.(?:db|zip)$|(?:^|\/)health[ _-]?connect[^/]*\.(?:db|sqlite)$/i,
    columns: [["data type", "start time", "end time", "source app"]],
    exports: "A phone can send Health Connect's data by itself: see Phone and scales in the settings"
  },
  {
    app: "Zepp",
    path: /(?:^|\/)(?:HEARTRATE(?:_AUTO)?|ACTIVITY_STAGE|SPORT)(?:_\d+)?\.csv$|(?:^|\/)SLEEP_\d+\.csv$/,
    columns: [
      ["type", "starttime", "sporttime(s)"],
      ["date", "deepsleeptime", "shallowsleeptime"],
      ["date", "time", "heartrate"],
      ["date", "start", "stop", "distance", "steps"],
      ["userid", "gender", "height", "weight", "nickname"]
    ],
    exports: "Fettle reads Zepp's tables ACTIVITY.csv and BODY.csv, and single workouts that Zepp exports as GPX"
  },
  {
    app: "adidas Running",
    path: /(?:^|\/)Sport-sessions\//i,
    columns: [["start time", "sport type", "duration (ms)"]],
    start: /^\s*\{[\s\S]*"sport_type_id"\s*:/,
    exports: "Its archive has sessions with a route as GPX in Sport-sessions/GPS-data, which Fettle reads"
  },
  {
    app: "MapMyRun",
    path: /(?:^|\/)user_workout_history[^/]*\.csv$/i,
    columns: [["date submitted", "workout date", "activity type"]],
    exports: gives("MapMyRun", "TCX")
  },
  {
    app: "Polar",
    path: /(?:^|\/)(?:training-session|activity|247ohr|ohr|planned-route|programs)-\d{4}[^/]*\.json$/i,
    columns: [["name", "sport", "date", "start time", "running index"]],
    start: /^\s*\{[\s\S]{0,400}"exportVersion"\s*:/,
    exports: gives("Polar Flow", "TCX or GPX")
  },
  {
    app: "Suunto",
    columns: [["activity type", "start time", "duration", "energy (kcal)"]],
    start: /^\s*\{\s*"DeviceLog"\s*:/,
    exports: gives("Suunto", "FIT or GPX")
  },
  {
    app: "Coros",
    columns: [["sport type", "start time", "total time", "training load"]],
    exports: gives("Coros", "FIT, TCX or GPX")
  },
  {
    app: "Huawei Health",
    path: /(?:^|\/)(?:motion path detail data|health detail data|sport per minute merged data)[^/]*\.json$/i,
    columns: [["record day", "sport type", "total steps"]],
    start: /^\s*(?:\[\s*)?\{[\s\S]*(?:HW_EXT_TRACK|"recordDay"\s*:)/,
    exports: "Fettle reads activities as GPX or TCX, to which other programs convert Huawei's"
  },
  {
    app: "Peloton",
    columns: [["workout timestamp", "fitness discipline"]],
    exports:
      "Strava and Garmin Connect, to which Peloton can send workouts, export them as FIT or TCX, which Fettle reads"
  },
  {
    app: "TrainingPeaks",
    columns: [
      ["workouttype", "workoutday", "timetotalinhours"],
      ["timestamp", "type", "value"]
    ],
    exports: gives("TrainingPeaks", "FIT or TCX")
  },
  {
    app: "Intervals.icu",
    columns: [
      ["id", "start_date_local", "icu_training_load"],
      ["date", "ctl", "atl", "resthr"],
      ["date", "ctl", "atl"]
    ],
    exports: gives("Intervals.icu", "FIT or GPX")
  },
  {
    app: "Concept2",
    columns: [["log id", "date", "work time (seconds)"]],
    exports: gives("Concept2's logbook", "FIT or TCX")
  },
  {
    app: "Endomondo",
    path: /(?:^|\/)Workouts\/\d{4}-\d{2}-\d{2} [^/]*\.json$/i,
    columns: [["sport", "start time", "duration", "average heart rate"]],
    start: /^\s*\[\s*(?:\{\s*"name"\s*:[^{}]*\}\s*,\s*)?\{\s*"sport"\s*:\s*"[A-Z_]+"\s*\}/,
    exports: "Endomondo's archive has each workout as TCX, too, which Fettle reads"
  },
  {
    app: "Liftosaur",
    columns: [["workout datetime", "program", "exercise", "completed reps"]],
    start: /^\s*\{\s*"storage"\s*:\s*\{[\s\S]*"history"\s*:/
  },
  { app: "Lyfta", columns: [["title", "date", "exercise", "superset id", "set type"]] },
  { app: "Lifesum", columns: [["date", "meal_type", "title", "amount_in_grams"]] },
  { app: "Noom", columns: [["date", "meal", "food name", "color"]] },
  { app: "Carb Manager", columns: [["date", "meal", "net carbs (g)"]] },
  { app: "FDDB", columns: [["datum_tag_monat_jahr_stunde_minute", "bezeichnung"]] }
]

/** The names of the apps that are known and not read. */
export const UNREAD_APPS: ReadonlyArray<string> = APPS.map(({ app }) => app)

/** Why a file or archive of an app is refused, and what to do instead. */
interface Refusal {
  readonly problem: string
  readonly advice: string
}

const refusalOf = ({ app, exports }: UnreadApp): Refusal => ({
  problem: `is of ${app}, which Fettle does not read`,
  advice: exports === undefined ? `Save what it holds as ${PLAIN_TABLES}` : `${exports}. Or pass ${PLAIN_TABLES}`
})

/** The refusal of a file that nothing reads, if it is of an app that is known. */
export const refusalOfFile = (path: string, starts: ReadonlyArray<TableStart>, text: string): Refusal | undefined => {
  const found = APPS.find(
    (each) =>
      each.columns?.some((columns) => starts.some(({ header }) => header.has(...columns))) === true ||
      each.start?.test(text) === true ||
      each.path?.test(path) === true
  )
  return found === undefined ? undefined : refusalOf(found)
}

const FITBIT = /(?:^|\/)(?:(?:My)?Fitbit(?:Data)?|Global Export Data)\//

/** The refusal of an archive in which nothing is read, by its paths. */
export const refusalOfArchive = (paths: ReadonlyArray<string>): Refusal | undefined => {
  if (paths.some((path) => FITBIT.test(path))) {
    return {
      problem: "holds none of the files of Fitbit that Fettle reads: weights, steps, exercises and foods",
      advice: "Export these as well, and pass the whole archive. Sleep and heart rates are not kept"
    }
  }
  const found = APPS.find(({ path }) => path !== undefined && paths.some((each) => path.test(each)))
  return found === undefined ? undefined : refusalOf(found)
}
