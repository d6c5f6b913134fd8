import type { TableStart } from "../../apps/recognise-table.ts"
import { pass } from "../../rows/advice.ts"
import { bodyColumns } from "../body-columns.ts"

/** The word for sleep in the languages of the exports, as column names begin or end with it. */
const SLEEP =
  /\b(?:a?sleep|schlaf|sommeil|sue[nñ]o|sono|sonno|slaap|slapen|snu|søvn|sömn|uyku|alvás|сон|сна)|schlaf\b|睡眠/iu

const NAME = /(?:^|[._-])(?:sleep|schlaf)/i
const ENDING = /\.(?:csv|txt|json)$/i

const isNamedSleep = (path: string): boolean => ENDING.test(path) && NAME.test(path.slice(path.lastIndexOf("/") + 1))

/** What to do with a report of sleep that no reader knows. */
export const OF_SLEEP = pass(
  "the export's weights, steps, foods or workouts, or the sleep as a table of your own: date,metric,value,unit"
)

const hasSleepAlone = ({ header }: TableStart): boolean => {
  const { weight, fat, steps } = bodyColumns(header)
  return header.names.length > 1 && header.names.some((name) => SLEEP.test(name)) && Math.max(weight, fat, steps) === -1
}

/** Whether a file that nothing reads is about sleep, by its name or its columns, and not about a body. */
export const isOfSleep = (path: string, starts: ReadonlyArray<TableStart>): boolean =>
  isNamedSleep(path) || starts.some(hasSleepAlone)
