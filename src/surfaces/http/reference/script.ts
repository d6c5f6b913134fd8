import { TAKE_TOKEN } from "../../web/hand-over.tsx"
import { script } from "../../web/html.ts"

/** Response headers that are shown. */
const SHOWN = ["Request-Id", "RateLimit", "RateLimit-Policy", "Retry-After", "Idempotent-Replayed", "WWW-Authenticate"]

/** Runs operations, and shows their answers. The token stays in the field where it was typed. */
export const TRY_SCRIPT = script(`
${TAKE_TOKEN}
const token = document.getElementById("token")
const show = (parent, query, text) => { parent.querySelector(query).textContent = text }
const bodyOf = (text) => {
  try { return JSON.stringify(JSON.parse(text), null, 2) } catch { return text }
}
const requestOf = (form) => {
  const { method, action } = form.dataset
  const url = new URL(action)
  const headers = new Headers()
  let body
  for (const { name, value, dataset } of form.elements) {
    if (dataset.in === undefined || value === "") continue
    if (dataset.in === "query") url.searchParams.set(name, value)
    if (dataset.in === "header") headers.set(name, value)
    if (dataset.in === "body") {
      headers.set("Content-Type", "application/json")
      body = value
    }
  }
  if (token.value.trim() !== "") headers.set("Authorization", "Bearer " + token.value.trim())
  return new Request(url, { method, headers, body, credentials: "omit", cache: "no-store" })
}
const send = async (form) => {
  const answer = form.querySelector(".answer")
  answer.hidden = true
  show(form, ".status", "Sending …")
  try {
    const started = performance.now()
    const response = await fetch(requestOf(form))
    const text = await response.text()
    const took = Math.round(performance.now() - started)
    const headers = ${JSON.stringify(SHOWN)}.filter((name) => response.headers.has(name))
    show(answer, ".headers", headers.map((name) => name + ": " + response.headers.get(name)).join("\\n"))
    show(answer, ".body", bodyOf(text))
    answer.hidden = false
    show(form, ".status", (response.status + " " + response.statusText).trim() + ", after " + took + " ms")
  } catch (error) {
    show(form, ".status", "The request could not be sent, or no answer came. Check the token and that the service runs. (" + error.message + ")")
  }
}
for (const form of document.querySelectorAll("form[data-action]")) {
  let isSending = false
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    await send(form)
    isSending = false
  })
}
takeToken((text) => {
  token.value = text
  show(document, "#token-status", "Your new token is in the field. It goes when you close or reload this page.")
})
for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false
`)
