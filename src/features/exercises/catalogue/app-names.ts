import { tableRows } from "../../../values/text/rows.ts"

/** Apps whose exercise names are known. */
export const APPS = ["hevy", "fitnotes", "strong"] as const
export type App = (typeof APPS)[number]

/** An app's name for an exercise of the catalogue. */
interface AppName {
  readonly app: App
  readonly name: string
  readonly id: string
}

export const APP_NAME_COLUMNS = ["app", "name", "id"] as const

const isApp = (text: string | undefined): text is App => APPS.some((app) => app === text)

/**
 * Parses the table of app names, keeping its order. Throws with the line number if the format is not exact: a header
 * line, tabs between cells, known apps, a line feed at the end of each line, and each name once per app.
 */
export const readAppNames = (table: string): ReadonlyArray<AppName> => {
  const seen = new Set<string>()
  return tableRows(table, APP_NAME_COLUMNS).map(({ app, name, id }, index) => {
    if (!isApp(app) || name === "" || id === "") {
      throw new Error(`line ${index + 2}: not an app, a name and an exercise id`)
    }
    const key = `${app} ${name}`
    if (seen.has(key)) throw new Error(`line ${index + 2}: ${key} stands twice`)
    seen.add(key)
    return { app, name, id }
  })
}
