import { DateTime, Effect } from "effect"
import { type DiaryEntry, entryIds } from "../../../features/diary/model.ts"
import { detailsOf, macrosOf, type Nutrition, nutritionOf } from "../../../features/foods/nutrition.ts"
import { clipped, digest, idOf, storable } from "../rows/keys.ts"
import { isMealName, mealTypeOf } from "../rows/meals.ts"
import type { Eaten, KnownNutrition } from "../rows/rows.ts"
import { LONGEST_FOOD_NAME } from "../rows/spooled.ts"
import type { Group } from "../uploads/spool.ts"
import type { Batch } from "./batch.ts"
import { noteConflict } from "./conflicts-report.ts"
import { decideOnSent, factOf, isBeneath, isRepeated, isWritten, leftOut } from "./decide.ts"
import type { EntryToSet } from "./store.ts"
import { followed, goneEntries, makeEntryHeld, outdatedOf, slotOfEntry } from "./whole-file.ts"

const LONGEST_BRAND = 100

/** Calories are never computed, because the source's own sums have none for such a row either. */
const statedBy = ({ calories, alcohol, ...nutrition }: KnownNutrition): Nutrition =>
  nutritionOf({ ...nutrition, calories: calories ?? 0, alcohol: alcohol ?? 0 })

/** Entries that know all macronutrients and no details keep the fingerprint that they had before details were read. */
const fingerprintOf = (name: string, brandName: string | null, mealType: string, nutrition: Nutrition): string => {
  const details = detailsOf(nutrition)
  const known = Object.keys(details).length === 0 ? [] : [details]
  const unknown = nutrition.unknown === undefined ? [] : [nutrition.unknown]
  return digest([name, brandName, mealType, ...Object.values(macrosOf(nutrition)), ...known, ...unknown])
}

/** The name with its notes, as people wrote them. */
const shownName = ({ name, meal, notes }: Eaten): string => {
  const own = storable(name).trim() || storable(meal ?? "").trim() || "Food"
  const note = storable(notes ?? "").trim()
  return clipped(note === "" ? own : `${own} (${note})`, LONGEST_FOOD_NAME)
}

/** The amount, with the meal's name if that says more than which of the four meals it is. */
const servingText = ({ amount, meal, name }: Eaten): string | null => {
  const custom = meal === null || meal === name || isMealName(meal) ? [] : [meal]
  const text = storable([...(amount === null ? [] : [amount]), ...custom].join(", ")).trim()
  return text === "" ? null : text
}

/**
 * A day's rows, each with its number within the day and its key: the source's own, or else one that counts equal rows.
 */
export const numbered = ({ bodies }: Group) => {
  const equals = new Map<string, number>()
  return bodies.map((body, index) => {
    const row: Eaten = JSON.parse(body)
    if (row.key !== undefined) return { row, index, key: row.key }
    const same = [row.at.day, row.meal, row.name, row.amount]
    const ordinal = (equals.get(JSON.stringify(same)) ?? -1) + 1
    equals.set(JSON.stringify(same), ordinal)
    return { row, index, key: digest([...same, ordinal]) }
  })
}

/** What identifies a row of the diary if its key has changed. */
export const slotOfRow = (row: Eaten): string => slotOfEntry(row.at.day, mealTypeOf(row.meal, row.at), shownName(row))

/** Decides on some days of the diary, and returns the entries to write. */
export const importEntries = Effect.fnUntraced(function* (batch: Batch, groups: ReadonlyArray<Group>) {
  const { userId, source, tally, store, startedAt, pauseBetweenFacts } = batch
  const rows: Array<ReturnType<typeof numbered>[number]> = []
  for (const group of groups) {
    yield* pauseBetweenFacts
    rows.push(...numbered(group))
  }
  const keys = rows.map(({ key }) => key)
  const items = yield* store.items(userId, "entry", keys)
  const stated = yield* store.stated(userId, source, "entry", keys)
  const gone = yield* goneEntries(batch, rows)
  const heldBack = makeEntryHeld(batch, new Set(keys))
  const [entries, beneath]: [Array<EntryToSet>, Array<EntryToSet>] = [[], []]
  const [repeated, outdated]: [Array<string>, Array<string>] = [[], []]
  for (const { row, index, key } of rows) {
    yield* pauseBetweenFacts
    const name = shownName(row)
    const nutrition = statedBy(row.nutrition)
    const brandName = row.brand === null ? null : clipped(storable(row.brand).trim(), LONGEST_BRAND) || null
    const mealType = mealTypeOf(row.meal, row.at)
    const fingerprint = fingerprintOf(name, brandName, mealType, nutrition)
    const item = items.get(key)
    const slot = slotOfEntry(row.at.day, mealType, name)
    const onSent = decideOnSent(item, fingerprint, gone.sent)
    if (onSent !== undefined) outdated.push(key)
    const decided = onSent ?? batch.decide(item, fingerprint, stated.get(key))
    const held = item === undefined && decided.to === "new" ? heldBack(row.at.day, slot) : undefined
    const decision = held === undefined ? decided : leftOut(held)
    if (item !== undefined) noteConflict(batch, item, decision, "diary rows", row.at.day)
    if (isRepeated(stated.get(key), fingerprint)) repeated.push(key)
    if (decision.to === "leftOut") {
      tally.leaveOut(row.place, row.rows, `${clipped(name, 80)} on ${row.at.day} ${decision.reason}`)
    } else {
      const to = batch.outdated.has(key) ? "changed" : decision.to
      tally.countFact(to, row.rows)
      if (to === "new") tally.made("entries", 1)
    }
    const to = isWritten(decision) ? entries : isBeneath(decision) ? beneath : undefined
    if (to === undefined) continue
    const entry: DiaryEntry = {
      id: factOf(decision) ?? (yield* entryIds.make),
      date: row.at.day,
      mealType,
      servings: 1,
      food: { id: idOf("ifood", [row.name, row.brand]), kind: "custom_food", name, brandName },
      serving: { size: 1, unit: "serving", text: servingText(row) },
      perServing: nutrition,
      // The order in which a device states its records means nothing.
      createdAt: DateTime.unsafeMake((row.key === undefined ? null : row.at.instant) ?? startedAt + index)
    }
    to.push({ key, fingerprint, slot, entry })
  }
  const old = outdatedOf("entry", outdated, [...new Set(rows.map(({ row }) => row.at.day))].sort())
  return { entries, beneath: { entries: beneath }, outdated: old, ...followed(batch, "entry", repeated, gone.absent) }
})
