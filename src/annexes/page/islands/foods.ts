import { measureUnit } from "../../../features/foods/measure-units.ts"
import { isCalledAlike } from "../../../features/foods/portions.ts"
import { typedNumber } from "../frame/typed-number.ts"
import { textOf } from "./ask.ts"
import { UNSEARCHED } from "./scan.ts"
import { failed, failureOf } from "./search-failure.ts"
import { asksToSignIn } from "./sending.ts"
import { usualUnitOf } from "./units.ts"

/** How long to wait after the last key before searching, in milliseconds. */
const PAUSE = 200

/** Fewest characters that start a search while typing. */
const FEWEST = 2

/** A number as typed; NaN if it is none, or unclear. */
const numberIn = (text: string): number => {
  const value = typedNumber(text)
  return typeof value === "number" ? value : Number.NaN
}

/** The value of a fraction, which its name may follow: `1/50 1 g` is 0.02. */
const valueOfFraction = (text: string): number => {
  const [above = "", below = "1"] = text.split("/")
  return Number.parseFloat(above) / Number.parseFloat(below)
}

const NO_NETWORK = "No network, so no foods are searched."
const BUT_LOGGED = " Foods eaten before and Quick add can be logged."

const fieldOf = (form: HTMLFormElement, name: string): HTMLInputElement | HTMLSelectElement | null =>
  form.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)

/** Shows the kcal of the amount in a form. */
const showKcal = (form: HTMLFormElement): void => {
  const output = form.querySelector("output")
  if (output === null) return
  const servings =
    numberIn(fieldOf(form, "servings")?.value ?? "") * valueOfFraction(fieldOf(form, "unit")?.value ?? "1")
  const kcal = servings * Number(form.dataset.kcal)
  output.textContent = Number.isFinite(kcal) && kcal >= 0 ? `${Math.round(kcal).toLocaleString("en")} kcal` : ""
}

/** Keeps the amount the same in another unit, unless it was typed. */
const convert = (form: HTMLFormElement, unit: HTMLSelectElement): void => {
  const input = fieldOf(form, "servings")
  const before = unit.dataset.before ?? [...unit.options].find(({ defaultSelected }) => defaultSelected)?.value
  unit.dataset.before = unit.value
  if (!(input instanceof HTMLInputElement) || input.dataset.typed !== undefined || before === undefined) return
  const amount = (numberIn(input.value) * valueOfFraction(before)) / valueOfFraction(unit.value)
  if (Number.isFinite(amount)) input.value = String(Number(amount.toPrecision(4)))
}

/** Makes the content of fields what a reset returns to, and what does not count as typed. */
const makeDefault = (input: HTMLInputElement, { options }: HTMLSelectElement): void => {
  input.defaultValue = input.value
  for (const option of options) option.defaultSelected = option.selected
}

/** Selects the unit in which the food was last logged on this device, and shows the kcal. */
const prepare = (form: HTMLFormElement): void => {
  const unit = fieldOf(form, "unit")
  const usual = usualUnitOf(form)
  if (unit instanceof HTMLSelectElement && usual !== undefined) {
    unit.value = usual
    convert(form, unit)
    const input = fieldOf(form, "servings")
    if (input instanceof HTMLInputElement) makeDefault(input, unit)
  }
  showKcal(form)
}

/** Prepares the forms with amounts below `root`. */
export const prepareAmounts = (root: ParentNode): void => {
  for (const form of root.querySelectorAll<HTMLFormElement>("form[data-kcal]")) prepare(form)
}

/** Shows the kcal of a label's values, by the general factors. */
const showLabelKcal = (form: HTMLFormElement): void => {
  const output = form.querySelector("[data-label-kcal]")
  if (output === null) return
  const grams = (name: string) => numberIn(fieldOf(form, name)?.value ?? "") || 0
  const kcal = 4 * grams("protein") + 4 * grams("carbs") + 9 * grams("fat") + 7 * grams("alcohol")
  output.textContent = kcal > 0 ? `${Math.round(kcal).toLocaleString("en")} kcal` : ""
}

const formIn = (event: Event, selector: string): HTMLFormElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLFormElement>(selector) : null

/** The name of a unit to choose from: `slice` of `1 slice (28 g)`. */
const unitNamed = ({ text }: HTMLOptionElement): string => text.replace(/^[\d.]+ /, "").replace(/ \([^)]*\)$/, "")

/** Chooses the unit that was typed after an amount, so that it is shown as it will be saved: 1500 ml for `1,5 l`. */
const chooseTyped = (input: HTMLInputElement, unit: HTMLSelectElement): void => {
  const [, number = "", name = ""] = /^([\d.,\s]*\d[.,]?)\s*(\p{L}.*)$/u.exec(input.value.trim()) ?? []
  const value = numberIn(number)
  if (name === "" || !Number.isFinite(value)) return
  const measure = measureUnit(name)
  const options = [...unit.options]
  const same = options.find((option) => isCalledAlike(unitNamed(option), name))
  const found = same ?? options.find(({ text }) => text === measure?.of)
  if (found === undefined) return
  unit.value = found.value
  unit.dataset.before = found.value
  input.value = String(Number((same === undefined ? value * (measure?.size ?? 1) : value).toPrecision(6)))
}

const changed = (event: Event): void => {
  const form = formIn(event, "form[data-kcal]")
  const { target } = event
  if (form !== null) {
    if (event.type === "input" && target instanceof HTMLInputElement) target.dataset.typed = ""
    if (event.type === "change" && target instanceof HTMLSelectElement && target.name === "unit") convert(form, target)
    const unit = fieldOf(form, "unit")
    if (event.type === "change" && target instanceof HTMLInputElement && unit instanceof HTMLSelectElement)
      chooseTyped(target, unit)
    showKcal(form)
  }
  const label = formIn(event, "form[data-label]")
  if (label !== null) showLabelKcal(label)
}

/** Shows the kcal of amounts while they are typed. A tap on an amount selects it, so that typing replaces it. */
export const attachAmounts = (): void => {
  document.addEventListener("input", changed)
  document.addEventListener("change", changed)
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "servings" && target.form?.dataset.kcal !== undefined)
      target.select()
  })
  prepareAmounts(document)
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-label]")) showLabelKcal(form)
}

/** Lets the links to other meals lead to the same search. */
const keepInMeals = (words: string): void => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-meals] a")) {
    const address = new URL(link.href)
    if (words === "") address.searchParams.delete("q")
    else address.searchParams.set("q", words)
    link.href = address.href
  }
}

/** The results in a returned page; undefined if it has none. */
const resultsIn = (html: string): Element | undefined =>
  new DOMParser().parseFromString(html, "text/html").querySelector("[data-found]") ?? undefined

const attach = (form: HTMLFormElement): void => {
  const input = form.querySelector<HTMLInputElement>("input[type=search]")
  if (input === null) return
  // The number of results is announced, instead of all of them at every key.
  const announced = textOf("p", "", "said")
  announced.setAttribute("role", "status")
  form.after(announced)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  const show = (results: Element | undefined) => {
    const place = document.querySelector("[data-found]")
    const likely = document.querySelector<HTMLElement>("[data-likely]")
    if (likely !== null) likely.hidden = results !== undefined
    if (place === null) return
    place.replaceChildren(
      ...(results === undefined ? [] : [...results.childNodes].map((node) => document.adoptNode(node)))
    )
    prepareAmounts(place)
    const count = place.querySelectorAll(".entries > li").length
    const closest = place.querySelector("[data-closest]")?.textContent ?? ""
    announced.textContent =
      results === undefined ? "" : `${closest} ${count} ${count === 1 ? "food" : "foods"} found`.trim()
  }

  /** Says why there are no results, above what can be logged without them. */
  const say = (reason: HTMLElement) => {
    show(undefined)
    document.querySelector("[data-found]")?.append(reason)
    announced.textContent = reason.textContent
  }

  const search = async () => {
    asking?.abort()
    const words = input.value.trim()
    keepInMeals(words)
    if (words.length < FEWEST) return show(undefined)
    asking = new AbortController()
    const { signal } = asking
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === "string") query.set(name, value)
    // Without an answer, the button still searches.
    const answer = await fetch(`${form.getAttribute("action")}?${query}`, { signal }).catch(() => undefined)
    const html = await answer?.text().catch(() => undefined)
    if (signal.aborted) return
    if (answer === undefined || html === undefined) {
      document.dispatchEvent(new CustomEvent(UNSEARCHED, { detail: words }))
      const offers = document.querySelector("[data-likely]") === null ? "" : BUT_LOGGED
      return say(textOf("p", NO_NETWORK + offers, "soft"))
    }
    const results = resultsIn(html)
    if (asksToSignIn(answer, html)) return say(failed("signed out"))
    if (!answer.ok || results === undefined) return say(failed(failureOf(answer.status)))
    // Does not replace a row that somebody is already editing.
    const isChoosing = document.querySelector("[data-found]")?.contains(document.activeElement) === true
    if (!isChoosing) show(results)
  }

  form.addEventListener("change", ({ target }) => target !== input && void search())
  input.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(() => void search(), PAUSE)
  })
  // What was typed before this script ran.
  if (input.value !== input.defaultValue) void search()
}

/** Shows search results while one types, taken from the page that the form leads to. */
export const attachFoodSearch = (): void => {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-find]")) attach(form)
}
