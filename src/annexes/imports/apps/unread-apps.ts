/** An app whose exports are recognised only to be refused by name. */
interface UnreadApp {
  readonly app: string
  /** The path of a file in its archive. */
  readonly path: RegExp
}

const APPS: ReadonlyArray<UnreadApp> = [{ app: "Fitbit", path: /(?:^|\/)(?:Fitbit|Global Export Data)\// }]

/** What to do with a file from an app that is not supported. */
export const OF_UNREAD_APP =
  "Save what it holds as a table with the columns date, metric, value and unit, or pass an export of an app that is read"

/** The app that an archive comes from, by its paths, if the app is not supported yet. */
export const unreadAppOfArchive = (paths: ReadonlyArray<string>): string | undefined =>
  APPS.find(({ path }) => paths.some((each) => path.test(each)))?.app
