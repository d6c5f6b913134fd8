/*
 * The unit in which each food was last logged on this device. The service stores servings only, and guesses from them.
 */

const UNITS = "fettle-units"

/** Most foods whose unit is remembered. */
const MOST = 300

const FOOD_FIELDS = ["foodId", "customFoodId"]

/** The units by the ids of foods, the latest last. */
const remembered = (): ReadonlyArray<readonly [food: string, unit: string]> => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(UNITS) ?? "{}")
    return typeof found === "object" && found !== null
      ? Object.entries(found).flatMap(([food, unit]) => (typeof unit === "string" ? [[food, unit] as const] : []))
      : []
  } catch {
    return []
  }
}

/** The food of a form, and the choice of its unit; undefined if it has none. */
const choiceIn = (form: HTMLFormElement) => {
  const unit = form.elements.namedItem("unit")
  const [food] = FOOD_FIELDS.flatMap((name) => {
    const field = form.elements.namedItem(name)
    return field instanceof HTMLInputElement ? [field.value] : []
  })
  return unit instanceof HTMLSelectElement && food !== undefined ? { food, unit } : undefined
}

const has = ({ options }: HTMLSelectElement, value: string) => [...options].some((option) => option.value === value)

/** The unit remembered for the food of a form, if it is another one than that shown, and nothing is typed yet. */
export const usualUnitOf = (form: HTMLFormElement): string | undefined => {
  const choice = choiceIn(form)
  if (choice === undefined || form.querySelector("[aria-invalid], [data-typed]") !== null) return undefined
  const [, unit] = remembered().find(([food]) => food === choice.food) ?? []
  return unit !== undefined && unit !== choice.unit.value && has(choice.unit, unit) ? unit : undefined
}

/** Remembers the unit with which a form is sent, also if a button names it. */
const remember = ({ target: form, submitter }: SubmitEvent): void => {
  const choice = form instanceof HTMLFormElement ? choiceIn(form) : undefined
  if (choice === undefined) return
  const isButton = submitter instanceof HTMLButtonElement && submitter.name === "portion"
  const unit = isButton ? submitter.value : choice.unit.value
  if (!has(choice.unit, unit)) return
  const others = remembered().filter(([food]) => food !== choice.food)
  try {
    localStorage.setItem(UNITS, JSON.stringify(Object.fromEntries([...others, [choice.food, unit]].slice(-MOST))))
  } catch {
    // Without storage, the unit is guessed, as without scripts.
  }
}

/** Remembers on this device in which unit each food is logged. */
export const attachUnits = (): void => document.addEventListener("submit", remember, true)
