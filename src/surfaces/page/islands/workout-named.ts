import { element } from "./elements.ts"

/** How many sets an exercise starts with. */
const FIRST_SETS = 3

interface Named {
  /** Undefined for an exercise that the service must find by its name. */
  readonly id: string | undefined
  readonly name: string
  /** Columns of a set with their titles. */
  readonly columns: ReadonlyArray<readonly [column: string, title: string]>
}

const button = (step: string, label: string, text: string, kind: string) =>
  element("button", { type: "submit", name: "step", value: step, class: kind, "aria-label": label }, text)

const setRow = (exercise: number, set: number, columns: Named["columns"]): HTMLElement =>
  element(
    "div",
    { class: "set-row", "data-set": String(set), id: `exercises[${exercise}].sets[${set}]`, tabindex: "-1" },
    button(`warm:${exercise}:${set}`, `Set ${set + 1}: make it a warm-up`, String(set + 1), "quiet kind"),
    element("input", { type: "hidden", name: `exercises[${exercise}].sets[${set}].setType`, value: "working" }),
    ...columns.map(([column, title]) => {
      const name = `exercises[${exercise}].sets[${set}].${column}`
      const label = `Set ${set + 1}: ${title}`
      return element(
        "div",
        { class: "field" },
        element("input", { id: name, name, "aria-label": label, autocomplete: "off" })
      )
    }),
    button(`less:${exercise}:${set}`, `Remove set ${set + 1}`, "×", "quiet less")
  )

/** An exercise of the form, made on the page without the service: without last time's sets, with general columns. */
export const namedExercise = (number: number, { id, name, columns }: Named): HTMLElement => {
  const field = `exercises[${number}].${id === undefined ? "name" : "exerciseId"}`
  return element(
    "fieldset",
    { class: "exercise", "data-exercise": String(number), id: `exercises[${number}].exerciseId`, tabindex: "-1" },
    element("legend", {}, name),
    element("input", { type: "hidden", name: field, value: id ?? name }),
    element(
      "div",
      { class: "set-row heads soft", "aria-hidden": "true" },
      element("span", { class: "kind" }),
      ...columns.map(([, title]) => element("span", { class: "field" }, title)),
      element("span", { class: "less" })
    ),
    ...Array.from({ length: FIRST_SETS }, (_, set) => setRow(number, set, columns)),
    element(
      "div",
      { class: "buttons" },
      button(`more:${number}`, `One more set of ${name}`, "+ Set", "quiet"),
      button(`drop:${number}`, `Remove ${name}`, "×", "danger")
    )
  )
}
