import type { Entry } from "../../formats/input.ts"
import { plainText, XmlReader } from "../../formats/xml.ts"

const ROOT = "HealthData"
/** Most attributes, and most nested elements, per element. Exports have about ten of each; this bounds memory. */
const MOST_PARTS = 100

interface Statistic {
  readonly type: string
  readonly sum: string
  readonly unit: string
}

/** Elements that hold nothing recorded. A correlation's records stand in the file on their own, too. */
const BESIDE = new Set(["ExportDate", "Me", "Correlation"])

/** A record or a workout, with its content. */
export interface HealthElement {
  readonly line: number
  /** The value of an attribute; empty if it is missing. */
  readonly text: (name: string) => string
  readonly metadata: ReadonlyMap<string, string>
  readonly statistics: ReadonlyArray<Statistic>
  /** The names of further elements in it. */
  readonly children: ReadonlyArray<string>
}

interface HealthElements {
  /** Whether records of this type are read. Others are only counted. */
  readonly isRead: (type: string) => boolean
  readonly record: (element: HealthElement) => void
  readonly workout: (element: HealthElement) => void
  readonly skipped: (type: string, line: () => number) => void
}

/** Reads the records and workouts of a health export one by one. Each element passed on is valid until the next. */
export class HealthElementReader implements HealthElement {
  private readonly xml: XmlReader
  private names: Array<string> = []
  private values: Array<string> = []
  private child: Array<string> = []
  readonly metadata = new Map<string, string>()
  statistics: Array<Statistic> = []
  children: Array<string> = []
  line = 0
  private current: "Record" | "Workout" | null = null
  private recordDepth = 0
  private depth = 0
  private isSkipped = false

  constructor(
    entry: Entry,
    private readonly handler: HealthElements
  ) {
    const elements = {
      open: (name: string, depth: number) => this.open(name, depth),
      attribute: (name: string, value: string) => this.attribute(name, value),
      close: (name: string, depth: number) => this.close(name, depth)
    }
    this.xml = new XmlReader(entry, ROOT, elements, { problem: "is not a health export", isByLine: true })
  }

  /** Yields the position now and then. Fails where the file does, after everything before has been handled. */
  read(): AsyncGenerator<number, void, undefined> {
    return this.xml.read()
  }

  text(name: string): string {
    return plainText(this.values[this.names.indexOf(name)] ?? "")
  }

  private open(name: string, depth: number): void {
    this.depth = depth
    if (this.current !== null) {
      this.child = []
      return
    }
    if (name !== "Record" && name !== "Workout") {
      if (depth === 2 && !BESIDE.has(name)) this.handler.skipped(name, () => this.xml.line())
      return
    }
    this.current = name
    this.recordDepth = depth
    this.isSkipped = false
    this.names.length = 0
    this.values.length = 0
    this.line = this.xml.line()
    if (this.metadata.size > 0) this.metadata.clear()
    if (this.statistics.length > 0) this.statistics = []
    if (this.children.length > 0) this.children = []
  }

  private attribute(name: string, value: string): void {
    if (this.current === null || this.isSkipped) return
    if (this.depth > this.recordDepth) {
      if (this.child.length < 2 * MOST_PARTS) this.child.push(name, value)
      return
    }
    if (name === "type" && this.current === "Record" && !this.handler.isRead(value)) {
      this.isSkipped = true
      this.handler.skipped(value, () => this.line)
      return
    }
    if (this.names.length >= MOST_PARTS) return
    this.names.push(name)
    this.values.push(value)
  }

  private ofChild(name: string): string {
    return plainText(this.child[this.child.indexOf(name) + 1] ?? "")
  }

  private close(name: string, depth: number): void {
    this.depth = depth - 1
    if (this.current === null) return
    if (depth > this.recordDepth) {
      if (!this.isSkipped && depth === this.recordDepth + 1) this.endChild(name)
      return
    }
    const current = this.current
    this.current = null
    if (this.isSkipped) return
    if (current === "Record") this.handler.record(this)
    else this.handler.workout(this)
  }

  private endChild(name: string): void {
    if (name === "MetadataEntry" && this.metadata.size < MOST_PARTS) {
      this.metadata.set(this.ofChild("key"), this.ofChild("value"))
    } else if (name === "WorkoutStatistics" && this.statistics.length < MOST_PARTS) {
      this.statistics.push({ type: this.ofChild("type"), sum: this.ofChild("sum"), unit: this.ofChild("unit") })
    } else if (this.children.length < MOST_PARTS) this.children.push(name)
  }
}
