/** An app whose exports are recognised only to be refused by name. */
interface UnreadApp {
  readonly app: string
  /** What a file that is no table begins with. */
  readonly start?: RegExp
  /** The path of a file in its archive. */
  readonly path?: RegExp
}

const APPS: ReadonlyArray<UnreadApp> = [
  { app: "Fitbit", path: /(?:^|\/)(?:Fitbit|Global Export Data)\// },
  { app: "a sports watch (FIT)", start: /^.{8}\.FIT/s, path: /(?:^|\/)activities\/[^/]+\.(?:fit|gpx|tcx)(?:\.gz)?$/ },
  { app: "a recorded track (GPX)", start: /^\s*(?:<\?xml[^>]*>\s*)?<gpx\b/ },
  { app: "a recorded activity (TCX)", start: /^\s*(?:<\?xml[^>]*>\s*)?<TrainingCenterDatabase\b/ }
]

/** What can be done with a file of an app that is not read. */
export const OF_UNREAD_APP =
  "Save what it holds as a table with the columns date, metric, value and unit, or pass an export of an app that is read"

/** The app that a file comes from if its exports are not read yet, by the beginning of its text. Undefined for any other file. */
export const unreadAppOf = (start: string): string | undefined =>
  APPS.find((app) => app.start?.test(start) === true)?.app

/** The app that an archive comes from if its exports are not read yet, by the paths in it. */
export const unreadAppOfArchive = (paths: ReadonlyArray<string>): string | undefined =>
  APPS.find(({ path }) => path !== undefined && paths.some((each) => path.test(each)))?.app
