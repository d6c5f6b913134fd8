import { Effect, Option, Schema } from "effect"
import { isActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { ItemId } from "../../../values/item-id.ts"
import type { ImportStore, Item } from "../ledger/store.ts"
import { isThere, sessionsAround, spanOfSession, twinsAmong } from "../ledger/twins.ts"
import { type ImportId, type ItemKind, importIds } from "../rows/model.ts"
import { keyOf, type Line, PARTS, type Part, type PartName } from "./format.ts"
import { FROM_APPS, LINES, type LineOf } from "./lines.ts"
import type { ArchiveStore, Restored } from "./store.ts"

/** Why a line is not added: its fact exists under another id, or is left out. */
type Overlap = { readonly to: "merged" } | { readonly to: "leftOut"; readonly reason: string }

const MERGED: Overlap = { to: "merged" }
const leftOut = (reason: string): Overlap => ({ to: "leftOut", reason })

export const DIFFERENT = "is there already, and differs: what is in Fettle stays"
export const DELETED = "was deleted in Fettle since it was imported, and stays deleted"
const ABSENT = "belongs to something that was left out"

/**
 * Kinds of facts recognised by their app's key, if the user has or has deleted them. Own exercises are recognised by
 * name instead.
 */
const BY_KEY = ["reading", "entry", "workout"] as const satisfies ReadonlyArray<ItemKind>

/** What the user's own import did with a fact of the archive. */
interface Known {
  readonly isDeleted: boolean
  /**
   * The state in which the archive's import left it. A different state shows that it was changed on the archive's
   * server.
   */
  readonly made: string
}

/** The state of a line's fact, in the form that stores use. */
const stateOf = (name: PartName, line: Line): string => {
  switch (name) {
    case "readings":
      return String(line.value)
    case "entries":
      return [line.date, line.mealType, line.servings].join(" ")
    default:
      return String(line.revision)
  }
}

type Found = readonly [line: Line, overlap: Overlap]

const factIdOf = (name: PartName, line: Line) => keyOf(PARTS[name], line).join(" ")

const nameOf = (kind: ItemKind, factId: string) => `${kind} ${factId}`

/** Parses the lines of a part. Unreadable ones are skipped here, and reported when they are restored. */
const reader = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeOption(Schema.parseJson(schema))
  return (texts: ReadonlyArray<string>): ReadonlyArray<A> => texts.flatMap((text) => Option.toArray(decode(text)))
}
const workoutsIn = reader(Schema.Struct({ id: ItemId }))
const importsIn = reader(LINES.imports)
const itemsIn = reader(LINES["import-items"])

/** What was found out while the archive was read. */
interface Noted {
  readonly userId: UserId
  readonly store: ImportStore["Type"]
  readonly imports: Set<string>
  /** Sessions that are separate in the archive; they are not compared with each other. */
  readonly workouts: Set<string>
  readonly known: Map<string, Known>
  /** Facts to leave out. */
  readonly absent: Set<string>
  /** Facts that exist already, but not from an archive. */
  readonly theirs: Set<string>
}

/** By key: items of imports that do not belong to the archive. */
const foreign = (
  { userId, store, imports }: Noted,
  kind: ItemKind,
  keys: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, Item>> =>
  keys.length === 0
    ? Effect.succeed(new Map())
    : Effect.map(
        store.items(userId, kind, keys),
        (items) => new Map([...items].filter(([, { importId }]) => !imports.has(importId)))
      )

const noteItems = Effect.fnUntraced(function* (noted: Noted, lines: ReadonlyArray<LineOf<"import-items">>) {
  for (const kind of BY_KEY) {
    const ofKind = lines.filter((line) => line.kind === kind)
    const items = yield* foreign(
      noted,
      kind,
      ofKind.map(({ key }) => key)
    )
    for (const { key, factId, made } of ofKind) {
      const item = items.get(key)
      const isDeleted = item?.since === "deleted"
      if (item === undefined || (item.factId === factId && !isDeleted)) continue
      noted.known.set(nameOf(kind, factId), { isDeleted, made })
      if (kind === "workout") noted.workouts.add(item.factId)
    }
  }
})

const note = (noted: Noted, name: PartName, texts: ReadonlyArray<string>): Effect.Effect<void> => {
  switch (name) {
    case "workouts":
      for (const { id } of workoutsIn(texts)) noted.workouts.add(id)
      return Effect.void
    case "imports":
      for (const { id } of importsIn(texts)) noted.imports.add(importIds.startOf(noted.userId) + id)
      return Effect.void
    case "import-items":
      return noteItems(noted, itemsIn(texts))
    default:
      return Effect.void
  }
}

const ofFacts = ({ known }: Noted, name: PartName, kind: ItemKind, lines: ReadonlyArray<Line>) =>
  lines.flatMap((line): ReadonlyArray<Found> => {
    const fact = known.get(nameOf(kind, factIdOf(name, line)))
    if (fact === undefined) return []
    if (fact.isDeleted) return [[line, leftOut(DELETED)]]
    return [[line, fact.made === stateOf(name, line) ? MERGED : leftOut(DIFFERENT)]]
  })

const ofSessions = Effect.fnUntraced(function* ({ userId, store, workouts }: Noted, lines: ReadonlyArray<Line>) {
  const days = lines.flatMap(({ date }) => (isActivityDay(date) ? date : [])).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const others = (yield* sessionsAround(store, userId, first, last)).filter(
    ({ workoutId, hiddenBy }) => hiddenBy === null && !workouts.has(workoutId)
  )
  return lines.flatMap((line): ReadonlyArray<Found> => {
    if (typeof line.startTime !== "string") return []
    const endTime = typeof line.endTime === "string" ? line.endTime : null
    const [twin] = twinsAmong(others, spanOfSession({ startTime: line.startTime, endTime }))
    return twin === undefined ? [] : [[line, leftOut(isThere(line.startTime, twin))]]
  })
})

const ofItems = Effect.fnUntraced(function* (noted: Noted, lines: ReadonlyArray<Line>) {
  const found: Array<Found> = []
  for (const kind of FROM_APPS) {
    const ofKind = lines.filter((line) => line.kind === kind)
    const items = yield* foreign(
      noted,
      kind,
      ofKind.map(({ key }) => String(key))
    )
    for (const line of ofKind) {
      // An existing fact stays with the import or the person that made it: undos and later imports depend on that.
      const fact = nameOf(kind, String(line.factId))
      if (items.has(String(line.key)) || noted.theirs.has(fact)) found.push([line, MERGED])
      else if (noted.absent.has(fact)) found.push([line, leftOut(ABSENT)])
    }
  }
  return found
})

const overlapping = Effect.fnUntraced(function* (noted: Noted, name: PartName, lines: ReadonlyArray<Line>) {
  if (name === "import-items") return yield* ofItems(noted, lines)
  const { item }: Part = PARTS[name]
  const byKey = item === null ? [] : ofFacts(noted, name, item, lines)
  if (name !== "workouts") return byKey
  const found = new Set(byKey.map(([line]) => line))
  return [
    ...byKey,
    ...(yield* ofSessions(
      noted,
      lines.filter((line) => !found.has(line))
    ))
  ]
})

/** The name of a line's fact; empty if the line is not a fact of its own. */
const nameIn = (name: PartName, line: Line): ReadonlyArray<string> => {
  const { item }: Part = PARTS[name]
  return item === null ? [] : [nameOf(item, factIdOf(name, line))]
}

/** What of an archive the user already has. */
export interface Overlaps {
  /** Registers lines when the archive is first read, its parts in order. */
  readonly note: (name: PartName, texts: ReadonlyArray<string>) => Effect.Effect<void>
  /** Counts the restoring import as one of the archive's own. */
  readonly addImport: (id: ImportId) => void
  /** Records that a fact of the archive is left out, which leaves out its items too. */
  readonly leaveOut: (name: PartName, line: Line) => void
  /** Records that a fact exists which no archive has brought, so that no import of the archive can take it back. */
  readonly leave: (name: PartName, line: Line) => void
  /** Lines to skip, with the reason. Facts that exist under their own id are not included. */
  readonly among: (name: PartName, lines: ReadonlyArray<Line>) => Effect.Effect<ReadonlyMap<Line, Overlap>>
}

/**
 * Finds what of an archive the user already has under another server's ids: facts that one import made there and
 * another import here, and sessions at the same time. Remembers ids only.
 */
export const makeOverlap = (userId: UserId, store: ImportStore["Type"], archive: ArchiveStore["Type"]): Overlaps => {
  const noted: Noted = {
    userId,
    store,
    imports: new Set(),
    workouts: new Set(),
    known: new Map(),
    absent: new Set(),
    theirs: new Set()
  }
  return {
    note: (name, texts) => note(noted, name, texts),
    addImport: (id) => {
      noted.imports.add(id)
    },
    leaveOut: (name, line) => {
      for (const fact of nameIn(name, line)) noted.absent.add(fact)
    },
    leave: (name, line) => {
      for (const fact of nameIn(name, line)) noted.theirs.add(fact)
    },
    among: Effect.fnUntraced(function* (name, lines) {
      const found = yield* overlapping(noted, name, lines)
      if (found.length === 0) return new Map<Line, Overlap>()
      const held = yield* archive.compare(
        userId,
        name,
        found.map(([line]) => line)
      )
      // Items have no id: an existing one under the same key and place is another import's, unless it is the same.
      const isHeld = (what: Restored | undefined) =>
        what === "same" || (what === "different" && name !== "import-items")
      return new Map(found.filter((_, index) => !isHeld(held[index])))
    })
  }
}
