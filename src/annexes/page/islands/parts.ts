import { fold } from "./folding.ts"
import { prepareAmounts } from "./foods.ts"
import { generation } from "./generation.ts"
import { keep } from "./kept-pages.ts"

/*
 * Parts of a page (`data-part`) that are replaced when something is logged. Each has an id; its attribute's value is the
 * day that it shows, if any.
 */
const FOCUSABLE = ":is(a, button, input, select, summary):not(details > :not(summary) *)"

const partsOf = (page: ParentNode): ReadonlyArray<HTMLElement> => [...page.querySelectorAll<HTMLElement>("[data-part]")]

/** The same part in a newer copy of the page, unless that one is of another day. */
const newer = (part: HTMLElement, answer: Document): HTMLElement | undefined => {
  const next = answer.getElementById(part.id)
  return next !== null && next.dataset.part === part.dataset.part ? next : undefined
}

/** Replaces a part. The focus stays on the element in the same place. */
const replace = (part: HTMLElement, next: HTMLElement): void => {
  const at = Array.from<Element | null>(part.querySelectorAll(FOCUSABLE)).indexOf(document.activeElement)
  fold(next)
  part.replaceWith(next)
  prepareAmounts(next)
  if (at >= 0) [...next.querySelectorAll<HTMLElement>(FOCUSABLE)][at]?.focus()
}

/** Shows the parts of this page as they are in the answer to one of its forms. */
export const showParts = (answer: Document): void => {
  for (const part of partsOf(document)) {
    const next = newer(part, answer)
    if (next !== undefined) replace(part, next)
  }
}

/** Whether something was typed into the fields below `root` that a newer copy would not have. */
export const isTypedIn = (root: ParentNode): boolean =>
  [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].some(
    ({ value, defaultValue }) => value !== defaultValue
  )

/**
 * Shows the parts of this page as they are now on the server. Returns false if the page has none, or if one must stay
 * as it is: something is typed there, another day has begun, or somebody else has signed in. Rejects without a network.
 */
export const renewParts = async (user: string): Promise<boolean> => {
  const parts = partsOf(document)
  if (parts.length === 0 || parts.some(isTypedIn)) return false
  const asked = await generation()
  const answered = await fetch(location.href, { cache: "no-store" })
  if (!answered.ok || answered.redirected) return false
  // The copy for the next time without a network is renewed as well.
  await keep(location.href, answered.clone(), asked)
  const answer = new DOMParser().parseFromString(await answered.text(), "text/html")
  const pairs = partsOf(document).map((part) => ({ part, next: newer(part, answer) }))
  if (answer.documentElement.dataset.user !== user) return false
  if (pairs.some(({ part, next }) => next === undefined || isTypedIn(part))) return false
  for (const { part, next } of pairs) if (next !== undefined) replace(part, next)
  return true
}
