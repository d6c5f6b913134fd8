import { type Measured, typedQuantity, UNITS, valueIn } from "../frame/typed-quantity.ts"

const isMeasured = (text: string): text is Measured => Object.hasOwn(UNITS, text)

/** What a cell of a workout's sets measures, by the column that ends its name. */
const OF_COLUMN = { weight: "weight", distanceMeters: "distance" } as const

/** What a field measures, and its unit; undefined if it knows no other one. */
const quantityOf = (input: HTMLInputElement): readonly [Measured, string] | undefined => {
  const { measured = "", unit } = input.dataset
  if (unit !== undefined && isMeasured(measured)) return [measured, unit]
  const [, column] = /^exercises\[\d+\]\.sets\[\d+\]\.(weight|distanceMeters)$/.exec(input.name) ?? []
  const [, own] = /\((kg|lb|km|mi)\)/.exec(input.getAttribute("aria-label") ?? "") ?? []
  if (own === undefined || (column !== "weight" && column !== "distanceMeters")) return undefined
  return [OF_COLUMN[column], own]
}

/** The most decimals of a converted number; distances are in thousands of metres. */
const decimalsOf = (measured: Measured): number => (measured === "distance" ? 4 : 2)

/** Shows what was typed in another unit in that of its field, before it is sent. */
const convert = ({ target }: Event): void => {
  if (!(target instanceof HTMLInputElement) || /^\s*[\d.,]*\s*$/.test(target.value)) return
  const found = quantityOf(target)
  if (found === undefined) return
  const [measured, own] = found
  const typed = typedQuantity(target.value, measured, own)
  if (typeof typed !== "object") return
  target.value = String(Number(valueIn(typed, own).toFixed(decimalsOf(measured))))
  target.dispatchEvent(new Event("input", { bubbles: true }))
}

/** Converts what is typed with a unit when its field is left. */
export const attachQuantities = (): void => document.addEventListener("change", convert)
