/*
 * A page that is loaded anew after something was saved begins at its top for a keyboard and a screen reader. Here the
 * focus returns to where it was.
 */

/** Where the button that was pressed last is stored, for the page that follows. */
const PRESSED = "fettle-pressed"

const BUTTONS = "main button"
const FOCUSABLE = "summary, button, a, input:not([type=hidden]), select"

const nameOf = (button: Element): string => button.getAttribute("aria-label") ?? button.textContent ?? ""

/** The other buttons with this name, and itself, in their order. */
const alike = (name: string): ReadonlyArray<HTMLElement> =>
  [...document.querySelectorAll<HTMLElement>(BUTTONS)].filter((button) => nameOf(button) === name)

/** The id of what a form is about, such as an entry; empty if it has none. */
const itemOf = (form: HTMLFormElement): string => form.querySelector<HTMLInputElement>("input[name=id]")?.value ?? ""

/** How a section is told from others: by its heading or its name. */
const sectionOf = (element: Element): string => {
  const section = element.closest("section")
  return section?.getAttribute("aria-labelledby") ?? section?.getAttribute("aria-label") ?? section?.id ?? ""
}

interface Pressed {
  readonly path: string
  readonly name: string
  readonly place: number
  readonly item: string
  readonly section: string
  /** Whether it took one of the foods that a search found. Whoever adds several searches for the next. */
  readonly isFound: boolean
  /** Whether by a key, so that the focus is shown. */
  readonly isKey: boolean
}

const isPressed = (value: unknown): value is Pressed =>
  typeof value === "object" && value !== null && "path" in value && "name" in value && "isKey" in value

/**
 * The row of the item, else the same button, else its section; in a row or section, what opens it or its first button. After
 * a found food, the search.
 */
const again = ({ name, place, item, section, isFound }: Pressed): HTMLElement | null | undefined => {
  if (isFound) return document.querySelector<HTMLElement>("main input[type=search]")
  const rows =
    item === "" ? [] : [...document.querySelectorAll(`main li:has(input[name=id][value="${CSS.escape(item)}"])`)]
  // An entry may also be offered to be logged again, above it.
  const row = rows.find((each) => sectionOf(each) === section) ?? rows.at(-1)
  if (row !== undefined) return row.querySelector<HTMLElement>(FOCUSABLE)
  const button = alike(name)[place]
  if (button !== undefined || section === "") return button
  const same = [...document.querySelectorAll("main section")].find((each) => sectionOf(each) === section)
  return same?.querySelector<HTMLElement>("summary") ?? same?.querySelector<HTMLElement>(FOCUSABLE)
}

const restore = (): void => {
  const found: unknown = JSON.parse(sessionStorage.getItem(PRESSED) ?? "null")
  sessionStorage.removeItem(PRESSED)
  if (!isPressed(found) || found.path !== location.pathname || document.activeElement !== document.body) return
  // A refused form leads to its faults.
  if (location.hash !== "" || document.querySelector("main [role=alert]") !== null) return
  const options: FocusOptions & { focusVisible: boolean } = { preventScroll: true, focusVisible: found.isKey }
  again(found)?.focus(options)
}

/** Keeps the focus where it was when a form is saved and its page follows. Nothing is lost if it cannot be stored. */
export const attachFocus = (): void => {
  let isKey = false
  document.addEventListener("keydown", () => (isKey = true), true)
  document.addEventListener("pointerdown", () => (isKey = false), true)
  document.addEventListener(
    "submit",
    ({ target: form, submitter }) => {
      if (!(form instanceof HTMLFormElement) || form.method !== "post" || form.dataset.inPlace !== undefined) return
      if (!(submitter instanceof HTMLElement)) return
      const name = nameOf(submitter)
      const pressed: Pressed = {
        path: location.pathname,
        name,
        place: alike(name).indexOf(submitter),
        item: itemOf(form),
        section: sectionOf(form),
        isFound: form.closest("[data-found]") !== null,
        isKey
      }
      try {
        sessionStorage.setItem(PRESSED, JSON.stringify(pressed))
      } catch {
        // The next page begins at its top.
      }
    },
    true
  )
  try {
    restore()
  } catch {
    // What another version has stored.
  }
}
