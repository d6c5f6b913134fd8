import { exerciseByName } from "../../../../features/exercises/exercises.ts"
import { activityRow } from "../../formats/activities/activity-row.ts"
import { groupedOf, numberOf, secondsOf } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import type { Fields } from "../../formats/cells.ts"
import type { Header, TableKind } from "../../formats/table.ts"
import { matchSport } from "../../names/sport-names.ts"

/**
 * The first columns of `Activities.csv` in Garmin Connect's languages. The others follow in the same order in every
 * language.
 */
const TYPES =
  /^(?:activity type|aktivitätstyp|tipo de actividad|tipo de atividade|tipo di attività|activiteittype|aktivitetstype?|typ aktywności|tevékenység típusa|type d['’]activité|アクティビティタイプ|活动类型)$/
const DATES = /^(?:date|datum|fecha|data|dato|dátum|日付|日期)$/
const COLUMN = { type: 0, date: 1, favourite: 2, title: 3, distance: 4, calories: 5, time: 6 }

const FAVOURITES =
  /^(?:favou?rite|favoritt?|favorito|favoriet|preferit[ao]|ulubion[ye]|kedvenc|favori|お気に入り|我的最爱|收藏)$/

/** Names of columns in exports without the column of favourites, where the others are in other places. */
const TITLES = /^(?:title|titel|título|titolo|tittel|tytuł|cím|titre|タイトル|标题)$/
const DISTANCES = /^(?:distan(?:ce|z|cia|za|s|se)|distância|afstand|avstand|dystans|táv(?:olság)?|距離|距离)$/
const CALORIES = /^(?:[ck]alori(?:e|es|en|er|as|a)|calorías|calorieën|kalória|カロリー|热量消耗)$/
const TIMES = /^(?:time|zeit|tiempo|tempo|ora|tijd|tid|czas|idő|durée|タイム|时间)$/

/** The places of an export's columns, -1 for those that it lacks. */
const columnsOf = (header: Header): Readonly<Record<keyof typeof COLUMN, number>> =>
  TITLES.test(header.names[COLUMN.favourite] ?? "")
    ? {
        ...COLUMN,
        favourite: -1,
        title: COLUMN.favourite,
        distance: header.search(DISTANCES),
        calories: header.search(CALORIES),
        time: header.search(TIMES)
      }
    : COLUMN

type Scale = "long" | "short"

interface Distance {
  readonly value: number
  /**
   * The unit: kilometres or miles, or else metres or yards, which have no decimals, as for pool swims and tracks.
   * Undefined if it may be either, because a spreadsheet drops the decimals of `14.00`.
   */
  readonly scale: Scale | undefined
}

/** Whether a row has the type, start, favourite, title and numbers of an activity, whatever the language of the header. */
const isActivity = ({ names }: Header, first: Fields): boolean =>
  names.length > COLUMN.time &&
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(first(COLUMN.date)) &&
  /^(?:true|false)$/i.test(first(COLUMN.favourite)) &&
  [COLUMN.distance, COLUMN.calories].every((place) => /^(?:[\d.,]+|--)$/.test(first(place))) &&
  /^\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?$/.test(first(COLUMN.time))

const NOTHING = /^(?:--?)?$/

const distanceOf = (text: string, delimiter: string): Distance | null => {
  const grouped = groupedOf(text)
  if (grouped !== null) return { value: grouped, scale: "short" }
  if (/^\d{2,}$/.test(text)) return { value: Number(text), scale: undefined }
  const value = numberOf(text, delimiter)
  return value === null ? null : { value, scale: "long" }
}

const METRES = { km: { long: 1000, short: 1 }, mi: { long: 1609.344, short: 0.9144 } } as const

/** The highest average speeds, in metres per second. A thousandth of them is hardly a movement. */
const FASTEST = { swimming: 2.5, other: 40 }
const SECONDS_PER_HOUR = 3600

const isSwim = (type: string): boolean => matchSport("garmin", type)?.exerciseId === exerciseByName("Swimming")?.id

/**
 * The metres of a distance. One that may be in either unit is in the larger one, unless that is faster than its sport
 * can be. Without a duration, it is taken to last an hour.
 */
const metresOf = (
  { value, scale }: Distance,
  metres: Readonly<Record<Scale, number>>,
  type: string,
  seconds: number | null
): number => {
  const fastest = isSwim(type) ? FASTEST.swimming : FASTEST.other
  const isTooFast = value * metres.long > fastest * (seconds || SECONDS_PER_HOUR)
  return value * metres[scale ?? (isTooFast ? "short" : "long")]
}

/** `Activities.csv`: one row per activity. It states no unit of distance. */
export const garminActivities: TableKind = {
  source: "garmin",
  matches: (header, row) => {
    const [first = "", second = "", third = ""] = header.names
    const isNamed = TYPES.test(first) && DATES.test(second) && (FAVOURITES.test(third) || TITLES.test(third))
    return isNamed || isActivity(header, row)
  },
  required: () => [COLUMN.type, COLUMN.date],
  date: () => COLUMN.date,
  survey: ({ file, header, options }) => {
    if (options.distanceUnit !== undefined) return null
    const column = columnsOf(header)
    return unitSurvey(file, (survey, cells) =>
      survey.distance(distanceOf(cells.text(column.distance), header.delimiter)?.value ?? 0)
    )
  },
  read: ({ header, moments, options, emit }) => {
    const metres = METRES[options.distanceUnit ?? "km"]
    const column = columnsOf(header)
    return {
      row: (cells, place) => {
        const start = cells.moment(moments, cells.text(COLUMN.date))
        const [written, time, energy] = [column.distance, column.time, column.calories].map((place) =>
          cells.text(place)
        )
        const distance = distanceOf(written ?? "", header.delimiter)
        if (distance === null && !NOTHING.test(written ?? ""))
          cells.refuse(`"${written?.slice(0, 40)}" is not a distance`)
        const seconds = secondsOf((time ?? "").replace(",", "."))
        if (seconds === null && !NOTHING.test(time ?? "")) cells.refuse(`"${time?.slice(0, 40)}" is not a duration`)
        const calories = groupedOf(energy ?? "") ?? cells.positive(column.calories)
        if (!cells.areRead(emit, place) || start === null) return
        const type = cells.text(COLUMN.type) || "Workout"
        emit.push(
          activityRow(place, {
            type,
            title: cells.text(column.title),
            start,
            durationSeconds: seconds,
            distanceMeters: distance === null ? null : metresOf(distance, metres, type, seconds),
            calories
          })
        )
      }
    }
  }
}
