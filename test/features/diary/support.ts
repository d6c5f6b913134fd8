import type { Nutrition } from "../../../src/features/foods/nutrition.ts"
import { type Call, output, type Person, type Service } from "../../support/app.ts"

export const EGG = "food_sr28_01123"

export interface Entry {
  readonly id: string
  readonly date: string
  readonly mealType: string
  readonly servings: number
  readonly amount?: { readonly value: number; readonly unit: string }
  readonly said?: { readonly value: number; readonly unit: string }
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
  readonly totals?: ReadonlyArray<Nutrition & { readonly date: string; readonly partial?: ReadonlyArray<string> }>
  readonly mean?: Nutrition & { readonly days: number; readonly partial?: ReadonlyArray<string> }
  readonly total: number
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

export const list = (call: Call, input: Record<string, unknown> = {}): Promise<Page> =>
  output<Page>(call("list_food_entries", input))

/** Every entry of a range, page by page; `between` runs after each page. */
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

/** A REST call as a client sees it: the exact text of the answer, and whether it is a replay. */
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
