import { tableRows } from "../../../values/text/rows.ts"

/** The languages of the table, by the codes of ISO 639-1. */
export const LANGUAGES_ABROAD = ["de", "fr", "es", "it", "pt", "nl", "pl", "tr"] as const

export const ABROAD_COLUMNS = ["id", ...LANGUAGES_ABROAD] as const

/**
 * Parses the names that exercises have in other languages, by the exercise's id. Throws with the line number if the
 * format is not exact: a header line, tabs between cells, commas between the names of a cell, ascending ids, a line feed
 * at the end of each line, and no name twice in a language.
 */
export const readNamesAbroad = (table: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const seen = new Set<string>()
  let last = ""
  return new Map(
    tableRows(table, ABROAD_COLUMNS).map(({ id, ...cells }, index) => {
      if (id <= last) throw new Error(`line ${index + 2}: not the next row`)
      last = id
      const names = LANGUAGES_ABROAD.flatMap((language) => {
        const own = cells[language] === "" ? [] : cells[language].split(", ")
        for (const name of own) {
          const key = `${language} ${name.toLowerCase()}`
          if (name.trim() === "" || seen.has(key)) throw new Error(`line ${index + 2}: ${key} is blank or stands twice`)
          seen.add(key)
        }
        return own
      })
      return [id, [...new Set(names)]]
    })
  )
}
