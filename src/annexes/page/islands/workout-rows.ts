import { letterOf, tapOn, typeAfter } from "../workouts/set-types.ts"
import { MOST_ROWS } from "../workouts/workout-bounds.ts"

/*
 * The steps of a workout's form that need no service, so that they work without a network. Without scripts, the service
 * performs the same steps.
 */

/** Highest number of an exercise, and of a set: it has two digits. */
export const MOST = 99

const inputsIn = (row: Element) => row.querySelectorAll<HTMLInputElement>("input")

const isTyped = (input: HTMLInputElement) => input.type !== "hidden"

const NUMBERED = ["id", "name", "value", "aria-describedby", "for"] as const

/** Renumbers a row of the form in all names that contain its number. */
const renumber = (row: Element, from: string, to: string, stepFrom: string, stepTo: string): void => {
  for (const element of [row, ...row.querySelectorAll("*")]) {
    for (const attribute of NUMBERED) {
      const text = element.getAttribute(attribute)
      if (text === null) continue
      if (attribute === "value") {
        if (element instanceof HTMLButtonElement && text.includes(stepFrom))
          element.setAttribute("value", text.replace(stepFrom, stepTo))
      } else if (text.startsWith(from)) element.setAttribute(attribute, `${to}${text.slice(from.length)}`)
    }
  }
}

/** The sets of an exercise. Those of a superset stand beside it, in turns. */
const setsOf = (exercise: HTMLElement) => [
  ...(exercise.closest("form")?.querySelectorAll<HTMLElement>(`[data-of="${exercise.dataset.exercise}"][data-set]`) ??
    [])
]

const hiddenOf = (row: Element, column: "setType" | "technique") =>
  row.querySelector<HTMLInputElement>(`input[name$='.${column}']`)

const typedIn = (row: Element) => ({
  setType: hiddenOf(row, "setType")?.value ?? "working",
  technique: hiddenOf(row, "technique")?.value ?? ""
})

const isWarmup = (row: Element): boolean => hiddenOf(row, "setType")?.value === "warmup"

/** Numbers the sets of an exercise by their position; warm-ups are counted by themselves. */
const recount = (exercise: HTMLElement): void => {
  const counts = { Set: 0, "Warm-up": 0 }
  for (const row of setsOf(exercise)) {
    const kind = isWarmup(row) ? "Warm-up" : "Set"
    const name = `${kind} ${++counts[kind]}`
    for (const element of row.querySelectorAll("[aria-label]")) {
      const label = element.getAttribute("aria-label") ?? ""
      const named = label.replace(/\b(?:set|warm-up) \d+/i, (was) => (/^[a-z]/.test(was) ? name.toLowerCase() : name))
      element.setAttribute("aria-label", named)
    }
    const shown = row.querySelector(".kind")
    if (shown !== null) shown.textContent = letterOf(typedIn(row)) || String(counts.Set)
  }
}

const exerciseAt = (form: HTMLFormElement, number: string) => form.querySelector(`[data-exercise="${number}"]`)

const setAt = (exercise: HTMLElement, number: string) => setsOf(exercise).find(({ dataset }) => dataset.set === number)

const hasValue = (row: Element): boolean =>
  [...inputsIn(row)].some((input) => isTyped(input) && input.value.trim() !== "")

/** The part of a field's name after its set. */
const columnOf = ({ name }: HTMLInputElement): string => name.slice(name.lastIndexOf("."))

const inputOf = (row: Element, column: string) => [...inputsIn(row)].find((input) => columnOf(input) === column)

/** The column of the effort. It is never filled in from another set, because nobody knows it before the set is done. */
const EFFORT = ".intensity"

/** Puts a new set after the last one of its exercise; in a superset, after all turns, below the name of its exercise. */
const addAfter = (last: HTMLElement, copy: HTMLElement): void => {
  const turns = last.closest("[data-turns]")
  const turn = last.parentElement?.cloneNode()
  const name = last.parentElement?.firstElementChild?.cloneNode(true)
  if (turns === null || !(turn instanceof HTMLElement) || name === undefined) last.after(copy)
  else {
    turn.append(name, copy)
    turns.append(turn)
  }
}

const removeSet = (row: HTMLElement): void =>
  (row.parentElement?.parentElement?.matches("[data-turns]") ? row.parentElement : row).remove()

/**
 * Adds a set. It has the values of the last filled one except its effort, and is a warm-up if the last one is. If none is filled, it
 * repeats the last one, with last time's values in grey.
 */
const more = (form: HTMLFormElement, exercise: HTMLElement): boolean => {
  if (form.querySelectorAll("[data-set]").length >= MOST_ROWS) return false
  const sets = setsOf(exercise)
  const last = sets.at(-1)
  const filled = sets.findLast(hasValue)
  const source = filled ?? last
  const [of = "", from = ""] = [exercise.dataset.exercise, source?.dataset.set]
  const next = Math.max(...sets.map(({ dataset }) => Number(dataset.set))) + 1
  if (last === undefined || source === undefined || next > MOST) return false
  const copy = source.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return false
  copy.dataset.set = String(next)
  const at = `exercises[${of}].sets[`
  renumber(copy, `${at}${from}]`, `${at}${next}]`, `:${of}:${from}`, `:${of}:${next}`)
  copy.querySelector(".did")?.remove()
  if (filled !== undefined) copy.querySelector(".take")?.remove()
  copy.querySelector(".past")?.replaceChildren()
  for (const input of inputsIn(copy)) {
    const above = inputOf(last, columnOf(input))
    if (isTyped(input)) input.placeholder = above?.placeholder ?? ""
    if (columnOf(input) === EFFORT) input.value = ""
  }
  addAfter(last, copy)
  retype(copy, typedIn(last))
  recount(exercise)
  return true
}

/** Fills blank fields with last time's values, except the effort. */
const take = (row: HTMLElement): void => {
  for (const input of inputsIn(row))
    if (isTyped(input) && input.value === "" && columnOf(input) !== EFFORT) input.value = input.placeholder
  row.querySelector(".take")?.remove()
}

/** Gives a set a type. Its number is counted afterwards. */
const retype = (row: HTMLElement, { setType, technique }: ReturnType<typeof typedIn>): void => {
  const [type, kind] = [hiddenOf(row, "setType"), row.querySelector(".kind")]
  if (type === null || kind === null) return
  type.value = setType
  const way = hiddenOf(row, "technique") ?? type.cloneNode()
  if (way instanceof HTMLInputElement) {
    way.name = type.name.replace(/setType$/, "technique")
    way.value = technique
    type.after(way)
  }
  kind.setAttribute("aria-label", `${isWarmup(row) ? "Warm-up" : "Set"} 1: ${tapOn({ setType, technique })}`)
}

/**
 * Performs a step of the form at once. Returns false if only the service can do it, because last time's data has more
 * than the page shows.
 */
export const doneHere = (form: HTMLFormElement, step: string): boolean => {
  const [name, number = "", set] = step.split(":")
  const exercise = exerciseAt(form, number)
  if (!(exercise instanceof HTMLElement)) return false
  const row = set === undefined ? undefined : setAt(exercise, set)
  if (name === "more") return more(form, exercise)
  if (name === "drop") {
    for (const each of setsOf(exercise)) removeSet(each)
    form.querySelector(`[data-of="${number}"]`)?.remove()
    exercise.remove()
    return true
  }
  if (name === "take" && set === undefined) {
    for (const each of setsOf(exercise)) if (each.querySelector(".take") !== null) take(each)
    form.querySelector(`button[value="take:${number}"]`)?.remove()
    return true
  }
  if (row === undefined) return false
  if (name === "take") take(row)
  else if (name === "less") {
    removeSet(row)
    recount(exercise)
  } else if (name === "warm") {
    retype(row, typeAfter(typedIn(row)))
    recount(exercise)
  } else return false
  return true
}
