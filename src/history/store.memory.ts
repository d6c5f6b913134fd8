import { DateTime, Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../database/memory.ts"
import { diaryEntries } from "../diary/store.memory.ts"
import { nameKey, type OwnExercise } from "../exercises/own.ts"
import { ownExerciseKey, ownExercises, ownExercisesOf } from "../exercises/store.memory.ts"
import { badges, badgesOf } from "../facts/facts.memory.ts"
import { bodyMetrics, entryKey, readingsOf, workoutKey } from "../facts/tables.memory.ts"
import type { UserId } from "../values/ids.ts"
import { workouts } from "../workouts/store.memory.ts"
import type { ImportId, ItemKind } from "./model.ts"
import { type ImportRecord, ImportStore, type Item, type Sourced } from "./store.ts"
import {
  type Before,
  choiceKey,
  choices,
  type ImportRow,
  importedFoodKey,
  importedFoods,
  importKey,
  imports,
  itemKey,
  items,
  readingKey,
  removeFact,
  stateOf
} from "./tables.memory.ts"
import { imported, undoing } from "./undo.memory.ts"

const toRecord = (id: ImportId, { place: _place, hash: _hash, badges: _badges, ...rest }: ImportRow): ImportRecord => ({
  id,
  ...rest
})

export const layer = Layer.effect(
  ImportStore,
  Effect.map(MemoryDatabase, (memory) => {
    const { importsOf, rowOf, update, itemsOf } = imported(memory)

    const beforeOf = (userId: UserId, kind: ItemKind, factId: string): Before | null => {
      const found = <A>(row: Option.Option<A>, before: (row: A) => Before) => Option.getOrNull(Option.map(row, before))
      if (kind === "reading") {
        const held = HashMap.get(memory.rows(bodyMetrics), readingKey(userId, factId))
        return found(held, (value) => ({ kind, value }))
      }
      if (kind === "entry") {
        return found(HashMap.get(memory.rows(diaryEntries), entryKey(userId, factId)), (entry) => ({ kind, entry }))
      }
      if (kind === "workout") {
        return found(HashMap.get(memory.rows(workouts), workoutKey(userId, factId)), (row) => ({ kind, row }))
      }
      return null
    }

    /** Writes a fact, and records it as an item with what was there before. */
    const written = (
      userId: UserId,
      importId: ImportId,
      kind: ItemKind,
      { key, fingerprint }: Sourced,
      factId: string,
      write: () => void
    ) => {
      const before = beforeOf(userId, kind, factId)
      write()
      const place = rowOf(userId, importId)?.place ?? 0
      const at = itemKey({ userId, kind, key, place })
      const held = Option.getOrUndefined(HashMap.get(memory.rows(items), at))
      const made = stateOf(memory, userId, kind, factId) ?? ""
      const row = {
        importId,
        factId,
        fingerprint,
        made,
        before: held === undefined ? before : held.before,
        undone: false
      }
      memory.update(items, HashMap.set(at, row))
    }

    const addExercise = (userId: UserId, exercise: OwnExercise) => {
      const names = ownExercisesOf(memory, userId).map(({ name }) => nameKey(name))
      if (names.includes(nameKey(exercise.name))) return
      memory.update(ownExercises, (rows) => HashMap.set(rows, ownExerciseKey(userId, exercise.id), exercise))
    }

    const { settle, undoSome, finishUndo } = undoing(memory)

    return ImportStore.of({
      begin: (userId, today, { id, source, file, hash, at }) =>
        Effect.sync(() => {
          const held = importsOf(userId).findLast(
            ([, row]) => row.source === source && row.hash === hash && row.finishedAt === null && row.undoneAt === null
          )
          if (held !== undefined) return { id: held[0], startedAt: held[1].startedAt }
          const earned = badgesOf(memory, userId, today)
          memory.update(badges, HashMap.set(userId, earned))
          const row: ImportRow = {
            place: Math.max(0, ...importsOf(userId).map(([, { place }]) => place)) + 1,
            source,
            file,
            hash,
            startedAt: at,
            finishedAt: null,
            undoneAt: null,
            counts: null,
            badges: new Map([...earned].map(([badge, day]) => [badge, { before: day, after: null }]))
          }
          memory.update(imports, HashMap.set(importKey(userId, id), row))
          return { id, startedAt: at }
        }),

      items: (userId, kind, keys) =>
        Effect.sync(() => {
          const sought = new Set(keys)
          const latest = itemsOf(userId)
            .filter(([key]) => key.kind === kind && sought.has(key.key))
            .sort(([a], [b]) => a.place - b.place)
          return new Map(
            latest.map(([{ key }, { importId, factId, fingerprint, made, before }]): readonly [string, Item] => {
              const state = stateOf(memory, userId, kind, factId)
              const since = state === undefined ? "deleted" : state === made ? "same" : "edited"
              return [key, { key, importId, factId, fingerprint, isChange: before !== null, since }]
            })
          )
        }),

      readings: (userId, metric, days) =>
        Effect.sync(() => {
          const sought = new Set(days)
          const held = readingsOf(memory.rows(bodyMetrics), userId, metric).filter(({ date }) => sought.has(date))
          return new Map(held.map(({ date, value }) => [date, value]))
        }),

      weightsAround: (userId, from, to) =>
        Effect.sync(() => {
          const weights = readingsOf(memory.rows(bodyMetrics), userId, "weight")
          const [before, after] = [weights.findLast(({ date }) => date < from), weights.find(({ date }) => date > to)]
          const within = weights.filter(({ date }) => from <= date && date <= to)
          return [before ?? [], within, after ?? []].flat()
        }),

      sessions: (userId, from, to) =>
        Effect.sync(() => {
          const latest = itemsOf(userId)
            .filter(([{ kind }]) => kind === "workout")
            .sort(([a], [b]) => a.place - b.place)
          const sources = new Map(
            latest.map(([, { factId, importId }]) => [factId, rowOf(userId, importId)?.source ?? null])
          )
          return HashMap.toEntries(memory.rows(workouts)).flatMap(([key, { workout }]) =>
            key.userId === userId && from <= workout.date && workout.date <= to && workout.startTime !== null
              ? [
                  {
                    workoutId: workout.id,
                    startTime: workout.startTime,
                    endTime: workout.endTime,
                    source: sources.get(workout.id) ?? null
                  }
                ]
              : []
          )
        }),

      write: (userId, importId, { readings = [], entries = [], workouts: sessions = [], exercises = [] }) =>
        memory.transaction(
          Effect.sync(() => {
            for (const exercise of exercises) {
              const sourced = { key: nameKey(exercise.name), fingerprint: "" }
              written(userId, importId, "exercise", sourced, exercise.id, () => addExercise(userId, exercise))
            }
            for (const { metric, date, value, ...sourced } of readings) {
              const factId = `${metric} ${date}`
              written(userId, importId, "reading", sourced, factId, () =>
                memory.update(bodyMetrics, HashMap.set(readingKey(userId, factId), value))
              )
            }
            for (const { workout, createdAt, ...sourced } of sessions) {
              const at = workoutKey(userId, workout.id)
              written(userId, importId, "workout", sourced, workout.id, () =>
                memory.update(workouts, (rows) => {
                  const held = Option.getOrUndefined(HashMap.get(rows, at))
                  const revision = (held?.revision ?? 0) + 1
                  return HashMap.set(rows, at, { workout, revision, createdAt: held?.createdAt ?? createdAt })
                })
              )
            }
            for (const { entry, ...sourced } of entries) {
              const { id, name, brandName } = entry.food
              const food = { name, brandName, createdAt: DateTime.formatIso(entry.createdAt) }
              memory.update(importedFoods, (rows) =>
                HashMap.has(rows, importedFoodKey(userId, id))
                  ? rows
                  : HashMap.set(rows, importedFoodKey(userId, id), food)
              )
              written(userId, importId, "entry", sourced, entry.id, () =>
                memory.update(diaryEntries, (rows) => {
                  const held = Option.getOrUndefined(HashMap.get(rows, entryKey(userId, entry.id)))
                  const createdAt = held?.createdAt ?? entry.createdAt
                  return HashMap.set(rows, entryKey(userId, entry.id), { ...entry, createdAt })
                })
              )
            }
          })
        ),

      settle: (userId, today, importId) => Effect.sync(() => settle(userId, today, importId)),

      finish: (userId, today, importId, counts, at) =>
        Effect.sync(() => {
          settle(userId, today, importId)
          update(userId, importId, { counts, finishedAt: at })
        }),

      find: (userId, importId) =>
        Effect.sync(() =>
          Option.map(HashMap.get(memory.rows(imports), importKey(userId, importId)), (row) => toRecord(importId, row))
        ),

      list: (userId) => Effect.sync(() => importsOf(userId).map(([id, row]) => toRecord(id, row))),

      undoSome: (userId, importId, most) => memory.transaction(Effect.sync(() => undoSome(userId, importId, most))),

      finishUndo: (userId, today, importId, at) =>
        memory.transaction(Effect.sync(() => finishUndo(userId, today, importId, at))),

      choices: (userId, source) =>
        Effect.sync(
          () =>
            new Map(
              HashMap.toEntries(memory.rows(choices)).flatMap(([key, id]) =>
                key.userId === userId && key.source === source ? [[key.name, id] as const] : []
              )
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
  })
)
