import { FitBaseType, FitEncoder, type FitEncoderField } from "fit-file-parser/encoder"

/** A value of a message: its field number, its type, and the value in FIT's encoding. */
type Value = readonly [field: number, type: "enum" | "uint16" | "uint32" | "string", value: number | string]

/** A message: its global number and its values. */
export type Message = readonly [kind: number, ...values: ReadonlyArray<Value>]

const SIZES = { enum: 1, uint16: 2, uint32: 4 } as const
const TYPES = { enum: FitBaseType.Enum, uint16: FitBaseType.Uint16, uint32: FitBaseType.Uint32 } as const

const encoded = ([number, type, value]: Value): FitEncoderField => {
  if (type !== "string") return { number, size: SIZES[type], baseType: TYPES[type], value: Number(value) }
  const bytes = FitEncoder.string(String(value))
  return { number, size: bytes.length, baseType: FitBaseType.String, value: bytes }
}

/** A FIT file of these messages. */
export const fitFile = (...messages: ReadonlyArray<Message>): Uint8Array => {
  const encoder = new FitEncoder()
  for (const [kind, ...values] of messages) encoder.writeMessage(kind, values.map(encoded), 0)
  return encoder.close()
}

const seconds = (time: string): number => FitEncoder.toFitTimestamp(new Date(time))

/** The kind of file, and the device that wrote it: one of Garmin by default. */
export const fileId = (type: "activity" | "course" | "weight" | "settings", manufacturer = 1): Message => [
  0,
  [0, "enum", { settings: 2, activity: 4, course: 6, weight: 9 }[type]],
  [1, "uint16", manufacturer],
  [2, "uint16", 3113]
]

/** Numbers of FIT's profile. */
export const SPORTS = { running: 1, cycling: 2, transition: 3, swimming: 5, training: 10 } as const
export const SUB_SPORTS = { treadmill: 1, openWater: 18, strengthTraining: 20 } as const

export const sport = (name: keyof typeof SPORTS): Message => [12, [0, "enum", SPORTS[name]], [1, "enum", 0]]

interface Session {
  readonly sport: keyof typeof SPORTS
  readonly subSport?: keyof typeof SUB_SPORTS
  readonly start: string
  readonly elapsed: number
  readonly timer?: number
  readonly metres?: number
  readonly kcal?: number
}

/** A session; its times are in seconds. */
export const session = ({ sport, subSport, start, elapsed, timer, metres, kcal }: Session): Message => [
  18,
  [253, "uint32", seconds(start) + Math.ceil(elapsed)],
  [2, "uint32", seconds(start)],
  [5, "enum", SPORTS[sport]],
  [6, "enum", subSport === undefined ? 0 : SUB_SPORTS[subSport]],
  [7, "uint32", Math.round(elapsed * 1000)],
  [8, "uint32", Math.round((timer ?? elapsed) * 1000)],
  [9, "uint32", metres === undefined ? 0xffffffff : Math.round(metres * 100)],
  [11, "uint16", kcal ?? 0xffff]
]

/** A point of a recording, with the distance so far in metres. */
export const record = (time: string, metres: number): Message => [
  20,
  [253, "uint32", seconds(time)],
  [5, "uint32", Math.round(metres * 100)]
]

/** A weighing in kilograms and percent, of a person whom the scale knows by a number. */
export const weighing = (time: string, kilograms: number, fat?: number, user = 0): Message => [
  30,
  [253, "uint32", seconds(time)],
  [0, "uint16", Math.round(kilograms * 100)],
  [1, "uint16", fat === undefined ? 0xffff : Math.round(fat * 100)],
  [12, "uint16", user]
]

/** A run of 30 minutes within 31, with a record each minute and its session at the end. */
export const aRun = (start = "2024-05-01T16:00:00Z", manufacturer = 1): Uint8Array =>
  fitFile(
    fileId("activity", manufacturer),
    sport("running"),
    ...Array.from({ length: 32 }, (_, minute) => record(minuteLater(start, minute), minute * 161.3)),
    session({ sport: "running", start, elapsed: 1860.4, timer: 1800.2, metres: 5000.4, kcal: 312 })
  )

const minuteLater = (start: string, minutes: number): string =>
  new Date(Date.parse(start) + minutes * 60_000).toISOString()
