import type { Eaten, KnownNutrition, LeftOut } from "../rows.ts"

/** A food described in one file, whose portions another file lists. */
interface DescribedFood {
  readonly name: string
  readonly brand: string | null
  /** The unit of portions without a serving, such as `g`. */
  readonly unit: string | null
  /** Per unit, or per portion. */
  readonly nutrition: KnownNutrition
}

/** An amount of a food that is known only by its id. */
interface Portion extends Omit<Eaten, "name" | "brand" | "nutrition" | "amount"> {
  readonly foodId: string
  /** The number of units or portions. */
  readonly count: number
  /** The serving as written; null for the count with the food's unit. */
  readonly serving: string | null
}

const times = (nutrition: KnownNutrition, count: number): KnownNutrition => {
  const of = (value: number | null) => (value === null ? null : Number((value * count).toPrecision(12)))
  const { calories, protein, carbs, fat, alcohol } = nutrition
  return { calories: of(calories), protein: of(protein), carbs: of(carbs), fat: of(fat), alcohol: of(alcohol) }
}

/** Joins portions with their foods, in whichever order the files come. Its memory grows with the diary. */
export class Portions {
  private readonly foods = new Map<string, DescribedFood>()
  private readonly portions: Array<Portion> = []

  describe(foodId: string, food: DescribedFood): void {
    this.foods.set(foodId, food)
  }

  add(portion: Portion): void {
    this.portions.push(portion)
  }

  /** What was eaten. A portion of an undescribed food is left out. */
  *rows(): Generator<Eaten | LeftOut, void, undefined> {
    for (const { foodId, count, serving, ...row } of this.portions) {
      const food = this.foods.get(foodId)
      if (food === undefined) {
        const reason = "its food is described in no file of the export: pass products.json beside days.json in one ZIP"
        yield { _tag: "LeftOut", place: row.place, rows: row.rows, reason }
        continue
      }
      const { name, brand, unit, nutrition } = food
      yield {
        ...row,
        name,
        brand,
        amount: serving ?? `${count} ${unit ?? ""}`.trim(),
        nutrition: times(nutrition, count)
      }
    }
  }
}
