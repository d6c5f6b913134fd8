import type { Nutrition } from "../../../src/features/foods/nutrition.ts"
import { type Call, output } from "../../support/app.ts"

export interface SavedFood {
  readonly created: boolean
  readonly customFood: {
    readonly id: string
    readonly name: string
    readonly brandName?: string
    readonly calories: number
    readonly servingSizeUnit: string
  } & Nutrition
}

export const OATS = {
  name: "Overnight oats",
  brandName: "Kitchen",
  protein: 5.2,
  carbs: 18,
  fat: 4.1,
  servingSize: 250,
  servingSizeUnit: "g"
}

/** The id of a new custom food: by default 250 g of oats. */
export const newFood = async (call: Call, changed: Record<string, unknown> = {}): Promise<string> =>
  (await output<SavedFood>(call("save_custom_food", { ...OATS, ...changed }))).customFood.id
