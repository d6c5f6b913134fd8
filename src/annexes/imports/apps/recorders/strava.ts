import { metresIn, metresInUnit, unitInName } from "../../formats/amounts.ts"
import type { Cells } from "../../formats/cells.ts"
import { askedMetres, type Column, date, needed, positive, scaled, text } from "../../formats/columns/columns.ts"
import { activities } from "../../formats/columns/tables.ts"
import { dateReader, localeSurvey } from "../../formats/local-dates.ts"
import type { Header, TableContext } from "../../formats/table.ts"
import type { Moment } from "../../rows/rows.ts"

const IDS =
  /^(?:activity id|activiteits-id|id\.? de (?:la )?actividad|aktivitäts-id|id da atividade|id attività|(?:id|identifiant) (?:de l['’]|d['’])activité)$/
/** The second column, which says that the date is an activity's. */
const DATES = /^(?=.*(?:dat[aeum]|fecha))(?=.*(?:activ|aktiv|ativid|attivit))/
const DISTANCES = /^(?:distance|distanz|distancia|afstand|distância|distanza)(?: \(.*\))?$/
const ELAPSED =
  /^(?:elapsed time|verstrichene zeit|tiempo transcurrido|verstreken tijd|tempo decorrido|tempo trascorso|temps écoulé|elapsed_time)(?: \(.*\))?$/
const MOVING =
  /^(?:moving time|bewegungszeit|in bewegung|tiempo en movimiento|beweegtijd|tijd in beweging|tempo de movimentação|tempo em movimento|tempo in movimento|durée de déplacement)(?: \(.*\))?$/
const PRIVATE_NOTES = /private note|private notiz|nota privada|notas privadas|privénotitie|nota privata|note privée/
const ENERGY = /^(?:calories|kalorien|calorías|calorieën|calorias|calorie)$/

/** The first columns of archives from before 2018, whose distances are in metres. */
const OLD = ["id", "date", "name", "type"]
const isOld = ({ names }: Header): boolean =>
  OLD.every((name, at) => names[at] === name) && names.includes("elapsed_time")

/** Metres per unit of the only column of distances; undefined if the file does not state the unit. */
const unitOf = (header: Header, place: number): number | undefined => {
  const unit = isOld(header) ? "m" : unitInName(header.names[place] ?? "")
  return unit === null ? undefined : (metresIn(unit) ?? undefined)
}

const distancesIn = ({ names }: Header): ReadonlyArray<number> =>
  names.flatMap((name, place) => (DISTANCES.test(name) ? [place] : []))

/** If there are two distance columns, the second is in metres for every sport. */
const inMetres = (header: Header): number => distancesIn(header)[1] ?? -1
/** The only column of distances, in the unit of its name, of the archive's age, or of the person's answer. */
const only = (header: Header): number => (inMetres(header) === -1 ? (distancesIn(header)[0] ?? -1) : -1)

const distance: Column<number | null> = {
  ...scaled(only, ({ header, options }, at) => unitOf(header, at) ?? metresInUnit(options.distanceUnit ?? "km")),
  survey: (context, at) =>
    at === -1 || unitOf(context.header, at) !== undefined ? null : (askedMetres(only).survey?.(context, at) ?? null)
}

/** A time in UTC, in a format of the person's language. */
const inUtcAndLocale = (context: TableContext, at: number) => {
  const read = dateReader(context)
  return (cells: Cells): Moment | null => {
    const written = read(cells.text(at))
    return written === null || written.time === null
      ? written
      : context.options.clock.momentAt(Date.parse(`${written.day}T${written.time}Z`), false)
  }
}

/** `activities.csv` of the bulk archive: one row per activity, with times in UTC. Column names occur twice. */
export const stravaActivities = activities(
  {
    source: "strava",
    matches: (header) => isOld(header) || (IDS.test(header.names[0] ?? "") && DATES.test(header.names[1] ?? "")),
    repeats: (header) => [
      0,
      ...distancesIn(header),
      ...header.names.flatMap((name, place) => (ELAPSED.test(name) ? [place] : []))
    ],
    columns: {
      start: { ...date(() => 1, inUtcAndLocale), survey: (context) => localeSurvey(1, context) },
      durationSeconds: positive(ELAPSED),
      movingSeconds: positive(MOVING),
      metres: positive(inMetres),
      distance,
      calories: positive(ENERGY),
      title: text(() => 2),
      type: needed(text(() => 3)),
      description: text(/descri|beschr|beskriv/),
      privateNote: text(PRIVATE_NOTES)
    }
  },
  () =>
    ({ start, durationSeconds, movingSeconds, metres, distance, calories, title, type, description, privateNote }) => ({
      type: type || "Workout",
      title,
      start,
      durationSeconds,
      movingSeconds,
      distanceMeters: metres ?? distance,
      calories,
      notes: [description, privateNote].filter((note) => note !== "").join("\n") || null
    })
)
