import { activityRow } from "../../formats/activities/activity-row.ts"
import { metresIn, metresInUnit, unitInName } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import { dateReader, localeSurvey } from "../../formats/local-dates.ts"
import { together } from "../../formats/surveys.ts"
import type { Header, Survey, SurveyContext, TableKind } from "../../formats/table.ts"

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

const columnsOf = (header: Header) => {
  const distances = header.names.flatMap((name, place) => (DISTANCES.test(name) ? [place] : []))
  return {
    date: 1,
    title: 2,
    type: 3,
    description: header.search(/descri|beschr|beskriv/),
    privateNote: header.search(PRIVATE_NOTES),
    elapsed: header.search(ELAPSED),
    moving: header.search(MOVING),
    /** If there are two distance columns, the second is in metres for every sport. */
    metres: distances[1] ?? -1,
    distance: distances[1] === undefined ? (distances[0] ?? -1) : -1,
    calories: header.search(ENERGY)
  }
}

const distanceSurvey = ({ file, header, options }: SurveyContext): Survey | null => {
  const { distance } = columnsOf(header)
  if (distance === -1 || options.distanceUnit !== undefined || unitOf(header, distance) !== undefined) return null
  return unitSurvey(file, (survey, cells) => survey.distance(cells.number(distance) ?? 0))
}

/** `activities.csv` of the bulk archive: one row per activity, with times in UTC. Column names occur twice. */
export const stravaActivities: TableKind = {
  source: "strava",
  matches: (header) => isOld(header) || (IDS.test(header.names[0] ?? "") && DATES.test(header.names[1] ?? "")),
  required: () => [0, 1, 2, 3],
  date: () => 1,
  survey: (context) => together(localeSurvey(1, context), distanceSurvey(context)),
  read: (context) => {
    const { header, options, emit } = context
    const column = columnsOf(header)
    const dateOf = dateReader(context)
    const { clock } = options
    const metresAsked = options.distanceUnit === undefined ? 1000 : metresInUnit(options.distanceUnit)
    const metresEach = unitOf(header, column.distance) ?? metresAsked
    return {
      row: (cells, place) => {
        const written = dateOf(cells.text(column.date))
        const instant = written?.time == null ? null : Date.parse(`${written.day}T${written.time}Z`)
        const start = instant === null ? written : clock.momentAt(instant, false)
        if (start === null) cells.refuse(`"${cells.text(column.date).slice(0, 40)}" is not a date`)
        const elapsed = cells.positive(column.elapsed)
        const moving = cells.positive(column.moving)
        const metres = cells.positive(column.metres)
        const distance = cells.positive(column.distance)
        const calories = cells.positive(column.calories)
        if (!cells.areRead(emit, place) || start === null) return
        emit.push(
          activityRow(place, {
            type: cells.text(column.type) || "Workout",
            title: cells.text(column.title),
            start,
            durationSeconds: elapsed,
            movingSeconds: moving,
            distanceMeters: metres ?? (distance === null ? null : distance * metresEach),
            calories,
            notes:
              [column.description, column.privateNote]
                .map((note) => cells.text(note))
                .filter((note) => note !== "")
                .join("\n") || null
          })
        )
      }
    }
  }
}
