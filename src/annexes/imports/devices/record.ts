import { Schema } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { ascending } from "../../../values/text/ascending.ts"
import { clipped, digest } from "../rows/keys.ts"
import type { LeftOutPart, RecordKind, StatedRecord } from "./model.ts"
import type { StoredRecord } from "./store.ts"

/** A part of a body: a record, or something left out. `rows` is how many records of the body it stands for. */
export type Part =
  | {
      readonly _tag: "Record"
      readonly rows: number
      /** Its name for people: `weight of 2026-03-01`. */
      readonly what: string
      readonly record: StatedRecord
      /** The name of what it replaces, if it is the end of something that an earlier file of its source states. */
      readonly replaces?: string
    }
  | ({ readonly _tag: "LeftOut"; readonly rows: number } & LeftOutPart)

/** A part of a file, or a fact that an earlier file of its source states, which was imported by hand, and it does not. */
export type FilePart = Part | Replaced

export interface Replaced {
  readonly _tag: "Replaced"
  readonly kind: "entry" | "workout"
  readonly key: string
  readonly day: ActivityDay
  readonly source: string
  /** Its name for people; undefined if another file has replaced it already. */
  readonly replaces?: string
}

/** The name of a session or a food for people: `Push on 2026-04-08`. */
export const nameOn = (name: string, day: ActivityDay): string => `${clipped(name, 80)} on ${day}`

/** So many reasons of a body are kept: millions of parts of 10 MiB may be left out. */
const MOST_REASONS = 200

/** Gathers the parts of a body that are left out: those with the same reason are one. */
export const makeReasons = () => {
  const reasons = new Map<string, Part>()
  let beyond = 0
  return {
    add: (part: Extract<Part, { readonly _tag: "LeftOut" }>) => {
      const name = `${part.what}\n${part.reason}`
      const known = reasons.get(name)
      if (known !== undefined || reasons.size < MOST_REASONS) {
        reasons.set(name, { ...part, rows: part.rows + (known?.rows ?? 0) })
      } else beyond += part.rows
    },
    parts: (): ReadonlyArray<Part> => {
      const reason = `are not listed: there are more than ${MOST_REASONS} reasons`
      const others: Part = { _tag: "LeftOut", rows: beyond, what: "further parts", reason }
      return [...reasons.values(), ...(beyond > 0 ? [others] : [])]
    }
  }
}

/** When something was stated: by the app's counter, if it has one, and in epoch milliseconds, if known. */
export interface Stamp {
  readonly sequence: number
  readonly statedAt: number
}

/** A record's key, from the name by which its app identifies it. */
export const recordKeyOf = (kind: RecordKind, name: ReadonlyArray<string | number | null>): string =>
  `${kind} ${digest([kind, ...name])}`

/** The key of the record of a fact of a file. A later file states the same fact again, so it replaces the record. */
export const fileKeyOf = (kind: RecordKind, factKey: string): string => recordKeyOf(kind, ["file", factKey])

/** Step values by time of day, such as a minute; each adds to the day's total. */
const Points = Schema.parseJson(Schema.Struct({ points: Schema.Record({ key: Schema.String, value: Schema.Number }) }))
const decodePoints = Schema.decodeUnknownOption(Points)

/** The values of a record that adds up points; undefined for other records. */
export const pointsOf = (body: string | null): Readonly<Record<string, number>> | undefined => {
  if (body === null || !body.startsWith('{"points":')) return undefined
  const found = decodePoints(body)
  return found._tag === "Some" ? found.value.points : undefined
}

/** The body of a record that adds up points: equal for equal points, whatever order they came in. */
export const bodyOfPoints = (points: Readonly<Record<string, number>>): string =>
  JSON.stringify({ points: Object.fromEntries(Object.entries(points).sort(([a], [b]) => ascending(a, b))) })

/** Of two values for one point, the higher one holds: nothing states which is later. */
const joined = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) => {
  const all: Record<string, number> = { ...one }
  for (const [at, value] of Object.entries(other)) all[at] = Math.max(all[at] ?? value, value)
  return all
}

/**
 * Which of two statements holds: above 0 for the first. If neither is later, a deletion holds, then the higher value.
 */
const compare = (one: StatedRecord, other: StatedRecord): number =>
  one.sequence - other.sequence ||
  one.statedAt - other.statedAt ||
  Number(one.body === null) - Number(other.body === null) ||
  ascending(one.sort, other.sort) ||
  ascending(one.digest, other.digest)

/**
 * Whether nothing but the arrival shows which of its statements is later. Steps and food, whose totals grow during a day,
 * need nothing: the higher value is later.
 */
const isUnstamped = ({ kind, sequence, statedAt }: StatedRecord): boolean =>
  sequence === -1 && statedAt === 0 && kind !== "steps" && kind !== "entry"

/**
 * A record after another statement about it. The result depends on all statements, but not on their order: in any
 * order, grouping and number of repetitions, they give the same record. Only where nothing shows which one is later,
 * the one that arrives last holds. An undone record stays undone until something new is stated.
 */
export const merged = (held: StoredRecord | undefined, given: StatedRecord): StoredRecord => {
  if (held === undefined) return { ...given, undone: false }
  const [mine, theirs] = [pointsOf(held.body), pointsOf(given.body)]
  if (mine !== undefined && theirs !== undefined) {
    const body = bodyOfPoints(joined(mine, theirs))
    if (body === held.body) return held
    return { ...held, body, digest: digest([body]), undone: false }
  }
  const isLater = isUnstamped(given) && isUnstamped(held) ? given.digest !== held.digest : compare(given, held) > 0
  if (!isLater) return held
  // A session that a file states again keeps the zone in which it was first taken.
  if (given.digest !== held.digest) return { ...given, undone: false }
  return { ...given, body: given.kind === "workout" ? held.body : given.body, undone: held.undone }
}

/** Whether two versions of a record are equal, so that nothing needs to be stored. */
export const isSameRecord = (one: StoredRecord, other: StoredRecord | undefined): boolean =>
  other !== undefined &&
  one.digest === other.digest &&
  one.sequence === other.sequence &&
  one.statedAt === other.statedAt &&
  one.undone === other.undone &&
  (one.body === null) === (other.body === null)
