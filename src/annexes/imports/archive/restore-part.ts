import { Effect, ParseResult, Schema } from "effect"
import { messageOf } from "../../../contract/broken-rule.ts"
import { faultsOfTarget } from "../../../features/goals/revision.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { ImportStore, Item } from "../ledger/store.ts"
import { clipped } from "../rows/keys.ts"
import { type ImportId, type ItemKind, importIds } from "../rows/model.ts"
import type { Place } from "../rows/rows.ts"
import type { Tally } from "../rows/tally.ts"
import type { Numbered } from "../uploads/spool.ts"
import type { ExerciseIds } from "./exercise-ids.ts"
import { fileOfPart, keyOf, type Line, PARTS, type Part, type PartName, parentName, restoredKey } from "./format.ts"
import { LINES } from "./lines.ts"
import { DELETED, DIFFERENT, type Overlaps } from "./overlap.ts"
import type { Room } from "./room.ts"
import type { ArchiveStore, Restored } from "./store.ts"

const LONGEST_FAULT = 200

/** A running restore, and what it has learned so far. */
export interface Restoring {
  readonly userId: UserId
  readonly day: ActivityDay
  /** Undefined in a dry run. */
  readonly importId: ImportId | undefined
  readonly store: ImportStore["Type"]
  readonly archive: ArchiveStore["Type"]
  readonly ids: ExerciseIds
  /** Room for the parts that are limited in number per person. */
  readonly rooms: Partial<Record<PartName, Room>>
  readonly overlap: Overlaps
  readonly tally: Tally
  /** In a dry run, what would have been added: lines that belong to it would be added too. */
  readonly wouldBe: Set<string>
  /** Lines of goals, by id. */
  readonly goals: Map<unknown, Line>
}

/** A line and its position. */
interface Placed {
  readonly place: Place
  readonly line: Line
}

/** The first fault in a line, with its field. */
export const faultIn = (error: ParseResult.ParseError): string => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  if (issue === undefined) return "it cannot be read"
  const path = issue.path.map(String).join(".")
  return clipped(path === "" ? issue.message : `${path}: ${issue.message}`, LONGEST_FAULT)
}

/** Parses the lines of a part; invalid ones are reported with the fault. */
const decoderOf = (name: PartName, parse: ExerciseIds["parse"]) => {
  const part: Part = PARTS[name]
  const schema: Schema.Schema.AnyNoContext = LINES[name]
  const decode = Schema.decodeUnknownEither(schema, { onExcessProperty: "ignore" })
  return (text: string): Line | string => {
    const decoded = decode(parse(text))
    if (decoded._tag === "Left") return `is not a line of ${name}.ndjson (${faultIn(decoded.left)})`
    const line: Line = decoded.right
    return Object.fromEntries(part.columns.map((column) => [column.name, line[column.name]]))
  }
}

const performedIn = ({ exercises }: Line): ReadonlyArray<string> =>
  Array.isArray(exercises) ? exercises.map(({ exerciseId }) => String(exerciseId)) : []

const setsOf = ({ exercises }: Line): number =>
  Array.isArray(exercises)
    ? exercises.reduce((sum: number, { sets }) => sum + (Array.isArray(sets) ? sets.length : 0), 0)
    : 0

/** The field of a report's `made` that counts lines of a part. */
const MADE = { readings: "readings", entries: "entries", workouts: "workouts", exercises: "exercises" } as const
const madeOf = (name: PartName) => Object.entries(MADE).find(([part]) => part === name)?.[1]

export const WHY = {
  different: DIFFERENT,
  orphan: "belongs to something that is not there",
  type: "has a target though its goal is a yes/no goal, or has none though it is a numeric one",
  future: "is in the future",
  deleted: DELETED
} as const

/** The key under which a line's item is recorded. */
const itemId = (userId: UserId, name: PartName, line: Line): string => {
  const part: Part = PARTS[name]
  const own = part.item === "import" ? importIds.startOf(userId) + String(line.id) : keyOf(part, line).join(" ")
  return restoredKey(own)
}

/** Whether a line holds an own exercise that the user already has under another id. */
const isMerged = ({ ids }: Restoring, name: PartName, line: Line): boolean =>
  name === "exercises"
    ? ids.isHeld({ id: String(line.id), name: String(line.name) })
    : name === "import-items" && line.kind === "exercise" && ids.isOther(String(line.factId))

/** What is wrong with a line in relation to others; undefined if nothing is. */
const faultOf = ({ day, ids, goals }: Restoring, name: PartName, line: Line): string | undefined => {
  if ((name === "readings" || name === "progress") && String(line.date) > day) return WHY.future
  const unknown = name === "workouts" || name === "routines" ? ids.unknownIn(performedIn(line)) : undefined
  if (unknown !== undefined) return `names an exercise that is not there (${unknown})`
  const goal = name === "goal-revisions" ? goals.get(line.goalId) : undefined
  if (goal === undefined) return undefined
  if ((line.targetValue !== null) !== (goal.type === "numeric")) return WHY.type
  const [fault] = faultsOfTarget(goal.metric, line.targetValue, goal.unit)
  return fault === undefined ? undefined : `targetValue ${messageOf(fault.rule)}`
}

/** The lines of a batch that can be stored, each once. The others are counted. */
const usableAmong = (
  restoring: Restoring,
  name: PartName,
  decode: (text: string) => Line | string,
  numbered: ReadonlyArray<Numbered>
): ReadonlyArray<Placed> => {
  const { tally, overlap } = restoring
  const seen = new Map<string, string>()
  return numbered.flatMap(({ line: number, text }) => {
    const place = { file: fileOfPart(name), line: number }
    const line = decode(text)
    const fault = typeof line === "string" ? line : faultOf(restoring, name, line)
    if (typeof line === "string" || fault !== undefined) {
      tally.leaveOut(place, 1, fault ?? "")
      if (typeof line !== "string") overlap.leaveOut(name, line)
      return []
    }
    const [key, content] = [JSON.stringify(keyOf(PARTS[name], line)), JSON.stringify(line)]
    const twin = seen.get(key)
    if (twin !== undefined && twin !== content) {
      tally.leaveOut(place, 1, WHY.different)
      return []
    }
    if (twin !== undefined || isMerged(restoring, name, line)) {
      tally.count("merged", 1)
      return []
    }
    seen.set(key, content)
    return [{ place, line }]
  })
}

/**
 * The lines to write: not deleted since an earlier restore, not present under another id, and within the person's
 * limits.
 */
const wantedAmong = Effect.fnUntraced(function* (
  { userId, tally, rooms, overlap }: Restoring,
  name: PartName,
  usable: ReadonlyArray<Placed>,
  items: ReadonlyMap<string, Item>
) {
  const isDeleted = (line: Line) => items.get(itemId(userId, name, line))?.since === "deleted"
  for (const { place, line } of usable) if (isDeleted(line)) tally.leaveOut(place, 1, WHY.deleted)
  const kept = usable.filter(({ line }) => !isDeleted(line))
  const room = rooms[name]
  const beyond = room?.beyond(kept.map(({ line }) => String(line.id)))
  const overlaps = yield* overlap.among(
    name,
    kept.map(({ line }) => line)
  )
  return kept.filter(({ place, line }) => {
    const found = overlaps.get(line)
    const reason = beyond?.has(String(line.id)) ? room?.full : found?.to === "leftOut" ? found.reason : undefined
    if (reason !== undefined) {
      tally.leaveOut(place, 1, reason)
      overlap.leaveOut(name, line)
    } else if (found !== undefined) tally.count("merged", 1)
    return reason === undefined && found === undefined
  })
})

/** Counts the outcome of a line, and remembers what later parts need to know about it. */
const settleLine = (
  { importId, tally, rooms, overlap, wouldBe, goals }: Restoring,
  name: PartName,
  { place, line }: Placed,
  restored: Restored,
  item: Item | undefined
): void => {
  const part: Part = PARTS[name]
  const isOrphan = restored === "orphan" && !wouldBe.has(`${part.parent?.table} ${String(line[parentName(part)])}`)
  const outcome = restored === "orphan" && !isOrphan ? "new" : restored
  if (importId === undefined && outcome === "new") wouldBe.add(`${part.table} ${String(line.id)}`)
  if (outcome !== "orphan") rooms[name]?.add(String(line.id))
  if (name === "goals") goals.set(line.id, line)
  const isOurs = importId !== undefined && item?.importId === importId
  // A reading's id is its day, so one from elsewhere has the same id.
  if (outcome === "same" && name === "readings" && item === undefined) overlap.leave(name, line)
  // An imported food's id derives from its name in the app, so the existing food serves as well.
  if (outcome === "different" && name === "imported-foods") tally.count("merged", 1)
  else if (outcome === "different" || outcome === "orphan") tally.leaveOut(place, 1, WHY[outcome])
  else if (outcome === "same" && !isOurs) tally.count("unchanged", 1)
  else {
    tally.count("new", 1)
    const made = madeOf(name)
    if (made !== undefined) tally.made(made, 1)
    if (name === "workouts") tally.made("sets", setsOf(line))
  }
}

/** Restores lines of a part, batch by batch. */
export const partRestorer = (restoring: Restoring, name: PartName) => {
  const { userId, importId, store, archive, ids } = restoring
  const kind: ItemKind | null = PARTS[name].item
  const decode = decoderOf(name, ids.parse)
  return Effect.fnUntraced(function* (numbered: ReadonlyArray<Numbered>) {
    const usable = usableAmong(restoring, name, decode, numbered)
    const keys = usable.map(({ line }) => itemId(userId, name, line))
    const items = kind === null ? new Map<string, Item>() : yield* store.items(userId, kind, keys)
    const wanted = yield* wantedAmong(restoring, name, usable, items)
    const lines = wanted.map(({ line }) => line)
    const outcomes = yield* importId === undefined
      ? archive.compare(userId, name, lines)
      : archive.restore(userId, importId, name, lines)
    for (const [index, placed] of wanted.entries()) {
      const item = items.get(itemId(userId, name, placed.line))
      settleLine(restoring, name, placed, outcomes[index] ?? "orphan", item)
    }
  })
}
