import { nutrientIn } from "../../formats/amounts.ts"
import type { Emitter } from "../../formats/emitter.ts"
import type { KnownNutrition, Moment } from "../../rows/rows.ts"

const NUTRIENTS: Readonly<Record<string, keyof KnownNutrition>> = {
  DietaryEnergyConsumed: "calories",
  DietaryProtein: "protein",
  DietaryCarbohydrates: "carbs",
  DietaryFatTotal: "fat",
  DietaryFiber: "fiber",
  DietarySugar: "sugars",
  DietaryFatSaturated: "saturatedFat",
  DietarySodium: "sodium"
}

/**
 * Most foods in a file. Each nutrient of a food is in a different part of the file, so all foods are kept until its
 * end.
 */
const MOST_FOODS = 500_000

interface Food {
  readonly line: number
  readonly instant: number
  readonly momentAt: MomentAt
  readonly meal: string | null
  readonly name: string
  readonly nutrition: { -readonly [Key in keyof KnownNutrition]: number | null }
  rows: number
}

type MomentAt = (instant: number) => Moment | null

interface NutrientRecord {
  /** Without the prefix that all types have. */
  readonly type: string
  readonly source: string
  readonly instant: number
  /** In the zone where it was eaten. */
  readonly momentAt: MomentAt
  readonly value: number
  readonly unit: string
  readonly food: string | null
  readonly meal: string | null
}

/** Whether records of this type are nutrients to keep. */
export const isNutrient = (type: string): boolean => Object.hasOwn(NUTRIENTS, type)

/** Assembles foods from records of their nutrients: those of one app at one instant, for the same food and meal. */
export class HealthMeals {
  private readonly foods = new Map<string, Food>()

  constructor(
    private readonly file: string,
    private readonly most = MOST_FOODS
  ) {}

  /** Returns why the record cannot be read, else null. */
  add({ type, source, instant, momentAt, value, unit, food, meal }: NutrientRecord, line: number): string | null {
    const nutrient = NUTRIENTS[type]
    const perUnit = nutrient === undefined ? null : nutrientIn(nutrient, unit)
    if (nutrient === undefined || perUnit === null) return `"${unit.slice(0, 40)}" is not a unit of it`
    const key = `${source}\n${instant}\n${food ?? ""}\n${meal ?? ""}`
    let known = this.foods.get(key)
    if (known === undefined) {
      if (this.foods.size >= this.most) return "there are more foods than can be put together"
      const nutrition = { calories: null, protein: null, carbs: null, fat: null, alcohol: null }
      known = { line, instant, momentAt, meal, name: food ?? meal ?? source, nutrition, rows: 0 }
      this.foods.set(key, known)
    }
    known.nutrition[nutrient] = (known.nutrition[nutrient] ?? 0) + value * perUnit
    known.rows++
    return null
  }

  /** Emits the foods, pausing after each. */
  *end(emit: Emitter): Generator<void, void, undefined> {
    for (const [key, { line, instant, momentAt, meal, name, nutrition, rows }] of this.foods) {
      const at = momentAt(instant)
      const place = { file: this.file, line }
      if (at !== null) {
        emit.push({ _tag: "Eaten", place, rows, at, meal, name, brand: null, amount: null, nutrition, notes: null })
      }
      this.foods.delete(key)
      yield
    }
  }
}
