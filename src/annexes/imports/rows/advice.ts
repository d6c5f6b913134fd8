/** What a person can pass of an app that Fettle does not know. */
export const PLAIN_TABLES =
  "a table with the columns date, metric, value and unit for weights, date, meal, food and calories_kcal for foods, or date, exercise and duration_min for sessions"

/** What to do about a file that is damaged, at the command line. */
export const AGAIN = "Export it again and repeat the command"

/** What to do about a file of no known kind, and about one of several kinds, at the command line. */
export const CHOOSE = `Pass --source with the app that it comes from, a file that this app exported, or ${PLAIN_TABLES}`
export const CHOOSE_ONE = "Pass --source with one of them"

/** The advice that needs the command line. */
export const OF_COMMANDS: ReadonlySet<string> = new Set([AGAIN, CHOOSE, CHOOSE_ONE])
