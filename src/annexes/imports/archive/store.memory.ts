import { Effect, HashMap, Layer, Option } from "effect"
import { badges } from "../../../facts/achievements.memory.ts"
import { type BadgeId, badgeIds } from "../../../facts/model.ts"
import { MemoryDatabase } from "../../../platform/database/memory.ts"
import { type ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { importOf, itemKey, items, stateOf } from "../ledger/tables.memory.ts"
import { type ImportId, importIds } from "../rows/model.ts"
import { keyOf, type Line, PARTS, type Part, type PartName, parentName, partNames, restoredKey } from "./format.ts"
import { writeLine } from "./lines.memory.ts"
import { readLines } from "./read.memory.ts"
import { ArchiveStore, type Restored } from "./store.ts"

const partOf = (name: PartName): Part => PARTS[name]

/** Keys in the order of the database: numbers by value, texts by character. */
const byKey = (part: Part) => (a: Line, b: Line) => {
  for (const name of part.order ?? part.key) {
    const [value, compared] = [a[name], b[name]]
    if (value === compared) continue
    if (typeof value === "number" && typeof compared === "number") return value - compared
    return String(value) < String(compared) ? -1 : 1
  }
  return 0
}

const factId = (part: Part, line: Line) => keyOf(part, line).join(" ")

export const layer = Layer.effect(
  ArchiveStore,
  Effect.map(MemoryDatabase, (memory) => {
    const all = (userId: UserId, name: PartName) => readLines(memory, userId, name).toSorted(byKey(partOf(name)))

    /** The ids of possible parents of a part's lines; undefined if its lines have no parent. */
    const parentsOf = (userId: UserId, { parent }: Part): ReadonlySet<unknown> | undefined => {
      const name = partNames.find((each) => partOf(each).table === parent?.table)
      return name === undefined ? undefined : new Set(all(userId, name).map(({ id }) => id))
    }

    const record = (userId: UserId, importId: ImportId, part: Part, line: Line) => {
      if (part.item === null) return
      const id = part.item === "import" ? importIds.startOf(userId) + String(line.id) : factId(part, line)
      const place = importOf(memory, userId, importId)?.place ?? 0
      const made = stateOf(memory, userId, part.item, id) ?? ""
      const item = { importId, factId: id, fingerprint: "", made, before: null, undone: false, slot: null, also: [] }
      memory.update(items, (rows) =>
        HashMap.set(rows, itemKey({ userId, kind: part.item ?? "import", key: restoredKey(id), place }), item)
      )
    }

    return ArchiveStore.of({
      page: (userId, name, after, most) =>
        Effect.sync(() => {
          const behind = after === undefined ? () => true : (line: Line) => byKey(partOf(name))(line, after) > 0
          return all(userId, name).filter(behind).slice(0, most)
        }),

      compare: (userId, name, given) =>
        Effect.sync(() => {
          const part = partOf(name)
          const held = new Map(all(userId, name).map((line) => [factId(part, line), line]))
          const parents = parentsOf(userId, part)
          return given.map((line): Restored => {
            const row = held.get(factId(part, line))
            if (row !== undefined) return JSON.stringify(row) === JSON.stringify(line) ? "same" : "different"
            return parents === undefined || parents.has(line[parentName(part)]) ? "new" : "orphan"
          })
        }),

      restore: (userId, importId, name, given) =>
        memory.transaction(
          Effect.sync(() => {
            const part = partOf(name)
            const held = new Map(all(userId, name).map((line) => [factId(part, line), line]))
            return given.map((line): Restored => {
              const there = held.get(factId(part, line))
              if (there !== undefined) return JSON.stringify(there) === JSON.stringify(line) ? "same" : "different"
              if (!writeLine(memory, userId, name, line)) return "orphan"
              held.set(factId(part, line), line)
              record(userId, importId, part, line)
              return "new"
            })
          })
        ),

      restoreBadges: (userId, given) =>
        Effect.sync(() => {
          const kept = new Map<BadgeId, ActivityDay>(
            Option.getOrElse(HashMap.get(memory.rows(badges), userId), () => new Map<BadgeId, ActivityDay>())
          )
          for (const { id, earnedOn } of given) {
            const badge = badgeIds.find((each) => each === id)
            if (badge !== undefined && isActivityDay(earnedOn) && !kept.has(badge)) kept.set(badge, earnedOn)
          }
          memory.update(badges, (rows) => HashMap.set(rows, userId, kept))
        })
    })
  })
)
