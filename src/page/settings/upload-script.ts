import { script } from "../view.ts"

/** Bytes of one part: as text it stays within what a form may hold. */
const PART = 750_000

/** Sends the chosen file in parts, shows how far it is, and can be stopped; then shows the page again. */
export const UPLOAD_SCRIPT = script(`
for (const form of document.querySelectorAll("form[data-upload]")) {
  const status = form.querySelector("[role=status]")
  const bar = form.querySelector("progress")
  const stop = form.querySelector("button[type=button]")
  let isStopped = false
  stop.addEventListener("click", () => { isStopped = true })
  form.querySelector("button[type=submit]").disabled = false
  const encoded = (bytes) => {
    let text = ""
    for (let at = 0; at < bytes.length; at += 8190) text += String.fromCharCode(...bytes.subarray(at, at + 8190))
    return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const file = form.querySelector("input[type=file]").files[0]
    if (!file) { status.textContent = "Choose a file first."; return }
    isStopped = false
    bar.hidden = stop.hidden = false
    for (let at = 0; at < file.size || at === 0; at += ${PART}) {
      if (isStopped) { status.textContent = "Stopped."; bar.hidden = stop.hidden = true; return }
      const bytes = new Uint8Array(await file.slice(at, at + ${PART}).arrayBuffer())
      const fields = new URLSearchParams(new FormData(form))
      fields.delete("file")
      fields.set("name", file.name)
      fields.set("size", String(file.size))
      fields.set("at", String(at))
      fields.set("data", encoded(bytes))
      const answer = await fetch(form.action, { method: "POST", body: fields, redirect: "manual" }).catch(() => undefined)
      if (answer?.type !== "opaqueredirect") {
        status.textContent = "The upload failed. Check the connection, and choose the file again."
        bar.hidden = stop.hidden = true
        return
      }
      bar.value = Math.min(1, (at + ${PART}) / file.size)
      status.textContent = Math.round(bar.value * 100) + " % of " + file.name
    }
    location.assign(form.action)
  })
}
`)

/** Shows the page again every two seconds while an import is running. */
export const RELOAD_SCRIPT = script(`
if (document.querySelector("[data-running]")) setTimeout(() => location.replace(location.pathname), 2000)
`)
