import type { Nutrition } from "../../src/foods/nutrition.ts"
import { type Call, output, type Person, type Service } from "../support/app.ts"

export const TODAY = "2026-03-14"
export const EGG = "food_sr28_01123"

export interface Entry {
  readonly id: string
  readonly date: string
  readonly mealType: string
  readonly servings: number
  readonly food: { readonly id: string; readonly kind: string; readonly name: string; readonly brandName?: string }
  readonly serving?: { readonly size: number; readonly unit: string; readonly text?: string }
  readonly nutrition: Nutrition
}

export interface Logged {
  readonly entry: Entry
  readonly date: string
  readonly timezone: string
}

export interface Page {
  readonly entries: ReadonlyArray<Entry>
  readonly from: string
  readonly to: string
  readonly timezone: string
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

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

/** Wide enough for a test that calls a lot while the clock stands still. */
const WIDE = { readsPerMinute: 1e6, readsBurst: 1e6, writesPerMinute: 1e6, writesBurst: 1e6, writesPerDay: 1e6 }

/** A new user whom no rate limit holds up. */
export const newPerson = (service: Service, details: Parameters<Service["person"]>[0] = {}): Promise<Person> =>
  service.person({ ...details, ownLimits: { ...WIDE, ...details.ownLimits } })

export const OATS = {
  name: "Overnight oats",
  brandName: "Kitchen",
  protein: 5.2,
  carbs: 18,
  fat: 4.1,
  servingSize: 250,
  servingSizeUnit: "g"
}

/** The id of a new custom food: 250 g of oats, unless said otherwise. */
export const newFood = async (call: Call, changed: Record<string, unknown> = {}): Promise<string> =>
  (await output<SavedFood>(call("save_custom_food", { ...OATS, ...changed }))).customFood.id

export const list = (call: Call, input: Record<string, unknown> = {}): Promise<Page> =>
  output<Page>(call("list_food_entries", input))

/** Every entry of a range, page by page; `between` happens after each page. */
export const walk = async (
  call: Call,
  range: Record<string, unknown>,
  limit: number,
  between: () => Promise<void> = async () => {}
): Promise<ReadonlyArray<Entry>> => {
  const entries: Array<Entry> = []
  let page = await list(call, { ...range, limit })
  entries.push(...page.entries)
  while (page.nextCursor !== null) {
    await between()
    page = await list(call, { ...range, limit, cursor: page.nextCursor })
    entries.push(...page.entries)
  }
  return entries
}

/** A REST call as a client sees it: the answer's exact text, and whether it is a replay. */
export const send = async (
  service: Service,
  person: Person,
  path: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {}
) => {
  const response = await service.fetch(path, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
  return {
    status: response.status,
    text: await response.text(),
    replayed: response.headers.get("idempotent-replayed") === "true"
  }
}
