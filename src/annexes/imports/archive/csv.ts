import { exerciseById } from "../../../features/exercises/exercises.ts"
import { round } from "../../../values/round.ts"
import { toCell } from "../formats/formulas.ts"
import type { LineOf } from "./lines.ts"

type WorkoutLine = LineOf<"workouts">
type Cell = string | number | null | undefined

/** A CSV field, quoted and escaped if necessary. Nothing is dropped: line breaks stay within the quotes. */
const field = (cell: Cell): string => {
  const text = typeof cell === "string" ? toCell(cell) : String(cell ?? "")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvLine = (cells: ReadonlyArray<Cell>): string => `${cells.map(field).join(",")}\n`

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
/** Assumed start time for sessions without one. */
const NOON = "12:00"
const MINUTES_OF_DAY = 1440

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

const two = (number: number): string => String(number).padStart(2, "0")

/** The local day and time at which a session starts. */
export interface Start {
  readonly day: string
  readonly time: string
}

/**
 * Assigns the starts of sessions, which come by day. Apps identify a session by its title and start to the minute, so
 * of those that would begin together, each begins a minute after the one before. Sessions without a time begin at noon.
 */
export const makeStarts = () => {
  /** The minutes in use, by day and title. */
  let taken = new Map<string, Set<number>>()
  let lastDate = ""
  return ({ date, name, startTime }: WorkoutLine): Start => {
    if (date !== lastDate) taken = new Map()
    lastDate = date
    const day = startTime?.slice(0, 10) ?? date
    const time = startTime?.slice(11, 19) ?? `${NOON}:00`
    const key = `${day} ${name}`
    const minutes = taken.get(key) ?? new Set()
    taken.set(key, minutes)
    const own = minuteOf(time)
    let minute = own
    while (minutes.has(minute) && minutes.size < MINUTES_OF_DAY) minute = (minute + 1) % MINUTES_OF_DAY
    minutes.add(minute)
    return { day, time: minute === own ? time : `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00` }
  }
}

const hevyTime = ({ day, time }: Start): string => {
  const [year, month, date] = day.split("-")
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}, ${time.slice(0, 5)}`
}

/** The end of a session: its own, or its start plus its length; undefined if neither is known. */
const endOf = ({ endTime, durationSeconds }: WorkoutLine, { day, time }: Start): Start | undefined => {
  if (endTime !== null) return { day: endTime.slice(0, 10), time: endTime.slice(11, 19) }
  if (durationSeconds === null) return undefined
  const end = new Date(Date.parse(`${day}T${time}Z`) + durationSeconds * 1000).toISOString()
  return { day: end.slice(0, 10), time: end.slice(11, 19) }
}

/** Names of exercises, by id. */
export type NameOf = (exerciseId: string) => string

/** The names of the catalogue and of a user's own exercises. */
export const namesOf =
  (own: ReadonlyMap<string, string>): NameOf =>
  (id) =>
    exerciseById(id)?.name ?? own.get(id) ?? id

export const HEVY_HEADER =
  "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe\n"

/** A session in Hevy's format: a line for each set. */
export const hevyLines = (line: WorkoutLine, start: Start, nameOf: NameOf): string => {
  const end = endOf(line, start)
  const head = [line.name, hevyTime(start), end === undefined ? null : hevyTime(end), line.notes]
  return line.exercises
    .flatMap(({ exerciseId, sets }) =>
      sets.map((set, index) =>
        csvLine([
          ...head,
          nameOf(exerciseId),
          null,
          null,
          index,
          set.setType === "warmup" ? "warmup" : "normal",
          set.weightKg === undefined ? null : round(set.weightKg, 4),
          set.reps,
          set.distanceMeters === undefined ? null : round(set.distanceMeters / 1000, 6),
          set.durationSeconds ?? set.holdSeconds,
          set.intensity
        ])
      )
    )
    .join("")
}

export const STRONG_HEADER =
  "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n"

const strongDuration = (seconds: number | null): string | null => {
  if (seconds === null) return null
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

/** A session in Strong's format, in kilograms and kilometres, without units. */
export const strongLines = (line: WorkoutLine, { day, time }: Start, nameOf: NameOf): string => {
  return line.exercises
    .flatMap(({ exerciseId, sets }) => {
      let order = 0
      return sets.map((set) =>
        csvLine([
          `${day} ${time}`,
          line.name,
          strongDuration(line.durationSeconds),
          nameOf(exerciseId),
          set.setType === "warmup" ? "W" : ++order,
          set.weightKg === undefined ? 0 : round(set.weightKg, 4),
          set.reps ?? 0,
          set.distanceMeters === undefined ? 0 : round(set.distanceMeters / 1000, 6),
          set.durationSeconds ?? set.holdSeconds ?? 0,
          null,
          line.notes,
          set.intensity
        ])
      )
    })
    .join("")
}

export const WEIGHT_HEADER = "date,metric,value,unit\n"

/** A weight as a line of Fettle's own table; empty for other readings. */
export const weightLine = ({ date, metric, value }: LineOf<"readings">): string =>
  metric === "weight" ? csvLine([date, metric, value, "kg"]) : ""

export const DIARY_HEADER = "date,meal,food,brand,servings,serving,calories_kcal,protein_g,carbs_g,fat_g,alcohol_g\n"

export const diaryLine = (line: LineOf<"entries">): string => {
  const total = (perServing: number | null) => (perServing === null ? null : round(perServing * line.servings, 2))
  const serving =
    line.servingText ?? (line.servingSize === null ? null : `${line.servingSize} ${line.servingUnit ?? ""}`.trim())
  return csvLine([
    line.date,
    line.mealType,
    line.foodName,
    line.brandName,
    line.servings,
    serving,
    total(line.calories),
    total(line.protein),
    total(line.carbs),
    total(line.fat),
    total(line.alcohol)
  ])
}
