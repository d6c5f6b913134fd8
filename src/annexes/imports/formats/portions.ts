import { detailsOf } from "../../../features/foods/nutrition.ts"
import type { Eaten, KnownNutrition, LeftOut } from "../rows/rows.ts"

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
  /** What to give if no file describes the food; or the reason why it is then left out. */
  readonly otherwise: Pick<Eaten, "name" | "nutrition"> | string
}

const times = (nutrition: KnownNutrition, count: number): KnownNutrition => {
  const of = (value: number | null) => (value === null ? null : Number((value * count).toPrecision(12)))
  const { calories, protein, carbs, fat, alcohol } = nutrition
  return {
    calories: of(calories),
    protein: of(protein),
    carbs: of(carbs),
    fat: of(fat),
    alcohol: of(alcohol),
    ...detailsOf({
      fiber: of(nutrition.fiber ?? null),
      sugars: of(nutrition.sugars ?? null),
      saturatedFat: of(nutrition.saturatedFat ?? null),
      sodium: of(nutrition.sodium ?? null)
    })
  }
}

/** Joins portions with their foods, in whichever order the files come. Its memory grows with the diary. */
export class Portions {
  private readonly foods = new Map<string, DescribedFood>()
  private readonly portions: Array<Portion> = []

  describe(foodId: string, food: DescribedFood): void {
    this.foods.set(foodId, food)
  }

  /** The number of portions held. */
  get size(): number {
    return this.portions.length
  }

  add(portion: Portion): void {
    this.portions.push(portion)
  }

  /** What was eaten. */
  *rows(): Generator<Eaten | LeftOut, void, undefined> {
    for (const { foodId, count, serving, otherwise, ...row } of this.portions) {
      const food = this.foods.get(foodId)
      if (food === undefined) {
        if (typeof otherwise === "string") {
          yield { _tag: "LeftOut", place: row.place, rows: row.rows, reason: otherwise }
        } else yield { ...row, ...otherwise, brand: null, amount: serving }
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
