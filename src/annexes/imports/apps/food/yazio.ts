import { detailsOf } from "../../../../features/foods/nutrition.ts"
import { activityRow } from "../../formats/activities/activity-row.ts"
import { nameOthers } from "../../formats/columns/unread-fields.ts"
import { dayTitles } from "../../formats/day-titles.ts"
import type { DocumentContext, DocumentKind } from "../../formats/document.ts"
import type { Emitter } from "../../formats/emitter.ts"
import { amountIn, isJson, type Json, listIn, textIn } from "../../formats/fields.ts"
import { Moments } from "../../formats/moments.ts"
import { pushReadings } from "../../formats/reading-table.ts"
import type { KnownNutrition, Moment, Place } from "../../rows/rows.ts"

/** Grams of salt that contain a gram of sodium: by Regulation (EU) No 1169/2011, annex I, salt is sodium times 2.5. */
const SALT_PER_SODIUM = 2.5

const milligrams = (amount: number | null, perUnit: number): number | null =>
  amount === null ? null : amount * perUnit

const nutritionIn = (json: Json): KnownNutrition => {
  const nutrients = isJson(json.nutrients) ? json.nutrients : {}
  const of = (name: string) => amountIn(nutrients, name) ?? null
  return {
    calories: of("energy.energy"),
    protein: of("nutrient.protein"),
    carbs: of("nutrient.carb"),
    fat: of("nutrient.fat"),
    alcohol: of("nutrient.alcohol"),
    ...detailsOf({
      fiber: of("nutrient.dietaryfiber"),
      sugars: of("nutrient.sugar"),
      saturatedFat: of("nutrient.saturated"),
      sodium: milligrams(of("nutrient.sodium"), 1000) ?? milligrams(of("nutrient.salt"), 1000 / SALT_PER_SODIUM)
    })
  }
}

const servingOf = (item: Json): string | null => {
  const [serving, quantity] = [textIn(item, "serving"), amountIn(item, "serving_quantity")]
  return serving === undefined || quantity === undefined ? null : `${quantity} ${serving}`
}

const OF_DAYS = new Set(["consumed", "exercises", "daily_summary"])
const OF_CONSUMED = new Set(["products", "recipe_portions", "simple_products"])
const OF_EXERCISES = new Set(["training", "custom_training"])
const OF_SUMMARIES = new Set(["steps"])
const OF_ITEMS = new Set(
  "id date daytime product_id recipe_id portion_count amount serving serving_quantity name nutrients duration energy note type is_ai_generated".split(
    " "
  )
)

const MISSING = "its food is described in no file of the export: pass products.json beside days.json in one ZIP"

/** Reads one day after another: foods, in three lists, training, and steps. */
class Days {
  private readonly moments: Moments
  private readonly titleOf = dayTitles()
  private line = 0

  constructor(
    private readonly context: DocumentContext,
    private readonly emit: Emitter
  ) {
    this.moments = new Moments(context.options.clock)
  }

  private place(): Place {
    return { file: this.context.file, line: ++this.line }
  }

  /** The items of a list, each with its time, which may be only the day. */
  private *items(json: unknown, name: string, day: string): Generator<readonly [Json, Moment, Place]> {
    for (const item of (isJson(json) ? listIn(json, name) : undefined) ?? []) {
      const place = this.place()
      const at = isJson(item) ? this.moments.read(textIn(item, "date") ?? day) : null
      if (!isJson(item) || at === null) {
        this.emit.leaveOut(place, "it has no date")
        continue
      }
      nameOthers(this.emit, place, item, OF_ITEMS, name)
      yield [item, at, place]
    }
  }

  eaten(consumed: unknown, day: string): void {
    for (const [item, at, place] of this.items(consumed, "products", day)) {
      const [foodId, count] = [textIn(item, "product_id"), amountIn(item, "amount")]
      if (foodId === undefined || count === undefined) this.emit.leaveOut(place, "it names no food, or no amount")
      else
        this.emit.portions.add({
          ...this.row(item, at, place),
          foodId,
          count,
          serving: servingOf(item),
          otherwise: MISSING
        })
    }
    for (const [item, at, place] of this.items(consumed, "recipe_portions", day)) {
      const [foodId, count] = [textIn(item, "recipe_id"), amountIn(item, "portion_count")]
      if (foodId === undefined || count === undefined) this.emit.leaveOut(place, "it names no recipe, or no portions")
      else {
        const serving = `${count} portion`
        this.emit.portions.add({ ...this.row(item, at, place), foodId, count, serving, otherwise: MISSING })
      }
    }
    for (const [item, at, place] of this.items(consumed, "simple_products", day)) {
      const name = textIn(item, "name")
      if (name === undefined) this.emit.leaveOut(place, "it names no food")
      else {
        const nutrition = nutritionIn(item)
        if (isJson(item.nutrients)) nameOthers(this.emit, place, item.nutrients, NUTRIENTS, "nutrients")
        this.emit.push({ ...this.row(item, at, place), name, brand: null, amount: servingOf(item), nutrition })
      }
    }
  }

  private row(item: Json, at: Moment, place: Place) {
    return { _tag: "Eaten", place, rows: 1, at, meal: textIn(item, "daytime") ?? null, notes: null } as const
  }

  training(exercises: unknown, day: string): void {
    for (const list of ["training", "custom_training"]) {
      for (const [item, start, place] of this.items(exercises, list, day)) {
        const type = textIn(item, "name") ?? "Workout"
        const minutes = amountIn(item, "duration") || null
        this.emit.push(
          activityRow(place, {
            type,
            title: this.titleOf(type, start),
            start,
            durationSeconds: minutes === null ? null : minutes * 60,
            distanceMeters: null,
            calories: amountIn(item, "energy") || null,
            notes: textIn(item, "note") ?? null
          })
        )
      }
    }
  }

  /** Names what else is known of a day. */
  others(held: Json): void {
    const place = { file: this.context.file, line: this.line }
    nameOthers(this.emit, place, held, OF_DAYS, "days")
    for (const [part, read] of [
      [held.consumed, OF_CONSUMED],
      [held.exercises, OF_EXERCISES],
      [held.daily_summary, OF_SUMMARIES]
    ] as const)
      if (isJson(part)) nameOthers(this.emit, place, part, read, "parts of days")
  }

  steps(summary: unknown, day: string): void {
    const steps = isJson(summary) ? amountIn(summary, "steps") || null : null
    const at = this.moments.read(day)
    if (steps !== null && at !== null)
      pushReadings(this.emit, this.place(), at, { weight: null, fat: null, steps: Math.round(steps) })
  }
}

const NO_FILE = /^\s*\{\s*\}\s*$/

/** `days.json`, as community exporters write what the service returns: an object of days. */
export const yazioDays: DocumentKind = {
  source: "yazio",
  matches: (start) =>
    /^\s*\{\s*"\d{4}-\d{2}-\d{2}"\s*:\s*\{/.test(start) &&
    /"(?:consumed|daily|daily_summary)"\s*:\s*[{n]/.test(start) &&
    !NO_FILE.test(start),
  read: (json, context, emit) => {
    const days = new Days(context, emit)
    for (const [day, held] of Object.entries(isJson(json) ? json : {})) {
      if (!isJson(held)) continue
      days.eaten(held.consumed, day)
      days.training(held.exercises, day)
      days.steps(held.daily_summary, day)
      days.others(held)
    }
  }
}

/** Nutrients are per gram or millilitre. No food has more energy than this in one, in kcal. */
const MOST_OF_ONE = 10

const NUTRIENTS = new Set([
  "energy.energy",
  ..."protein carb fat alcohol dietaryfiber sugar saturated sodium salt".split(" ").map((name) => `nutrient.${name}`)
])

/** What is read of a food, or says how the app has it. */
const OF_FOODS = new Set(
  "name producer nutrients base_unit portion_count is_verified is_private is_deleted has_ean language".split(" ")
)

const describe = (emit: Emitter, place: Place, foods: unknown, isRecipe: boolean): void => {
  for (const [foodId, food] of Object.entries(isJson(foods) ? foods : {})) {
    const name = isJson(food) ? textIn(food, "name") : undefined
    if (!isJson(food) || name === undefined) continue
    const nutrition = nutritionIn(food)
    nameOthers(emit, place, food, OF_FOODS, "foods")
    if (isJson(food.nutrients)) nameOthers(emit, place, food.nutrients, NUTRIENTS, "nutrients")
    if (!isRecipe && (nutrition.calories ?? 0) > MOST_OF_ONE) continue
    emit.portions.describe(foodId, {
      name,
      brand: textIn(food, "producer") ?? null,
      unit: textIn(food, "base_unit") ?? null,
      nutrition
    })
  }
}

/** `products.json`: the foods that `days.json` refers to by id; in some exporters, along with the recipes. */
export const yazioProducts: DocumentKind = {
  source: "yazio",
  matches: (start) =>
    /^\s*\{\s*(?:"(?:products|recipes)"\s*:\s*\{\s*)?"[0-9a-f-]{36}"\s*:\s*\{/.test(start) &&
    /"nutrients"\s*:\s*\{/.test(start),
  read: (json, { file }, emit) => {
    if (!isJson(json)) return
    const place = { file, line: 1 }
    const isDivided = isJson(json.products) || isJson(json.recipes)
    describe(emit, place, isDivided ? json.products : json, false)
    describe(emit, place, json.recipes, true)
  }
}
