/*
 * What a form logs, as a person would say it.
 */

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** A filled-in value of a set. */
const SET_VALUE = /^exercises\[(\d+)\]\.sets\[(\d+)\]\.(?!setType$|technique$|loadIntent$)/

/** The exercises and sets of a workout that are filled in. */
const workoutWords = (form: HTMLFormElement, submitter: HTMLElement | null): string => {
  const [exercises, sets] = [new Set<string>(), new Set<string>()]
  for (const [name, value] of new FormData(form, submitter)) {
    const [, exercise, set] = SET_VALUE.exec(name) ?? []
    if (exercise === undefined || typeof value !== "string" || value.trim() === "") continue
    exercises.add(exercise)
    sets.add(`${exercise} ${set}`)
  }
  return exercises.size === 0
    ? ""
    : `${counted(exercises.size, "exercise", "exercises")}, ${counted(sets.size, "set", "sets")}`
}

const inputOf = (form: HTMLFormElement, name: string): string => {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value.trim() : ""
}

/** The amount in a food's form: 2.5 g, or 2 × 1 egg. */
const amountWords = (form: HTMLFormElement): string => {
  const [amount, unit] = [inputOf(form, "servings"), form.elements.namedItem("unit")]
  if (amount === "" || !(unit instanceof HTMLSelectElement)) return ""
  const text = unit.selectedOptions[0]?.textContent?.trim() ?? ""
  return /^\d/.test(text) ? `${amount} × ${text}` : `${amount} ${text}`
}

/** The calories that a text states. */
const kcalIn = (text: string): string => /[\d.,]+ kcal/.exec(text)?.[0] ?? ""

/** The amount and calories of a food. A button that logs a certain amount states its calories itself. */
const foodWords = (form: HTMLFormElement, submitter: HTMLElement | null): string => {
  const typed = inputOf(form, "quickAdd.calories")
  if (typed !== "") return `${typed} kcal`
  const ofButton = kcalIn(`${submitter?.getAttribute("aria-label") ?? ""} ${submitter?.textContent ?? ""}`)
  if (ofButton !== "") return ofButton
  return [amountWords(form), kcalIn(form.querySelector("output")?.textContent ?? "")]
    .filter((each) => each !== "")
    .join(", ")
}

/** What a form logs, besides its name: 3 exercises, 9 sets, or 180 kcal. */
export const wordsOf = (form: HTMLFormElement, submitter: HTMLElement | null): string =>
  form.dataset.workout === undefined ? foodWords(form, submitter) : workoutWords(form, submitter)
