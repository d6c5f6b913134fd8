import { makeShared } from "../../../../values/text/copies.ts"
import { kilocaloriesIn, metresIn, numberOf } from "../../formats/amounts.ts"
import type { Emitter } from "../../formats/emitter.ts"
import type { Entry } from "../../formats/input.ts"
import { StepCounter } from "../../formats/steps.ts"
import type { ReaderOptions } from "../../formats/table.ts"
import { isZone, type LocalClock, ZoneClock } from "../../formats/zones.ts"
import type { Moment, Place } from "../../rows/rows.ts"
import { HealthElementReader } from "./health-elements.ts"
import { HealthMeals, isNutrient } from "./health-meals.ts"
import { isMeasured, measuredIn, sleepIn } from "./health-readings.ts"
import { activityName, healthInstant } from "./health-values.ts"
import { othersOf, othersOfRecord } from "./health-workouts.ts"

const PREFIX = /^HK(?:Quantity|Category|Data)?TypeIdentifier/
/** Most types of unsupported records that are reported by name. */
const MOST_TYPES = 300
/** Most records, other than steps, that are checked for repetition. */
const MOST_COMPARED = 2_000_000
/** Most distinct names of sources and foods of which one copy is kept. */
const MOST_TEXTS = 100_000
/** The attributes that make two records equal. The device is not one: it contains memory addresses. */
const IDENTITY = ["type", "sourceName", "unit", "creationDate", "startDate", "endDate", "value"]

const SLEEP = "SleepAnalysis"
const REPEATED = "records that occur twice in the file"

const isKept = (type: string): boolean => type === "StepCount" || type === SLEEP || isMeasured(type) || isNutrient(type)

/** Whether a text starts a health export, possibly after its document type. */
export const isHealthExport = (start: string): boolean => /<HealthData[\s>]|<!DOCTYPE HealthData/.test(start)

const MINUTES: Readonly<Record<string, number>> = { s: 1, sec: 1, min: 60, hr: 3600, h: 3600 }

class HealthReader {
  private readonly steps = new StepCounter()
  private readonly meals: HealthMeals
  private readonly clock: LocalClock
  private readonly clocks = new Map<string, ZoneClock | null>()
  private readonly seen = new Set<number | bigint>()
  private readonly otherTypes = new Map<string, { readonly place: Place; rows: number }>()
  /** A copy of a text, which does not keep the part of the file that it was cut from in memory. */
  private readonly keep = makeShared(MOST_TEXTS)
  readonly elements: HealthElementReader

  constructor(
    private readonly entry: Entry,
    options: ReaderOptions,
    private readonly now: number,
    private readonly emit: Emitter
  ) {
    this.clock = options.clock
    this.meals = new HealthMeals(entry.name)
    this.elements = new HealthElementReader(entry, {
      isRead: (type) => isKept(type.replace(PREFIX, "")),
      record: () => this.record(),
      workout: () => this.workout(),
      skipped: (type, line) => this.countOther(type.replace(PREFIX, ""), line)
    })
  }

  private text(name: string): string {
    return this.elements.text(name)
  }

  private place(): Place {
    return { file: this.entry.name, line: this.elements.line }
  }

  private leaveOut(reason: string): void {
    this.emit.leaveOut(this.place(), reason)
  }

  /** The clock of the zone named in the record, or else of the person's. */
  private clockOfRecord(): { readonly clock: LocalClock; readonly isOwn: boolean } {
    const zone = this.elements.metadata.get("HKTimeZone")
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
      this.leaveOut(`"${this.text("startDate").slice(0, 40)}" is not a time`)
      return null
    }
    if (start > this.now) {
      this.leaveOut(`it is in the future: ${this.text("startDate")}`)
      return null
    }
    const { clock, isOwn } = this.clockOfRecord()
    const moment = clock.momentAt(start, isOwn)
    if (moment === null) this.leaveOut(`its day is out of range: ${this.text("startDate")}`)
    return moment
  }

  private record(): void {
    const type = this.text("type").replace(PREFIX, "")
    if (!isKept(type)) {
      this.countOther(type, () => this.elements.line)
      return
    }
    if (type === SLEEP) {
      this.sleep()
      return
    }
    const value = numberOf(this.text("value"), ".")
    if (value === null || value < 0) {
      this.leaveOut(`"${this.text("value").slice(0, 40)}" is not a number of at least 0`)
      return
    }
    const at = this.startOfRecord()
    if (at === null || at.instant === null) return
    if (type === "StepCount") {
      this.addSteps(at.instant, value)
      return
    }
    if (this.isRepeated()) {
      this.emit.count(this.place(), REPEATED)
      return
    }
    for (const key of othersOfRecord(this.elements)) this.emit.notKept(this.place(), key, 1, "records")
    const source = this.keep(this.text("sourceName"))
    const unit = this.text("unit")
    if (isMeasured(type)) {
      const found = measuredIn(type, value, unit)
      if (typeof found === "string") this.leaveOut(found)
      else this.emit.push({ _tag: "Reading", place: this.place(), rows: 1, ...found, at, origin: source || null })
      return
    }
    const written = this.elements.metadata.get("HKFoodType")
    const food = written === undefined ? null : this.keep(written)
    const stated = [...this.elements.metadata].find(([key]) => /meal$/i.test(key))?.[1]
    const meal = stated === undefined ? null : this.keep(stated)
    const { clock, isOwn } = this.clockOfRecord()
    const momentAt = (instant: number) => clock.momentAt(instant, isOwn)
    const eaten = { type, source, instant: at.instant, momentAt, value, unit, food, meal }
    const problem = this.meals.add(eaten, this.elements.line)
    if (problem !== null) this.leaveOut(problem)
  }

  private sleep(): void {
    const start = this.startOfRecord()
    if (start === null) return
    if (this.isRepeated()) {
      this.emit.count(this.place(), REPEATED)
      return
    }
    const { clock, isOwn } = this.clockOfRecord()
    const source = this.keep(this.text("sourceName"))
    const found = sleepIn({ value: this.text("value"), source, endDate: this.text("endDate") }, start, clock, isOwn)
    if (typeof found === "string") this.leaveOut(found)
    else if (found === null) this.emit.count(this.place(), "times in bed or awake, which are not sleep")
    else this.emit.nights.add(found, this.place())
  }

  private addSteps(start: number, value: number): void {
    const end = healthInstant(this.text("endDate"))
    if (Number.isNaN(end)) {
      this.leaveOut(`"${this.text("endDate").slice(0, 40)}" is not a time`)
      return
    }
    const { clock } = this.clockOfRecord()
    const device = this.text("device")
    const problem = this.steps.add(this.text("sourceName"), device, start, end, value, clock, this.elements.line)
    if (problem !== null) this.leaveOut(problem)
  }

  /** Whether an equal record came before. */
  private isRepeated(): boolean {
    const parts = IDENTITY.map((name) => this.text(name))
    const hash = Bun.hash(`${parts.join("\n")}\n${[...this.elements.metadata].join()}`)
    if (this.seen.has(hash)) return true
    if (this.seen.size < MOST_COMPARED) this.seen.add(hash)
    return false
  }

  private countOther(type: string, line: () => number): void {
    const key = this.otherTypes.has(type) || this.otherTypes.size < MOST_TYPES ? type : "further types"
    const known = this.otherTypes.get(key)
    if (known === undefined)
      this.otherTypes.set(this.keep(key), { place: { file: this.entry.name, line: line() }, rows: 1 })
    else known.rows++
  }

  private workout(): void {
    const start = this.startOfRecord()
    if (start === null) return
    const { clock, isOwn } = this.clockOfRecord()
    const endInstant = healthInstant(this.text("endDate"))
    const end = Number.isNaN(endInstant) ? null : clock.momentAt(endInstant, isOwn)
    const length = numberOf(this.text("duration"), ".")
    const perUnit = MINUTES[this.text("durationUnit")] ?? 60
    const seconds = length === null ? null : Math.round(length * perUnit)
    const metres = this.amount(/TypeIdentifierDistance/, "totalDistance", metresIn)
    const title = activityName(this.text("workoutActivityType"))
    const place = this.place()
    for (const name of othersOf(this.elements)) this.emit.notKept(place, name, 1, "workouts")
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
      calories: this.amount(/TypeIdentifierActiveEnergyBurned$/, "totalEnergyBurned", kilocaloriesIn),
      notes: null,
      exercises: [{ name: title, notes: null, superset: null, sets: [set] }],
      origin: this.text("sourceName") || null
    })
  }

  /** A workout's amount from its statistics, or else from the attribute in older exports; null unless above 0. */
  private amount(type: RegExp, attribute: string, factorOf: (unit: string) => number | null): number | null {
    const stated = this.elements.statistics.find((each) => type.test(each.type))
    const text = stated === undefined ? this.text(attribute) : stated.sum
    const factor = factorOf(stated === undefined ? this.text(`${attribute}Unit`) : stated.unit)
    const written = numberOf(text, ".")
    return written === null || written <= 0 || factor === null ? null : written * factor
  }

  /** Emits what was counted over the whole file, pausing after each row. */
  *end(): Generator<void, void, undefined> {
    yield* this.meals.end(this.emit)
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
      yield
    }
    this.endCounts()
  }

  /** Warns that a file ends too early: its steps, foods and sleep may be incomplete. */
  cut(): void {
    if (this.steps.size + this.emit.nights.size > 0) {
      const what = this.emit.nights.size > 0 ? "steps, foods and sleep" : "steps and foods"
      this.emit.warn(null, `${this.entry.name} could not be read to its end, so its ${what} were not taken`)
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
 * Reads `export.xml` of Apple Health into `emit`; yields the position now and then. Steps and foods come at the end,
 * because each is put together from records in several parts of the file. `now` is in epoch milliseconds: later records
 * are left out.
 */
export async function* readHealthExport(
  entry: Entry,
  options: ReaderOptions,
  now: number,
  emit: Emitter
): AsyncGenerator<number, void, undefined> {
  const reader = new HealthReader(entry, options, now, emit)
  let position = 0
  let isWhole = false
  try {
    for await (const at of reader.elements.read()) {
      position = at
      yield position
    }
    isWhole = true
  } finally {
    if (!isWhole) reader.cut()
  }
  for (const _ of reader.end()) if (emit.isFull) yield position
}
