import type { Entry } from "../input.ts"
import { XmlReader } from "../xml.ts"
import { alongPath, xmlTime } from "../xml-path.ts"
import type { ActivityRecorder } from "./activity-recorder.ts"

/** The mean radius of the earth in metres (H. Moritz, Geodetic Reference System 1980). */
const EARTH_RADIUS = 6_371_008.8
const RADIANS = Math.PI / 180

interface Position {
  readonly latitude: number
  readonly longitude: number
}

/**
 * Metres between two points on the globe, given in degrees, by the haversine formula (R. W. Sinnott, "Virtues of the Haversine", Sky and
 * Telescope 68, 1984). Heights do not count.
 */
export const metresBetween = (one: Position, other: Position): number => {
  const [from, to] = [one.latitude * RADIANS, other.latitude * RADIANS]
  const across = Math.sin((to - from) / 2) ** 2
  const along = Math.cos(from) * Math.cos(to) * Math.sin(((other.longitude - one.longitude) * RADIANS) / 2) ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(across + along)))
}

const positionOf = (latitude: string, longitude: string): Position | null => {
  if (latitude.trim() === "" || longitude.trim() === "") return null
  const found = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(found.latitude) <= 90 && Math.abs(found.longitude) <= 180 ? found : null
}

/** The first and the last of several times. */
class Span {
  start: number | null = null
  end: number | null = null

  add(time: number | null): void {
    if (time === null) return
    this.start = Math.min(this.start ?? time, time)
    this.end = Math.max(this.end ?? time, time)
  }

  get seconds(): number {
    return this.start === null || this.end === null ? 0 : (this.end - this.start) / 1000
  }
}

/** A track: the device's clock ran during its segments, and stopped between them. */
class Track {
  name = ""
  type = ""
  readonly notes: Array<string> = []
  readonly span = new Span()
  private segment = new Span()
  private last: Position | null = null
  private seconds = 0
  metres = 0
  points = 0

  constructor(readonly line: number) {}

  begin(): void {
    this.seconds += this.segment.seconds
    this.segment = new Span()
    this.last = null
  }

  add(position: Position | null, time: number | null): void {
    this.points++
    this.span.add(time)
    this.segment.add(time)
    if (position !== null && this.last !== null) this.metres += metresBetween(this.last, position)
    this.last = position ?? this.last
  }

  get movingSeconds(): number {
    return this.seconds + this.segment.seconds
  }
}

/** Elements of a file beside its tracks, and what reports call them. */
const BESIDE_TRACKS: Readonly<Record<string, string>> = { rte: "planned routes", wpt: "waypoints" }

const OF_TRACKS = new Set(["name", "type", "desc", "cmt", "number", "link", "src"])

/** Whether an element has a value that nothing reads, such as the height or the heart rate of a point. */
const isOther = (name: string, parent: string, text: string): boolean =>
  text !== "" &&
  !(parent === "trk" && OF_TRACKS.has(name)) &&
  !(parent === "trkpt" && name === "time") &&
  parent !== "link"

class GpxReader {
  private creator = ""
  private track: Track | null = null
  private point = { latitude: "", longitude: "", time: null as number | null }
  private routes = 0
  private readonly beside = new Map<string, number>()
  readonly xml: XmlReader

  constructor(
    entry: Entry,
    private readonly recorder: ActivityRecorder
  ) {
    const handler = alongPath({
      open: (name) => this.open(name),
      attribute: (name, value, element) => {
        if (element === "gpx" && name === "creator") this.creator = value.trim().slice(0, 80)
        if (element === "trkpt" && name === "lat") this.point.latitude = value
        if (element === "trkpt" && name === "lon") this.point.longitude = value
      },
      close: (name, parent, text) => this.close(name, parent, text)
    })
    this.xml = new XmlReader(entry, "gpx", handler, { problem: "is not a GPX file", isByLine: true })
  }

  private open(name: string): void {
    if (name === "trk") this.track = new Track(this.xml.line())
    else if (name === "rte") this.routes++
    else if (name === "trkseg") this.track?.begin()
    else if (name === "trkpt") this.point = { latitude: "", longitude: "", time: null }
  }

  private close(name: string, parent: string, text: string): void {
    const { track, point } = this
    if (track === null) {
      const kind = parent === "metadata" && name !== "time" && name !== "link" ? "metadata" : BESIDE_TRACKS[name]
      if (kind !== undefined) this.beside.set(kind, (this.beside.get(kind) ?? 0) + 1)
      return
    }
    if (isOther(name, parent, text)) this.recorder.notKept(name)
    if (name === "trk") this.end()
    else if (name === "trkpt") track.add(positionOf(point.latitude, point.longitude), point.time)
    else if (name === "time" && parent === "trkpt") point.time = xmlTime(text)
    else if (parent !== "trk") return
    else if (name === "name") track.name = text
    else if (name === "type") track.type = text
    else if ((name === "desc" || name === "cmt") && text !== "" && !track.notes.includes(text)) track.notes.push(text)
  }

  /** Records the finished or interrupted track. */
  end(): void {
    const { track } = this
    this.track = null
    if (track === null || (track.points === 0 && track.name === "")) return
    if (track.span.start === null) {
      this.recorder.nothing(track.line, "its points have no times: it is a route, and no recording")
      return
    }
    this.recorder.activity({
      sport: track.type,
      name: track.name,
      start: track.span.start,
      end: track.span.end,
      movingSeconds: track.movingSeconds,
      metres: track.metres,
      calories: null,
      notes: track.notes.slice(0, 2).join("\n"),
      origin: `${this.creator} (GPX)`.trim(),
      line: track.line
    })
  }

  /** Names what the file holds beside its tracks. */
  nameBeside(): void {
    for (const [kind, count] of this.beside) this.recorder.notKept(kind, count)
  }

  get hasRoutes(): boolean {
    return this.routes > 0
  }
}

/**
 * Reads a GPX file: a workout for each track, from the time of its first point to that of its last, with the distance
 * along the points of its segments. Yields the position now and then; rejects with UnreadableFile where the file is
 * damaged, after everything before that.
 */
export async function* readGpx(entry: Entry, recorder: ActivityRecorder): AsyncGenerator<number, void, undefined> {
  const reader = new GpxReader(entry, recorder)
  try {
    yield* reader.xml.read()
  } catch (cause) {
    reader.end()
    throw cause
  }
  if (recorder.found > 0) reader.nameBeside()
  else if (reader.hasRoutes) recorder.nothing(1, "it holds a planned route, and no recording")
}
