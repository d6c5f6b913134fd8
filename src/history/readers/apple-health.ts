import type { Moment, Place, ReadOptions } from "../rows.ts"
import { kilogramsIn, metresIn, numberOf } from "./amounts.ts"
import type { Emitter } from "./emitter.ts"
import { HealthMeals, isNutrient } from "./health-meals.ts"
import { activityName, healthInstant } from "./health-values.ts"
import type { Entry } from "./input.ts"
import { StepCounter } from "./steps.ts"
import { plainText, XmlReader } from "./xml.ts"
import { isZone, ZoneClock } from "./zones.ts"

const ROOT = "HealthData"
const PREFIX = /^HK(?:Quantity|Category|Data)?TypeIdentifier/
/** So many types of records that are not kept are told by name. */
const MOST_TYPES = 300
/** So many records that are not steps are compared with each other. */
const MOST_COMPARED = 2_000_000

/** Whether a text begins with a health export, perhaps after its document type. */
export const isHealthExport = (start: string): boolean => /<HealthData[\s>]|<!DOCTYPE HealthData/.test(start)

/** The attributes of the element that is being read, by name, and its place. */
interface Element {
  readonly attributes: Map<string, string>
  readonly metadata: Map<string, string>
  line: number
}

interface Statistic {
  readonly type: string
  readonly sum: string
  readonly unit: string
}

const MINUTES: Readonly<Record<string, number>> = { s: 1, sec: 1, min: 60, hr: 3600, h: 3600 }

class HealthReader {
  private readonly steps = new StepCounter()
  private readonly meals = new HealthMeals()
  private readonly clock: ZoneClock
  private readonly clocks = new Map<string, ZoneClock | null>()
  private readonly seen = new Set<number | bigint>()
  private readonly otherTypes = new Map<string, { readonly place: Place; rows: number }>()
  private readonly record: Element = { attributes: new Map(), metadata: new Map(), line: 0 }
  /** The statistics of a workout, and the attributes of the element within. */
  private readonly statistics: Array<Statistic> = []
  private readonly child = new Map<string, string>()
  private current: "Record" | "Workout" | null = null
  private recordDepth = 0
  private childName = ""
  readonly xml: XmlReader

  constructor(
    private readonly entry: Entry,
    options: ReadOptions,
    private readonly now: number,
    private readonly emit: Emitter
  ) {
    this.clock = new ZoneClock(options.timezone)
    this.xml = new XmlReader(entry, ROOT, {
      open: (name, depth) => this.open(name, depth),
      attribute: (name, value) => this.attribute(name, value),
      close: (name, depth) => this.close(name, depth)
    })
  }

  private open(name: string, depth: number): void {
    if (this.current === null && (name === "Record" || name === "Workout")) {
      this.current = name
      this.recordDepth = depth
      this.record.attributes.clear()
      this.record.metadata.clear()
      this.record.line = this.xml.line()
      this.statistics.length = 0
      this.childName = ""
    } else if (this.current !== null) {
      this.childName = depth === this.recordDepth + 1 ? name : ""
      this.child.clear()
    }
  }

  private attribute(name: string, value: string): void {
    if (this.current === null) return
    if (this.childName !== "") this.child.set(name, value)
    else if (this.record.attributes.size < 50 && !this.isWithinChild) this.record.attributes.set(name, value)
  }

  private isWithinChild = false

  private close(name: string, depth: number): void {
    if (this.current === null) return
    if (depth > this.recordDepth) {
      if (this.childName === "MetadataEntry") {
        const key = plainText(this.child.get("key") ?? "")
        if (this.record.metadata.size < 50) this.record.metadata.set(key, plainText(this.child.get("value") ?? ""))
      } else if (this.childName === "WorkoutStatistics" && this.statistics.length < 50) {
        const [type = "", sum = "", unit = ""] = ["type", "sum", "unit"].map((key) => this.child.get(key))
        this.statistics.push({ type, sum, unit })
      }
      this.childName = ""
      return
    }
    if (name === "Record") this.endRecord()
    else this.endWorkout()
    this.current = null
  }

  private text(name: string): string {
    return plainText(this.record.attributes.get(name) ?? "")
  }

  private place(): Place {
    return { file: this.entry.name, line: this.record.line }
  }

  private leaveOut(reason: string): void {
    this.emit.leaveOut(this.place(), reason)
  }

  /** The clock of the zone that the record names, else of the person's. */
  private clockOfRecord(): { readonly clock: ZoneClock; readonly isOwn: boolean } {
    const zone = this.record.metadata.get("HKTimeZone")
    if (zone === undefined) return { clock: this.clock, isOwn: false }
    let clock = this.clocks.get(zone)
    if (clock === undefined && this.clocks.size < 1000) {
      clock = isZone(zone) ? new ZoneClock(zone) : null
      this.clocks.set(zone, clock)
    }
    return clock === undefined || clock === null ? { clock: this.clock, isOwn: false } : { clock, isOwn: true }
  }

  private startOfRecord(): Moment | null {
    const start = healthInstant(this.text("startDate"))
    if (Number.isNaN(start)) {
      this.leaveOut(`"${this.text("startDate").slice(0, 40)}" is no time`)
      return null
    }
    if (start > this.now) {
      this.leaveOut(`it lies in the future: ${this.text("startDate")}`)
      return null
    }
    const { clock, isOwn } = this.clockOfRecord()
    const moment = clock.momentAt(start, isOwn)
    if (moment === null) this.leaveOut(`its day is out of range: ${this.text("startDate")}`)
    return moment
  }

  private endRecord(): void {
    const written = this.record.attributes.get("type") ?? ""
    const type = written.replace(PREFIX, "")
    const isWeight = type === "BodyMass"
    const isFat = type === "BodyFatPercentage"
    if (!isWeight && !isFat && type !== "StepCount" && !isNutrient(type)) {
      this.countOther(type)
      return
    }
    const value = numberOf(this.text("value"), ".")
    if (value === null || value < 0) {
      this.leaveOut(`"${this.text("value").slice(0, 40)}" is no number of at least 0`)
      return
    }
    const at = this.startOfRecord()
    if (at === null || at.instant === null) return
    if (type === "StepCount") {
      this.addSteps(at.instant, value)
      return
    }
    if (this.isRepeated(written)) {
      this.emit.count(this.place(), "records that stand in the file twice")
      return
    }
    const source = this.text("sourceName")
    const unit = this.text("unit")
    if (isWeight || isFat) {
      const factor = isFat ? (value > 1 ? 1 : 100) : kilogramsIn(unit)
      if (factor === null) {
        this.leaveOut(`"${unit.slice(0, 40)}" is no unit of weight`)
        return
      }
      const metric = isFat ? "body_fat" : "weight"
      // 0.162 times 100 has an error in its last digit.
      const exact = isFat ? Number((value * factor).toPrecision(12)) : value * factor
      this.emit.push({
        _tag: "Reading",
        place: this.place(),
        rows: 1,
        metric,
        value: exact,
        at,
        origin: source || null
      })
      return
    }
    const food = this.record.metadata.get("HKFoodType") ?? null
    const meal = [...this.record.metadata].find(([key]) => /meal$/i.test(key))?.[1] ?? null
    const problem = this.meals.add({ type, source, at, value, unit, food, meal }, this.place())
    if (problem !== null) this.leaveOut(problem)
  }

  private addSteps(start: number, value: number): void {
    const end = healthInstant(this.text("endDate"))
    if (Number.isNaN(end)) {
      this.leaveOut(`"${this.text("endDate").slice(0, 40)}" is no time`)
      return
    }
    const { clock } = this.clockOfRecord()
    const device = this.record.attributes.get("device") ?? ""
    const problem = this.steps.add(this.text("sourceName"), device, start, end, value, clock, this.record.line)
    if (problem !== null) this.leaveOut(problem)
  }

  /** Whether the same record came before. The device is left aside: it holds addresses of memory. */
  private isRepeated(type: string): boolean {
    const parts = ["sourceName", "unit", "creationDate", "startDate", "endDate", "value"].map(
      (name) => this.record.attributes.get(name) ?? ""
    )
    const hash = Bun.hash(`${type}\n${parts.join("\n")}\n${[...this.record.metadata].join()}`)
    if (this.seen.has(hash)) return true
    if (this.seen.size < MOST_COMPARED) this.seen.add(hash)
    return false
  }

  private countOther(type: string): void {
    const key = this.otherTypes.has(type) || this.otherTypes.size < MOST_TYPES ? type : "further types"
    const known = this.otherTypes.get(key)
    if (known === undefined) this.otherTypes.set(key, { place: this.place(), rows: 1 })
    else known.rows++
  }

  private endWorkout(): void {
    const start = this.startOfRecord()
    if (start === null) return
    const { clock, isOwn } = this.clockOfRecord()
    const endInstant = healthInstant(this.text("endDate"))
    const end = Number.isNaN(endInstant) ? null : clock.momentAt(endInstant, isOwn)
    const length = numberOf(this.text("duration"), ".")
    const perUnit = MINUTES[this.text("durationUnit")] ?? 60
    const seconds = length === null ? null : Math.round(length * perUnit)
    const metres = this.distance()
    const title = activityName(this.text("workoutActivityType"))
    const place = this.place()
    const set = {
      place,
      kind: "normal",
      ...(metres === null ? {} : { distanceMeters: metres }),
      ...(seconds === null || seconds <= 0 ? {} : { durationSeconds: seconds })
    } as const
    this.emit.push({
      _tag: "Workout",
      place,
      rows: 1,
      title,
      start,
      end,
      durationSeconds: seconds,
      notes: null,
      exercises: [{ name: title, notes: null, superset: null, sets: [set] }],
      origin: this.text("sourceName") || null
    })
  }

  private distance(): number | null {
    const stated = this.statistics.find(({ type }) => /TypeIdentifierDistance/.test(type))
    const [text, unit] =
      stated === undefined ? [this.text("totalDistance"), this.text("totalDistanceUnit")] : [stated.sum, stated.unit]
    const written = numberOf(text, ".")
    const perUnit = metresIn(unit)
    return written === null || written <= 0 || perUnit === null ? null : written * perUnit
  }

  /** Gives out what was counted over the whole file. */
  end(): void {
    this.meals.end(this.emit)
    const at = { time: null, instant: null, zone: null }
    for (const { day, steps, rows, line } of this.steps.settle()) {
      const place = { file: this.entry.name, line }
      if (steps === 0) this.emit.count(place, "records of days without a step", rows)
      else {
        this.emit.push({
          _tag: "Reading",
          place,
          rows,
          metric: "steps",
          value: steps,
          at: { ...at, day },
          origin: null
        })
      }
    }
    this.endCounts()
  }

  /** Tells what was read of a file that ends too early: its steps and foods could be incomplete. */
  cut(): void {
    if (this.steps.size > 0) {
      this.emit.warn(null, `${this.entry.name} could not be read to its end, so its steps and foods were not taken`)
    }
    this.endCounts()
  }

  private endCounts(): void {
    for (const [type, { place, rows }] of this.otherTypes) {
      this.emit.count(place, `records of ${type || "no type"}, which are not kept`, rows)
    }
    this.emit.endFile()
  }
}

/**
 * Reads `export.xml` of Apple Health into `emit`; gives the position now and then. Steps and foods come at the end, as each is put
 * together from records in several parts of the file. `now` is in epoch milliseconds: later records are left out.
 */
export async function* readHealthExport(
  entry: Entry,
  options: ReadOptions,
  now: number,
  emit: Emitter
): AsyncGenerator<number, void, undefined> {
  const reader = new HealthReader(entry, options, now, emit)
  let isWhole = false
  try {
    yield* reader.xml.read()
    isWhole = true
  } finally {
    if (isWhole) reader.end()
    else reader.cut()
  }
}
