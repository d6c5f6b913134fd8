import { prepareAmounts } from "./foods.ts"
import { KEY_FIELD, newKey } from "./keys.ts"

/** Gives forms of a page that is shown again from a copy new keys, so that they log once more. */
export const renewKeys = (root: ParentNode): void => {
  for (const key of root.querySelectorAll<HTMLInputElement>(`input[name=${KEY_FIELD}]`)) key.value = newKey()
}

/** Builds the content of a `<details>` that came as text. */
const unfold = (details: Element): void => {
  const folded = details.querySelector(":scope > noscript")
  if (folded === null) return
  const made = document.createElement("template")
  made.innerHTML = folded.textContent ?? ""
  if (document.documentElement.dataset.kept !== undefined) renewKeys(made.content)
  folded.replaceWith(made.content)
  prepareAmounts(details)
}

/** Makes what is folded below `root` text, as it is on a page that comes from the server. */
export const fold = (root: ParentNode): void => {
  for (const folded of root.querySelectorAll("noscript")) folded.textContent = folded.innerHTML
}

/** Builds folded content before it is opened, also by a search in the page. */
export const attachFolding = (): void => {
  document.addEventListener("click", ({ target }) => {
    const summary = target instanceof Element ? target.closest("summary") : null
    if (summary?.parentElement != null) unfold(summary.parentElement)
  })
  document.addEventListener("toggle", ({ target }) => target instanceof HTMLDetailsElement && unfold(target), true)
  for (const details of document.querySelectorAll("details[open]")) unfold(details)
}
