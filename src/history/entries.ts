import { DateTime, Effect } from "effect"
import { type DiaryEntry, entryIds } from "../diary/model.ts"
import type { Nutrition } from "../foods/nutrition.ts"
import { codePoints } from "../values/text.ts"
import type { Batch } from "./batch.ts"
import { decide } from "./decide.ts"
import { clipped, digest, idOf, storable } from "./keys.ts"
import { isMealName, mealTypeOf } from "./meals.ts"
import type { Eaten, KnownNutrition } from "./rows.ts"
import type { Group, Spooled } from "./spool.ts"
import type { EntryToSet } from "./store.ts"

const LONGEST_NAME = 200
const LONGEST_BRAND = 100
const MOST_KCAL = 1_000_000

/** Entries are spooled by day, in the order of their times, those without a time last. */
export const spooledEntry = (row: Eaten): Spooled => {
  const { day, time } = row.at
  return { kind: "entry", key: day, sort: `${day} ${time ?? "99:99:99"}`, body: row }
}

/** Why an entry cannot be stored; undefined if it can. */
export const entryFault = ({ name, nutrition }: Eaten): string | undefined => {
  const wrong = Object.entries(nutrition).find(([, value]) => value !== null && !(value >= 0 && value <= MOST_KCAL))
  return wrong === undefined ? undefined : `${clipped(name, 80)}: ${wrong[0]} of ${wrong[1]} cannot be`
}

/** Missing macros count as 0; missing calories follow from the macros. */
const nutritionOf = ({ calories, protein, carbs, fat, alcohol }: KnownNutrition): Nutrition => {
  const macros = { protein: protein ?? 0, carbs: carbs ?? 0, fat: fat ?? 0, alcohol: alcohol ?? 0 }
  const computed = 4 * macros.protein + 4 * macros.carbs + 9 * macros.fat + 7 * macros.alcohol
  return { calories: calories ?? computed, ...macros }
}

const hasMacros = ({ protein, carbs, fat }: KnownNutrition) => protein !== null || carbs !== null || fat !== null

/** The name with its notes, as people wrote them. */
const shownName = ({ name, meal, notes }: Eaten): string => {
  const own = storable(name).trim() || storable(meal ?? "").trim() || "Food"
  const note = storable(notes ?? "").trim()
  return clipped(note === "" ? own : `${own} (${note})`, LONGEST_NAME)
}

/** The amount, and the meal where its name says more than which of the four it is. */
const servingText = ({ amount, meal, name }: Eaten): string | null => {
  const custom = meal === null || meal === name || isMealName(meal) ? [] : [meal]
  const text = storable([...(amount === null ? [] : [amount]), ...custom].join(", ")).trim()
  return text === "" ? null : text
}

/** What a diary row tells where it tells no macros. */
const toldBy = ({ calories, alcohol }: KnownNutrition) =>
  calories !== null ? "calories" : alcohol !== null ? "alcohol" : "nothing"

/** Says once for the file what its diary leaves unknown. */
export const makeDoubts = () => {
  const withoutMacros = { calories: 0, alcohol: 0, nothing: 0 }
  let cutNames = 0
  const only = (what: "calories" | "alcohol") =>
    withoutMacros[what] === 0
      ? []
      : [`${withoutMacros[what]} diary rows tell ${what} only: their protein, carbs and fat were set to 0.`]
  return {
    note: (row: Eaten) => {
      if (!hasMacros(row.nutrition)) withoutMacros[toldBy(row.nutrition)]++
      if (codePoints(row.name) + codePoints(row.notes ?? "") + 3 > LONGEST_NAME && row.notes !== null) cutNames++
    },
    warnings: (): ReadonlyArray<string> => [
      ...only("calories"),
      ...only("alcohol"),
      ...(withoutMacros.nothing === 0
        ? []
        : [`${withoutMacros.nothing} diary rows tell neither calories nor macros: all were set to 0.`]),
      ...(cutNames === 0 ? [] : [`${cutNames} diary rows have longer notes than a name can hold: they were cut.`])
    ]
  }
}

/** Decides on some days of the diary, and returns the entries to write. */
export const importEntries = Effect.fnUntraced(function* (batch: Batch, groups: ReadonlyArray<Group>) {
  const { userId, importId, tally, store, startedAt } = batch
  const rows = groups.flatMap(({ bodies }) => {
    const equals = new Map<string, number>()
    return bodies.map((body, index) => {
      const row: Eaten = JSON.parse(body)
      const same = [row.at.day, row.meal, row.name, row.amount]
      const ordinal = (equals.get(JSON.stringify(same)) ?? -1) + 1
      equals.set(JSON.stringify(same), ordinal)
      return { row, index, key: digest([...same, ordinal]) }
    })
  })
  const items = yield* store.items(
    userId,
    "entry",
    rows.map(({ key }) => key)
  )
  const entries: Array<EntryToSet> = []
  for (const { row, index, key } of rows) {
    const name = shownName(row)
    const nutrition = nutritionOf(row.nutrition)
    const brandName = row.brand === null ? null : clipped(storable(row.brand).trim(), LONGEST_BRAND) || null
    const mealType = mealTypeOf(row.meal, row.at)
    const fingerprint = digest([name, brandName, mealType, ...Object.values(nutrition)])
    const decision = decide(items.get(key), fingerprint, importId)
    if (decision.to === "leftOut") {
      tally.leaveOut(row.place, row.rows, `${clipped(name, 80)} on ${row.at.day} ${decision.reason}`)
      continue
    }
    tally.countFact(decision.to, row.rows)
    if (decision.to === "new") tally.made("entries", 1)
    if (decision.to === "unchanged" || !decision.write) continue
    const entry: DiaryEntry = {
      id: decision.factId ?? (yield* entryIds.make),
      date: row.at.day,
      mealType,
      servings: 1,
      food: { id: idOf("ifood", [row.name, row.brand]), kind: "custom_food", name, brandName },
      serving: { size: 1, unit: "serving", text: servingText(row) },
      perServing: nutrition,
      createdAt: DateTime.unsafeMake(startedAt + index)
    }
    entries.push({ key, fingerprint, entry })
  }
  return { entries }
})
