import { Effect, HashMap, Layer, Option } from "effect"
import { badges, badgesOf } from "../../../facts/achievements.memory.ts"
import { readingsOf } from "../../../facts/tables.memory.ts"
import { type Row as WorkoutRow, workouts } from "../../../features/workouts/store.memory.ts"
import { type Memory, MemoryDatabase } from "../../../platform/database/memory.ts"
import type { ImportId } from "../rows/model.ts"
import { FIRST_OF_DEVICES, HIDDEN, rankOfPlace } from "../rows/ranks.ts"
import { type ImportRecord, ImportStore, type Item, type Session } from "./store.ts"
import {
  choiceKey,
  choices,
  type ImportRow,
  importKey,
  importOf,
  imports,
  items,
  itemsOf,
  removeFact,
  stateOf,
  withdrawn
} from "./tables.memory.ts"
import { endUndo, importsOf, settleImport, undoItems, updateImport } from "./undo.memory.ts"
import { ofSources } from "./withdrawn.memory.ts"
import { write } from "./write.memory.ts"

const toRecord = (
  id: ImportId,
  { place: _place, hash: _hash, badges: _badges, eras: _eras, ...rest }: ImportRow
): ImportRecord => ({
  id,
  ...rest
})

type Store = ImportStore["Type"]

/** The facts beside which an import's facts are decided on. */
const beside = (memory: Memory): Pick<Store, "readings" | "weightsAround" | "sessions"> => ({
  readings: (userId, metric, days) =>
    Effect.sync(() => {
      const sought = new Set(days)
      const held = readingsOf(memory, userId, metric).filter(({ date }) => sought.has(date))
      return new Map(held.map(({ date, value }) => [date, value]))
    }),

  weightsAround: (userId, from, to) =>
    Effect.sync(() => {
      const weights = readingsOf(memory, userId, "weight")
      const [before, after] = [weights.findLast(({ date }) => date < from), weights.find(({ date }) => date > to)]
      const within = weights.filter(({ date }) => from <= date && date <= to)
      return [before ?? [], within, after ?? []].flat()
    }),

  sessions: (userId, from, to) =>
    Effect.sync(() => {
      const latest = itemsOf(memory, userId)
        .filter(([{ kind }]) => kind === "workout")
        .sort(([a], [b]) => a.place - b.place)
      const makers = new Map(
        latest.flatMap((item) => (item[1].made === HIDDEN ? [] : [[item[1].factId, item] as const]))
      )
      const sessionOf = ({ workout, revision }: WorkoutRow, isHidden: boolean): ReadonlyArray<Session> => {
        const { id, date, startTime, endTime } = workout
        if (startTime === null || date < from || date > to) return []
        const maker = makers.get(id)
        const source = maker && importOf(memory, userId, maker[1].importId)?.source
        const made =
          maker === undefined || source === undefined
            ? null
            : { key: maker[0].key, importId: maker[1].importId, source, rank: rankOfPlace(maker[0].place) }
        const isEdited = !isHidden && maker !== undefined && maker[1].made !== String(revision)
        return [{ workoutId: id, startTime, endTime, made, isEdited, isHidden }]
      }
      const shown = memory.rowsOf(workouts, userId).flatMap(([, row]) => sessionOf(row, false))
      const hidden = latest.flatMap(([, { made, before }]) =>
        made === HIDDEN && before?.kind === "workout" ? sessionOf(before.row, true) : []
      )
      return [...shown, ...hidden]
    })
})

/** Imports, from their start to their undoing. */
const importing = (
  memory: Memory
): Pick<
  Store,
  "begin" | "eras" | "isImported" | "settle" | "finish" | "find" | "list" | "undoSome" | "finishUndo"
> => ({
  begin: (userId, today, { id, source, file, hash, at, eras }) =>
    Effect.sync(() => {
      const held = importsOf(memory, userId).findLast(
        ([, row]) => row.source === source && row.hash === hash && row.finishedAt === null && row.undoneAt === null
      )
      if (held !== undefined) {
        updateImport(memory, userId, held[0], { eras })
        return { id: held[0], startedAt: held[1].startedAt }
      }
      const earned = badgesOf(memory, userId, today)
      memory.update(badges, HashMap.set(userId, earned))
      const row: ImportRow = {
        place: Math.max(0, ...importsOf(memory, userId).map(([, { place }]) => place)) + 1,
        source,
        file,
        hash,
        eras,
        startedAt: at,
        finishedAt: null,
        undoneAt: null,
        counts: null,
        badges: new Map([...earned].map(([badge, day]) => [badge, { before: day, after: null }]))
      }
      memory.update(imports, HashMap.set(importKey(userId, id), row))
      return { id, startedAt: at }
    }),

  eras: (userId) =>
    Effect.sync(
      () =>
        new Map(
          importsOf(memory, userId).flatMap(([, { source, eras, undoneAt }]) =>
            eras === null || undoneAt !== null ? [] : [[source, eras]]
          )
        )
    ),

  isImported: (userId, source, hash) =>
    Effect.sync(() =>
      importsOf(memory, userId).some(
        ([, row]) => row.source === source && row.hash === hash && row.finishedAt !== null && row.undoneAt === null
      )
    ),

  settle: (userId, today, importId) => Effect.sync(() => settleImport(memory, userId, today, importId)),

  finish: (userId, today, importId, counts, at) =>
    Effect.sync(() => {
      settleImport(memory, userId, today, importId)
      updateImport(memory, userId, importId, { counts, finishedAt: at })
    }),

  find: (userId, importId) =>
    Effect.sync(() =>
      Option.map(HashMap.get(memory.rows(imports), importKey(userId, importId)), (row) => toRecord(importId, row))
    ),

  list: (userId) => Effect.sync(() => importsOf(memory, userId).map(([id, row]) => toRecord(id, row))),

  undoSome: (userId, importId, most, which) =>
    memory.transaction(Effect.sync(() => undoItems(memory, userId, importId, most, which))),

  finishUndo: (userId, today, importId, at) =>
    memory.transaction(Effect.sync(() => endUndo(memory, userId, today, importId, at)))
})

/** What imports did under keys, and the exercises chosen for names. */
const deciding = (
  memory: Memory
): Pick<Store, "items" | "stated" | "choices" | "choose" | "exerciseChanged" | "removeExercise"> => ({
  items: (userId, kind, keys) =>
    Effect.sync(() => {
      const sought = new Set(keys)
      const latest = itemsOf(memory, userId)
        .filter(([key]) => key.kind === kind && sought.has(key.key))
        .sort(([a], [b]) => a.place - b.place)
      return new Map(
        latest.map(([{ key, place }, { importId, factId, fingerprint, made, before }]): readonly [string, Item] => {
          const state = stateOf(memory, userId, kind, factId)
          const changed = state === undefined ? "deleted" : state === made ? "same" : "edited"
          const since = made === HIDDEN ? "hidden" : changed
          const source = importOf(memory, userId, importId)?.source ?? ""
          const rank = rankOfPlace(place)
          return [key, { key, importId, source, rank, factId, fingerprint, isChange: before !== null, since }]
        })
      )
    }),

  stated: (userId, source, kind, keys) =>
    Effect.sync(() => {
      const sought = new Set(keys)
      const written = itemsOf(memory, userId)
        .filter(([key]) => key.kind === kind && sought.has(key.key))
        .sort(([a], [b]) => b.place - a.place)
      const isOfSource = ([{ place }, { importId }]: (typeof written)[number]) =>
        place < FIRST_OF_DEVICES && importOf(memory, userId, importId)?.source === source
      const fingerprintsOf = (rows: typeof written) => rows.map(([, { fingerprint }]) => fingerprint)
      const gone = memory
        .rowsOf(withdrawn, userId)
        .flatMap(([key, { item }]) => (key.kind === kind && sought.has(key.key) ? [[key, item] as const] : []))
      const all = [...written, ...gone]
      return new Map(
        [...Map.groupBy(all, ([{ key }]) => key)].map(([key, rows]) => [
          key,
          {
            bySource: fingerprintsOf(rows.filter((row) => isOfSource(row) && !gone.includes(row))),
            byAny: fingerprintsOf(rows)
          }
        ])
      )
    }),

  choices: (userId, source) =>
    Effect.sync(
      () =>
        new Map(
          memory
            .rowsOf(choices, userId)
            .flatMap(([key, id]) => (key.source === source ? [[key.name, id] as const] : []))
        )
    ),

  choose: (userId, source, chosen) =>
    Effect.sync(() => {
      for (const [name, id] of chosen) {
        memory.update(choices, HashMap.set(choiceKey(userId, source, name), id))
      }
    }),

  exerciseChanged: (userId, exerciseId) =>
    Effect.sync(() =>
      memory.update(
        items,
        HashMap.map((row, key) =>
          key.userId === userId && key.kind === "exercise" && row.factId === exerciseId ? { ...row, made: "" } : row
        )
      )
    ),

  removeExercise: (userId, exerciseId) => Effect.sync(() => removeFact(memory, userId, "exercise", exerciseId))
})

export const layer = Layer.effect(
  ImportStore,
  Effect.map(MemoryDatabase, (memory) =>
    ImportStore.of({
      ...importing(memory),
      ...deciding(memory),
      ...beside(memory),
      ...ofSources(memory),
      write: write(memory)
    })
  )
)
