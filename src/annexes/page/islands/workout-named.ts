import { element } from "./elements.ts"

/** A column of a set; its hint may be empty. */
export type ScriptedColumn = readonly [column: string, title: string, keyboard: string, hint: string, head: string]

interface Named {
  /** Undefined for an exercise that the service must find by its name. */
  readonly id: string | undefined
  readonly name: string
  readonly columns: ReadonlyArray<ScriptedColumn>
}

const button = (step: string, label: string, text: string, kind: string) =>
  element("button", { type: "submit", name: "step", value: step, class: kind, "aria-label": label }, text)

const hintId = (exercise: number, column: string): string => `exercises[${exercise}].${column}-hint`

/** The first set of an exercise. */
const setRow = (exercise: number, columns: Named["columns"]): HTMLElement => {
  const at = `exercises[${exercise}].sets[0]`
  return element(
    "div",
    { class: "set-row", "data-of": String(exercise), "data-set": "0", id: at, tabindex: "-1" },
    button(`warm:${exercise}:0`, "Set 1: make it a warm-up", "1", "quiet kind"),
    element("input", { type: "hidden", name: `${at}.setType`, value: "working" }),
    ...columns.map(([column, title, inputmode, hint]) => {
      const name = `${at}.${column}`
      const described = hint === "" ? {} : { "aria-describedby": hintId(exercise, column) }
      const given = { id: name, name, "aria-label": `Set 1: ${title}`, autocomplete: "off", inputmode, ...described }
      return element("div", { class: "field" }, element("input", given))
    }),
    button(`less:${exercise}:0`, "Remove set 1", "×", "quiet less")
  )
}

/** An exercise of the form, made on the page without the service: without last time's sets, with general columns. */
export const namedExercise = (number: number, { id, name, columns }: Named): HTMLElement => {
  const field = `exercises[${number}].${id === undefined ? "name" : "exerciseId"}`
  return element(
    "fieldset",
    { class: "exercise", "data-exercise": String(number), id: `exercises[${number}].exerciseId`, tabindex: "-1" },
    element("legend", {}, name),
    element("input", { type: "hidden", name: field, value: id ?? name }),
    ...columns.flatMap(([column, , , hint]) =>
      hint === "" ? [] : [element("p", { class: "hint", id: hintId(number, column) }, hint)]
    ),
    element(
      "div",
      { class: "set-row heads soft", "aria-hidden": "true" },
      element("span", { class: "kind" }),
      ...columns.map(([, , , , head]) => element("span", { class: "field" }, head)),
      element("span", { class: "less" })
    ),
    setRow(number, columns),
    element(
      "div",
      { class: "buttons" },
      button(`more:${number}`, `One more set of ${name}`, "+ Set", "quiet"),
      button(`drop:${number}`, `Remove ${name}`, "×", "danger")
    )
  )
}
