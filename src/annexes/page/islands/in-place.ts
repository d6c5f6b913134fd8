import { KEY_FIELD, newKey } from "./keys.ts"
import { showParts } from "./parts.ts"

/*
 * Sends forms in the background, one after another, so that two quick taps count twice and the page does not jump. Then
 * updates the parts of the page from the answer.
 */

/** Sends the form as without a script, so that the answer is a page that says what is wrong. */
export const sendPlainly = (address: string, body: URLSearchParams): void => {
  const form = document.createElement("form")
  form.method = "post"
  form.action = address
  form.hidden = true
  for (const [name, value] of body) {
    const field = document.createElement("input")
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
}

const say = (text: string): void => {
  const status = document.querySelector("[data-says]")
  if (status !== null) status.textContent = text
}

const send = async (address: string, body: URLSearchParams): Promise<void> => {
  const answered = await fetch(address, { method: "POST", body }).catch(() => undefined)
  if (answered?.ok !== true || !answered.redirected) return sendPlainly(address, body)
  const answer = new DOMParser().parseFromString(await answered.text(), "text/html")
  showParts(answer)
  say(answer.querySelector("main [role=status]")?.textContent ?? "")
}

export const attachInPlace = (): void => {
  let sending = Promise.resolve()
  document.addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.inPlace === undefined) return
    const address = form.getAttribute("action")
    if (address === null || event.defaultPrevented) return
    event.preventDefault()
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form, event.submitter))
      if (typeof value === "string") body.append(name, value)
    // The next tap counts separately, even if the answer with its new form has not arrived.
    const key = form.elements.namedItem(KEY_FIELD)
    if (key instanceof HTMLInputElement) key.value = newKey()
    sending = sending.then(() => send(address, body))
  })
}
