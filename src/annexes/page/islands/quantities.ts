import { type Measured, typedIn, typedQuantity, UNITS } from "../frame/typed-quantity.ts"

const isMeasured = (text: string): text is Measured => Object.hasOwn(UNITS, text)

/** What a cell of a workout's sets measures, by the column that ends its name. */
const OF_COLUMN = { weight: "weight", distanceMeters: "distance" } as const

/** The text of a form's field. */
const textOf = ({ form }: HTMLInputElement, name: string): string => {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value.trim() : ""
}

/** What a form's number measures by the kind or metric that is chosen, and its unit, which may be typed beside it. */
const ofChoice = (input: HTMLInputElement): readonly [string, string] | undefined => {
  const kinds = (input.form?.dataset.measures ?? "").split(";").map((each) => each.split(":"))
  const chosen = textOf(input, "kind") || textOf(input, "metric")
  const [, measured, unit] = kinds.find(([kind]) => chosen === "" || kind === chosen) ?? []
  if (!/^(targetValue|value)$/.test(input.name) || measured === undefined || unit === undefined) return undefined
  return [measured, (measured === "volume" && textOf(input, "unit")) || unit]
}

/** What a field measures, and its unit; undefined if it knows no other one. */
const quantityOf = (input: HTMLInputElement): readonly [Measured, string] | undefined => {
  const [measured = "", unit] = ofChoice(input) ?? [input.dataset.measured, input.dataset.unit]
  if (unit !== undefined && isMeasured(measured)) return [measured, unit]
  const [, column] = /^exercises\[\d+\]\.sets\[\d+\]\.(weight|distanceMeters)$/.exec(input.name) ?? []
  const [, own] = /\((kg|lb|km|mi)\)/.exec(input.getAttribute("aria-label") ?? "") ?? []
  if (own === undefined || (column !== "weight" && column !== "distanceMeters")) return undefined
  return [OF_COLUMN[column], own]
}

/** The most decimals of a converted number; distances are in thousands of metres. */
const decimalsOf = (measured: Measured): number => (measured === "distance" ? 4 : 2)

/** What a dish weighs or holds, in grams or millilitres: with the unit, unless that is chosen beside it. */
const inDish = (input: HTMLInputElement): string | undefined => {
  const typed = typedQuantity(input.value, "dish", "")
  if (typeof typed !== "object" || typed.unit === "") return undefined
  const unit = input.form?.elements.namedItem(`${input.name}Unit`)
  if (!(unit instanceof HTMLSelectElement)) return `${typed.value} ${typed.unit}`
  unit.value = typed.unit
  return String(typed.value)
}

/** A field's text as it will be saved; undefined if it is no number with a unit. */
const converted = (input: HTMLInputElement): string | undefined => {
  const [measured, own] = quantityOf(input) ?? []
  if (measured === undefined || own === undefined) return undefined
  if (own === "") return inDish(input)
  const value = typedIn(input.value, measured, own)
  return typeof value === "number" ? String(Number(value.toFixed(decimalsOf(measured)))) : undefined
}

/** Shows what was typed in another unit in that of its field, before it is sent. */
const convert = ({ target }: Event): void => {
  if (!(target instanceof HTMLInputElement) || /^\s*[\d.,]*\s*$/.test(target.value)) return
  const text = converted(target)
  if (text === undefined || text === target.value) return
  target.value = text
  target.dispatchEvent(new Event("input", { bubbles: true }))
}

/** Converts what is typed with a unit when its field is left. */
export const attachQuantities = (): void => document.addEventListener("change", convert)
