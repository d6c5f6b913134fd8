/** The field with the meal that a form logs to; undefined for a copy of a whole meal, which stays that meal. */
const mealIn = (form: HTMLFormElement): HTMLInputElement | HTMLSelectElement | undefined => {
  const fields = ["mealType", "toMealType", "meal"]
    .map((name) => form.elements.namedItem(name))
    .filter((field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
  return fields.length === 1 ? fields[0] : undefined
}

/** Without a network, chooses the meal on the page itself, because the page of the other meal may not be on the device. */
const choose = (event: MouseEvent): void => {
  const { target } = event
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("[data-meals] a") : null
  const { kept } = document.documentElement.dataset
  if (link === null || (navigator.onLine && kept === undefined)) return
  const meal = new URL(link.href).searchParams.get("meal")
  if (meal === null) return
  event.preventDefault()
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-offline], form[data-find]")) {
    const field = mealIn(form)
    if (field instanceof HTMLInputElement) field.defaultValue = field.value = meal
    else if (field !== undefined) {
      for (const option of field.options) option.defaultSelected = option.value === meal
      field.value = meal
    }
  }
  for (const each of document.querySelectorAll("[data-meals] a")) each.removeAttribute("aria-current")
  link.setAttribute("aria-current", "true")
}

/** Lets the meal to log to be chosen without a network. */
export const attachMeals = (): void => document.addEventListener("click", choose)
