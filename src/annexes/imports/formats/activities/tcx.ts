import type { Entry } from "../input.ts"
import { XmlReader } from "../xml.ts"
import { alongPath, xmlNumber, xmlTime } from "../xml-path.ts"
import type { ActivityRecorder } from "./activity-recorder.ts"

/** The sums over an activity's laps; null if no lap states a value. */
interface Sums {
  seconds: number | null
  metres: number | null
  calories: number | null
}

class Activity {
  sport = ""
  id: number | null = null
  notes = ""
  creator = ""
  readonly sums: Sums = { seconds: null, metres: null, calories: null }
  private lapStart: number | null = null
  private first: number | null = null
  private end: number | null = null
  private farthest: number | null = null

  constructor(readonly line: number) {}

  lap(start: number | null): void {
    this.lapStart = start
    this.see(start)
  }

  sum(what: keyof Sums, value: number | null): void {
    if (value === null) return
    this.sums[what] = (this.sums[what] ?? 0) + value
    if (what === "seconds" && this.lapStart !== null) this.see(this.lapStart + value * 1000)
  }

  /** Notes a time during the activity. */
  see(time: number | null): void {
    if (time === null) return
    this.first ??= time
    this.end = Math.max(this.end ?? time, time)
  }

  /** Notes the metres from the start at a point. */
  reach(metres: number | null): void {
    if (metres !== null) this.farthest = Math.max(this.farthest ?? 0, metres)
  }

  record(recorder: ActivityRecorder): void {
    const { sport, id, notes, creator, sums, first, end, line } = this
    // Some Garmin devices cut the seconds off the id.
    const start = first ?? id
    const counted = start === null || sums.seconds === null ? null : start + sums.seconds * 1000
    recorder.activity({
      sport,
      start,
      end: end === null ? counted : Math.max(end, counted ?? end),
      movingSeconds: sums.seconds,
      metres: sums.metres ?? this.farthest,
      calories: sums.calories,
      notes,
      origin: `${creator} (TCX)`.trim(),
      line
    })
  }
}

/** What devices write about themselves, and how a lap was begun. */
const BESIDE =
  /^(?:Version |Creator |Author |Build |Lap (?:Intensity|TriggerMethod)|Trackpoint SensorState|\S+ (?:UnitId|ProductID|LangID|PartNumber))/

class TcxReader {
  private activity: Activity | null = null
  readonly xml: XmlReader

  constructor(
    entry: Entry,
    private readonly recorder: ActivityRecorder
  ) {
    const handler = alongPath({
      open: (name) => {
        if (name === "Activity") this.activity = new Activity(this.xml.line())
      },
      attribute: (name, value, element) => {
        if (element === "Activity" && name === "Sport" && this.activity !== null) this.activity.sport = value
        if (element === "Lap" && name === "StartTime") this.activity?.lap(xmlTime(value))
      },
      close: (name, parent, text) => this.close(name, parent, text)
    })
    const options = { problem: "is not a TCX file", isByLine: true }
    this.xml = new XmlReader(entry, "TrainingCenterDatabase", handler, options)
  }

  private close(name: string, parent: string, text: string): void {
    const { activity } = this
    if (activity === null) return
    switch (`${parent} ${name}`) {
      case "Activity Id":
        activity.id = xmlTime(text)
        break
      case "Activity Notes":
        activity.notes = text
        break
      case "Creator Name":
        activity.creator = text.slice(0, 80)
        break
      case "Lap TotalTimeSeconds":
        activity.sum("seconds", xmlNumber(text))
        break
      case "Lap DistanceMeters":
        activity.sum("metres", xmlNumber(text))
        break
      case "Lap Calories":
        activity.sum("calories", xmlNumber(text))
        break
      case "Trackpoint Time":
        activity.see(xmlTime(text))
        break
      case "Trackpoint DistanceMeters":
        activity.reach(xmlNumber(text))
        break
      default:
        if (name === "Activity") this.end()
        else if (text !== "" && !BESIDE.test(`${parent} ${name}`))
          this.recorder.notKept(name === "Value" ? parent : name)
    }
  }

  /** Records the finished or interrupted activity. */
  end(): void {
    this.activity?.record(this.recorder)
    this.activity = null
  }
}

/**
 * Reads a TCX file: a workout for each activity, with the sums over its laps. Courses and planned workouts give
 * nothing. Yields the position now and then; rejects with UnreadableFile where the file is damaged, after everything
 * before that.
 */
export async function* readTcx(entry: Entry, recorder: ActivityRecorder): AsyncGenerator<number, void, undefined> {
  const reader = new TcxReader(entry, recorder)
  try {
    yield* reader.xml.read()
  } catch (cause) {
    reader.end()
    throw cause
  }
}
