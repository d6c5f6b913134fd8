/** Bytes in one part: as text, it stays within the limit of a form. */
const PART = 750_000

/** The action that looks through the uploaded file. */
const LOOK = "check"

const encoded = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += 8190) text += String.fromCharCode(...bytes.subarray(at, at + 8190))
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

const reasonIn = (html: string): string | null | undefined =>
  new DOMParser().parseFromString(html, "text/html").querySelector("main [role=alert]")?.textContent

/** The fields of a form without the file. */
const fieldsIn = (form: HTMLFormElement): URLSearchParams => {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value)
  return fields
}

/** The fields of a form with a part of the file instead of the file. */
const fieldsOf = (form: HTMLFormElement, file: File, at: number, bytes: Uint8Array): URLSearchParams => {
  const fields = fieldsIn(form)
  fields.set("name", file.name)
  fields.set("size", String(file.size))
  fields.set("at", String(at))
  fields.set("data", encoded(bytes))
  return fields
}

/** The elements of an upload form besides its fields. */
const partsOf = (form: HTMLFormElement) => ({
  status: form.querySelector<HTMLElement>("[role=status]"),
  bar: form.querySelector("progress"),
  stop: form.querySelector<HTMLButtonElement>("button[type=button]"),
  send: form.querySelector<HTMLButtonElement>("button[type=submit]"),
  input: form.querySelector<HTMLInputElement>("input[type=file]"),
  // Read as an attribute, because a field named `action` hides the property of that name.
  address: form.getAttribute("action")
})

const attach = (form: HTMLFormElement): void => {
  const { status, bar, stop, send, input, address } = partsOf(form)
  if (status === null || bar === null || stop === null || send === null || input === null || address === null) return
  let isStopped = false
  const end = (text: string) => {
    status.textContent = text
    bar.hidden = stop.hidden = true
  }
  const upload = async (file: File) => {
    isStopped = false
    bar.hidden = stop.hidden = false
    for (let at = 0; at < file.size || at === 0; at += PART) {
      if (isStopped) return end("Stopped.")
      const bytes = new Uint8Array(await file.slice(at, at + PART).arrayBuffer())
      const body = fieldsOf(form, file, at, bytes)
      const answer = await fetch(address, { method: "POST", body, redirect: "manual" }).catch(() => undefined)
      if (answer?.type !== "opaqueredirect") {
        const reason = answer === undefined ? undefined : reasonIn(await answer.text().catch(() => ""))
        return end(reason ?? "The upload failed. Check the connection, and choose the file again.")
      }
      bar.value = Math.min(1, (at + PART) / file.size)
      status.textContent = `${Math.round(bar.value * 100)} % of ${file.name}`
    }
    // Without an answer, the page offers to look through the file.
    const look = fieldsIn(form)
    look.set("action", LOOK)
    await fetch(address, { method: "POST", body: look, redirect: "manual" }).catch(() => undefined)
    location.assign(address)
  }
  stop.addEventListener("click", () => {
    isStopped = true
  })
  send.disabled = false
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const file = input.files?.[0]
    if (file === undefined) status.textContent = "Choose a file first."
    else void upload(file)
  })
}

/**
 * Sends a chosen file in parts, shows the progress, and can be stopped; then has the file looked through, and reloads the
 * page. A refusal is shown in the words of the returned page.
 */
export const attachUploads = (): void => {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-upload]")) attach(form)
}
