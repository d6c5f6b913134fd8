import FitParser, { getFitGarminProductDisplayName, type ParsedFit } from "fit-file-parser"
import { AGAIN, pass } from "../../rows/advice.ts"
import { type Entry, fault } from "../input.ts"
import { type ActivityRecorder, MOST_FOUND, type Recording, tooMany, type Weighing } from "./activity-recorder.ts"
import { FitMessages } from "./fit-messages.ts"

type Messages = NonNullable<ParsedFit["messages"]>
type Session = NonNullable<Messages["session"]>[number]
type WeightScale = NonNullable<Messages["weight_scale"]>[number]

/** Global message numbers. */
const FILE_ID = 0
const SPORT = 12
const SESSION = 18
const RECORD = 20
const WEIGHT_SCALE = 30
const SUMMARIES = new Set([FILE_ID, SPORT, SESSION, WEIGHT_SCALE])
const RECORDS = new Set([RECORD])

/** What messages that are not kept hold, by their global numbers. Others are about the device, or not documented. */
const NOT_KEPT: Readonly<Record<number, string>> = {
  19: "laps",
  20: "points of the recording, with heart rate, position and the like",
  78: "heart rate variability",
  101: "lengths of a pool",
  132: "heart rates",
  142: "segments",
  225: "sets"
}

/** Fields of a session that are read, or say how the device counted. */
const OF_SESSIONS = new Set([
  ..."sport sub_sport timestamp start_time total_elapsed_time total_timer_time total_distance total_calories".split(
    " "
  ),
  ..."message_index event event_type trigger first_lap_index num_laps event_group sport_index sport_profile_name".split(
    " "
  )
])
const OF_WEIGHINGS = new Set(["timestamp", "weight", "percent_fat", "user_profile_index"])

/** Most chained files in one. No device makes more. */
const MOST_CHAINED = 1000

/** Scales write values from this one on, in kilograms, while they are still measuring. */
const MEASURING = 655.34

/** Decodes the messages of a part of the file, by kind. */
const decoded = (entry: Entry, bytes: ArrayBuffer): Messages => {
  let found: Messages | undefined
  try {
    new FitParser({ force: true, mode: "list" }).parse(bytes, (_problem, parsed) => {
      found = parsed?.messages
    })
  } catch {
    // Whatever it cannot read is damaged.
  }
  if (found === undefined) throw fault(entry.name, null, "is damaged", AGAIN)
  return found
}

const numberIn = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null

const timeIn = (value: unknown): number | null =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.getTime() : null

/** What is known of one chained file before its records are read. */
class Chained {
  isOfActivity = true
  origin = "FIT"
  sport = ""
  subSport = ""
  sessions = 0
  /** When the last session ended. */
  sessionsEnd = Number.NEGATIVE_INFINITY
  isWhole = true
  /** The number of sessions without a time. Their records may have it. */
  undated = 0
  private readonly weighings: Array<Weighing> = []
  /** The people that a scale has distinguished. */
  private readonly users = new Set<string>()

  take({ file_id, sport }: Messages): void {
    for (const { type, manufacturer, product_name, product } of file_id ?? []) {
      this.isOfActivity = type === undefined || type === "activity"
      const model = manufacturer === "garmin" ? getFitGarminProductDisplayName(product) : undefined
      const device = product_name || [manufacturer, model ?? product].filter((part) => part !== undefined).join(" ")
      this.origin = device === "" ? "FIT" : `${device} (FIT)`
    }
    for (const found of sport ?? []) {
      this.sport = `${found.sport ?? ""}`
      this.subSport = `${found.sub_sport ?? ""}`
    }
  }

  undate(session: Session): void {
    this.undated++
    this.sport = `${session.sport ?? this.sport}`
  }

  weigh({ timestamp, weight, percent_fat, user_profile_index }: WeightScale, line: number): void {
    const kilograms = numberIn(weight)
    const isKnown = kilograms !== null && kilograms < MEASURING
    if (user_profile_index !== undefined) this.users.add(JSON.stringify(user_profile_index))
    this.weighings.push({ at: timeIn(timestamp), weight: isKnown ? kilograms : null, fat: numberIn(percent_fat), line })
  }

  /** Records the weighings, once it is known whether they are all from one person. */
  end(recorder: ActivityRecorder): void {
    for (const weighing of this.weighings) {
      if (this.users.size > 1)
        recorder.nothing(weighing.line, "it is of one of several people, and nothing says of whom")
      else recorder.weighing(weighing)
    }
  }

  recordingOf(session: Session, line: number): Recording {
    this.sessions++
    const stated = timeIn(session.timestamp)
    const start = timeIn(session.start_time)
    const elapsed = numberIn(session.total_elapsed_time)
    const end = start === null || elapsed === null ? stated : start + elapsed * 1000
    this.sessionsEnd = Math.max(this.sessionsEnd, end ?? start ?? Number.NEGATIVE_INFINITY)
    return {
      sport: `${session.sport ?? this.sport}`,
      subSport: `${session.sub_sport ?? ""}`,
      start,
      end,
      movingSeconds: numberIn(session.total_timer_time),
      metres: numberIn(session.total_distance),
      calories: numberIn(session.total_calories),
      origin: this.origin,
      line
    }
  }

  /** Whether its records may hold activity outside its sessions: it was interrupted, or has no session with a time. */
  get isOpen(): boolean {
    return this.undated > 0 || (this.isOfActivity && (!this.isWhole || this.sessions === 0))
  }
}

/** Duration and distance of the records after the last session. */
class Remainder {
  private start = Number.POSITIVE_INFINITY
  private end = Number.NEGATIVE_INFINITY
  private nearest: number | null = null
  private farthest: number | null = null

  constructor(private readonly file: Chained) {}

  take({ record }: Messages): void {
    for (const { timestamp, distance } of record ?? []) {
      const at = timeIn(timestamp)
      if (at === null || at <= this.file.sessionsEnd) continue
      this.start = Math.min(this.start, at)
      this.end = Math.max(this.end, at)
      const metres = numberIn(distance)
      this.nearest ??= metres
      this.farthest = metres ?? this.farthest
    }
  }

  recording(line: number): Recording | null {
    if (this.start >= this.end) return null
    const { sport, subSport, origin, sessions } = this.file
    // Records count metres from the start of the first session.
    const from = sessions === 0 ? 0 : (this.nearest ?? 0)
    return {
      sport,
      subSport,
      start: this.start,
      end: this.end,
      movingSeconds: null,
      metres: this.farthest === null ? null : this.farthest - from,
      calories: null,
      origin,
      line
    }
  }
}

/** Reads the records of some chained files. A fault is ignored, because the first pass has reported it. */
async function* readRecords(
  entry: Entry,
  files: ReadonlyArray<Chained>,
  line: number,
  recorder: ActivityRecorder
): AsyncGenerator<number, void, undefined> {
  const remainders = files.map((file) => (file.isOpen ? new Remainder(file) : null))
  let index = 0
  try {
    for await (const { position, piece } of new FitMessages(entry, RECORDS).read()) {
      if (piece?._tag === "Excerpt") remainders[index]?.take(decoded(entry, piece.bytes))
      if (piece?._tag === "End") index++
      if (piece === null) yield position
    }
  } catch {
    // Everything before the fault counts.
  }
  for (const [index, file] of files.entries()) {
    const recording = remainders[index]?.recording(line) ?? null
    if (recording !== null) recorder.activity(recording)
    else if (file.undated > 0) recorder.nothing(line, "it has no time")
    if (recording !== null || file.undated > 0) line++
  }
}

/**
 * Reads a FIT file: a workout for each session, including those of several sports and of several chained files, and the
 * weighings of scales. A file that was interrupted has no session at its end, so its start, length and distance come
 * from its records. Yields the position now and then; rejects with UnreadableFile where the file is damaged, after
 * everything before that.
 */
export async function* readFit(entry: Entry, recorder: ActivityRecorder): AsyncGenerator<number, void, undefined> {
  const files: Array<Chained> = []
  let file = new Chained()
  let line = 0
  let seen = 0
  const take = (messages: Messages): void => {
    file.take(messages)
    for (const session of messages.session ?? []) {
      if (++seen > MOST_FOUND) throw tooMany(entry.name)
      recorder.others({ ...session }, OF_SESSIONS, "sessions")
      if (timeIn(session.start_time) === null) file.undate(session)
      else recorder.activity(file.recordingOf(session, ++line))
    }
    for (const scale of messages.weight_scale ?? []) {
      if (++seen > MOST_FOUND) throw tooMany(entry.name)
      recorder.others({ ...scale }, OF_WEIGHINGS, "weighings")
      file.weigh(scale, ++line)
    }
  }
  const end = (isWhole: boolean): void => {
    file.isWhole = isWhole
    file.end(recorder)
    files.push(file)
    file = new Chained()
  }
  let damage: unknown
  const messages = new FitMessages(entry, SUMMARIES)
  try {
    for await (const { position, piece } of messages.read()) {
      if (piece?._tag === "Excerpt") take(decoded(entry, piece.bytes))
      if (piece?._tag === "End") end(piece.isWhole)
      if (files.length > MOST_CHAINED)
        throw fault(entry.name, null, `chains more than ${MOST_CHAINED} files`, pass("the files in it one by one"))
      yield position
    }
  } catch (cause) {
    damage = cause
    end(false)
  }
  if (seen > 0)
    for (const [kind, count] of messages.others()) {
      const what = NOT_KEPT[kind]
      if (what !== undefined) recorder.notKept(what, count)
    }
  if (files.some(({ isOpen }) => isOpen)) yield* readRecords(entry, files, line + 1, recorder)
  if (damage !== undefined) throw damage
  if (files.some(({ isWhole }) => !isWhole)) recorder.warn("ends too early: what it holds was read")
}
