import { Effect, Stream } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { languageOf } from "../names/match-translated.ts"
import { plausibleMatch } from "../names/plausible.ts"
import { makeDoubts } from "../rows/doubts.ts"
import { makeFileUnits } from "../rows/file-units.ts"
import { type OnProgress, READING_SHARE } from "../rows/progress.ts"
import type { Eaten, ExerciseRow, HistoryRow, OpenedHistory, Place, Reading, WorkoutRow } from "../rows/rows.ts"
import { entryFault, readingFault, spooledEntry, spooledReading, spooledWorkout } from "../rows/spooled.ts"
import { makeTally, type Tally } from "../rows/tally.ts"
import { readSpool, type Spooled, type SpoolWriter, writeSpool } from "../uploads/spool.ts"
import type { Named, Recorded } from "./mapping.ts"
import type { Taken } from "./prepared.ts"
import { findTwins } from "./twins.ts"

/**
 * Most rows of one fact, such as a diary day, or a session that occurs repeatedly in a file. They are decided on
 * together.
 */
const MOST_OF_ONE = 1000
const MOST_BYTES_OF_ONE = 4_000_000
/** Most distinct exercise names: more than the catalogue's and a person's own together. */
const MOST_NAMES = 5000
const MOST_SUGGESTED = 1000
/** Longest exercise name, in code points. Own exercises have up to 200. */
const LONGEST_NAME = 250
const BATCH = 100

/** A fact. One input row may give several. */
type Fact = Reading | Eaten

/** Most weights of a name from which its middle load is found. */
const MOST_LOADS = 200

/** What was recorded under a name so far. */
type Collected = { -readonly [Key in Exclude<keyof Recorded, "load" | "sets">]: boolean } & {
  sets: number
  readonly loads: Array<number>
}

/** Collects exercise names, and what their sets record. */
export const makeNames = () => {
  const names = new Map<string, Collected>()
  return {
    names,
    record: ({ name, sets }: ExerciseRow): void => {
      if (sets.length === 0) return
      const held = names.get(name) ?? {
        weight: false,
        reps: false,
        distance: false,
        duration: false,
        sets: 0,
        loads: []
      }
      held.sets += sets.length
      for (const { weightKg = 0, reps, distanceMeters = 0, durationSeconds = 0 } of sets) {
        held.weight ||= weightKg > 0
        held.reps ||= reps !== undefined
        held.distance ||= distanceMeters > 0
        held.duration ||= durationSeconds > 0
        if (weightKg > 0 && held.loads.length < MOST_LOADS) held.loads.push(weightKg)
      }
      names.set(name, held)
    },
    /** What the sets of each name record. */
    recorded: (): ReadonlyMap<string, Recorded> =>
      new Map(
        [...names].map(([name, { loads, ...recorded }]) => {
          const load = loads.sort((one, other) => one - other)[loads.length >> 1]
          return [name, load === undefined ? recorded : { ...recorded, load }]
        })
      ),
    /** The row with its names shortened for reports; undefined if it has more distinct names than a file may have. */
    named: (row: WorkoutRow): WorkoutRow | undefined => {
      const exercises = row.exercises.map((exercise) => {
        const { name } = exercise
        return name.length <= LONGEST_NAME ? exercise : { ...exercise, name: [...name].slice(0, LONGEST_NAME).join("") }
      })
      const isBeyond = names.size >= MOST_NAMES && exercises.some(({ name }) => !names.has(name))
      return isBeyond ? undefined : { ...row, exercises }
    }
  }
}

/** Keeps rows in the spool, up to the maximum of one day or session. */
const keeper = (held: SpoolWriter, tally: Tally) => {
  const sizes = new Map<string, { rows: number; bytes: number }>()
  return (row: Fact | WorkoutRow, spooled: Spooled): boolean => {
    const key = `${spooled.kind} ${spooled.key}`
    const size = sizes.get(key) ?? { rows: 0, bytes: 0 }
    if (size.rows >= MOST_OF_ONE || size.bytes >= MOST_BYTES_OF_ONE) {
      tally.leaveOut(row.place, row.rows, `more than ${MOST_OF_ONE} rows, or 4 MB, of one day or session`)
      return false
    }
    sizes.set(key, { rows: size.rows + 1, bytes: size.bytes + held.add(spooled) })
    return true
  }
}

/** Keeps facts, several of which may come from one input row. */
const factKeeper = (keep: ReturnType<typeof keeper>, tally: Tally) => {
  /** The input row that the last facts came from. The first of its facts has its count. */
  let current: { readonly place: Place; owed: number; isKept: boolean; readonly faults: Array<string> } | undefined

  /** Leaves an input row out if none of its facts can be stored; otherwise reports those that cannot. */
  const endRow = () => {
    if (current === undefined) return
    const { place, owed, isKept, faults } = current
    current = undefined
    if (!isKept) tally.leaveOut(place, owed, [...new Set(faults)].join("; "))
    else for (const fault of faults) tally.warn(`${place.file}, line ${place.line}: ${fault}, and was left out.`)
  }
  /**
   * Adds a fact to the spool, with the count of its input row unless an earlier fact has it. Returns whether it was
   * added.
   */
  const addFact = <Row extends Fact>(row: Row, fault: string | undefined, spooled: (row: Row) => Spooled): boolean => {
    const { file, line } = row.place
    const isMore = row.rows === 0 && current?.place.line === line && current.place.file === file
    if (!isMore) endRow()
    current ??= { place: row.place, owed: row.rows, isKept: false, faults: [] }
    if (fault !== undefined) {
      current.faults.push(fault)
      return false
    }
    const counted = { ...row, rows: current.owed }
    current.owed = 0
    current.isKept = true
    return keep(counted, spooled(counted))
  }
  return { addFact, endRow }
}

/** Takes the rows of a file: those that can be stored go into the spool, all others are left out. */
const taker = (held: SpoolWriter, tally: Tally, source: string, day: ActivityDay) => {
  const { recorded, record, named } = makeNames()
  const keep = keeper(held, tally)
  const { addFact, endRow } = factKeeper(keep, tally)
  const doubts = makeDoubts()
  const units = makeFileUnits()
  let namesOrigins = false

  const add = (row: HistoryRow): void => {
    if (row._tag !== "Reading" && row._tag !== "Eaten") endRow()
    switch (row._tag) {
      case "LeftOut":
        tally.leaveOut(row.place, row.rows, row.reason)
        return
      case "Warning":
        tally.warn(row.place === null ? row.text : `${row.place.file}, line ${row.place.line}: ${row.text}`)
        return
      case "Reading":
        if (addFact(row, readingFault(row, day), spooledReading) && row.metric === "weight")
          units.note("bodyWeight", row.value)
        return
      case "Eaten":
        if (addFact(row, entryFault(row), spooledEntry)) doubts.note(row)
        return
      case "Workout": {
        const workout = named(row)
        if (workout === undefined) {
          tally.leaveOut(row.place, row.rows, `the file names more than ${MOST_NAMES} exercises`)
          return
        }
        if (!keep(workout, spooledWorkout(source, workout))) return
        for (const exercise of workout.exercises) {
          record(exercise)
          for (const { weightKg = 0 } of exercise.sets) units.note("loads", weightKg)
        }
        namesOrigins ||= row.origin !== null
        return
      }
    }
  }
  return { add, end: endRow, recorded, doubts, units, namesOrigins: () => namesOrigins }
}

/**
 * What each name of a file means. Finding suggestions takes milliseconds per name, so only the first names get them.
 */
export const matchNames = (source: string, names: ReadonlyMap<string, Recorded>): ReadonlyArray<Named> => {
  let suggested = 0
  const language = languageOf(names.keys())
  return [...names].map(([name, recorded]) => {
    const suggests = suggested < MOST_SUGGESTED
    const match = plausibleMatch(language, source, name, recorded, suggests)
    if (match.by === "own") suggested++
    return { name, recorded, match }
  })
}

/** Reads a whole file into the spool. */
const readAll = (
  opened: OpenedHistory,
  add: (row: HistoryRow) => void,
  notKeep: Tally["notKeep"],
  checkRoom: SpoolWriter["checkRoom"],
  onProgress: OnProgress
) => {
  let rows = 0
  return Stream.runForEach(opened.batches, (batch) =>
    Effect.suspend(() => {
      for (const row of batch.rows) {
        add(row)
        if (row._tag !== "Warning") rows += row.rows
      }
      for (const kind of batch.notKept ?? []) notKeep(kind)
      const share = (READING_SHARE * batch.position) / Math.max(opened.totalBytes, 1)
      return Effect.zipRight(checkRoom, onProgress({ share, rows }))
    })
  )
}

/**
 * Reads an opened file to its end: rows that can be stored go into the spool of a folder, and the rest is counted.
 * Fails if the file cannot be read, or if its rows need more space than there is.
 */
export const takeOpened = Effect.fnUntraced(function* (
  opened: OpenedHistory,
  { folder, name, today }: { readonly folder: string; readonly name: string; readonly today: ActivityDay },
  onProgress: OnProgress
) {
  const { source } = opened
  const held = yield* writeSpool(folder, name)
  const tally = makeTally()
  const taken = taker(held, tally, source, today)
  yield* readAll(opened, taken.add, tally.notKeep, held.checkRoom, onProgress)
  taken.end()
  held.finish()
  for (const warning of taken.doubts.warnings()) tally.warn(warning)
  const twins = taken.namesOrigins() ? findTwins((yield* readSpool(folder)).groups("workout", BATCH)) : new Map()
  const names = matchNames(source, taken.recorded())
  const result: Taken = {
    _tag: "Taken",
    source,
    tallied: tally.tallied(),
    names,
    units: taken.units.found(),
    twins: [...twins]
  }
  return result
}, Effect.scoped)
