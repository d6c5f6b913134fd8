import { say } from "./ask.ts"
import { renewKeys } from "./folding.ts"
import { KEY_FIELD, newKey } from "./keys.ts"
import { later } from "./later.ts"
import { notePosted, postedKey } from "./posted.ts"
import { drop, put, SEND_TAG, type Waiting, waitingOf } from "./queue.ts"
import { attachWaiting, showWaiting } from "./waiting.ts"
import { INTERRUPTED } from "./waiting-here.ts"
import { wordsOf } from "./waiting-words.ts"

const TOKEN_FIELD = "form_token"

const fieldOf = (form: HTMLFormElement, name: string): HTMLInputElement | undefined => {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : undefined
}

/** The field with the day that a form logs to; a copy has another field with its source's day. */
export const dayOf = (form: HTMLFormElement): HTMLInputElement | undefined =>
  fieldOf(form, "toDate") ?? fieldOf(form, "date")

const addressOf = (form: HTMLFormElement): string => {
  const { pathname, search } = new URL(form.getAttribute("action") ?? "", location.href)
  return pathname + search
}

/** Today in the timezone of the person's account, whatever the device's timezone. */
export const todayIn = (timeZone: string): string => new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date())

const whatOf = (form: HTMLFormElement, submitter: HTMLElement | null): string =>
  [
    form.dataset.offline,
    fieldOf(form, "quickAdd.name")?.value,
    fieldOf(form, "quickAdd.name")?.placeholder,
    fieldOf(form, "name")?.value,
    submitter?.getAttribute("aria-label")?.replace(/^Log /, "")
  ].find((each) => each !== undefined && each.trim() !== "") ?? "Log"

const entryOf = (form: HTMLFormElement, submitter: HTMLElement | null, user: string): Waiting => {
  const fields = [...new FormData(form, submitter)].flatMap(([name, value]) =>
    typeof value === "string" && name !== TOKEN_FIELD ? [[name, value] as const] : []
  )
  return {
    key: fieldOf(form, KEY_FIELD)?.value ?? "",
    user,
    to: addressOf(form),
    fields,
    what: whatOf(form, submitter),
    details: wordsOf(form, submitter),
    day: dayOf(form)?.value ?? "",
    at: Date.now(),
    triedAt: undefined,
    refusal: undefined
  }
}

/** Sends a form as the browser would, without its events. */
const submit = (form: HTMLFormElement, submitter: HTMLElement | null): void => {
  if (submitter instanceof HTMLButtonElement && submitter.name !== "") {
    const input = document.createElement("input")
    input.type = "hidden"
    input.name = submitter.name
    input.value = submitter.value
    form.append(input)
  }
  HTMLFormElement.prototype.submit.call(form)
}

/** Asks the browser, if it can, to send the queue when there is a network again, even after the page is closed. */
const askForSending = async (): Promise<void> => {
  await navigator.storage?.persist?.().catch(() => undefined)
  const registration = await navigator.serviceWorker.ready
  if (!("sync" in registration)) return
  const { sync } = registration
  if (typeof sync === "object" && sync !== null && "register" in sync && typeof sync.register === "function")
    await sync.register(SEND_TAG)
}

/** Stores a form for later, and clears it. */
const keepForLater = async (form: HTMLFormElement, entry: Waiting): Promise<void> => {
  await put(entry)
  form.reset()
  form.dispatchEvent(new CustomEvent("fettle:kept", { bubbles: true }))
  const key = fieldOf(form, KEY_FIELD)
  if (key !== undefined) key.value = newKey()
  await showWaiting(entry.user)
  say(`No network. “${entry.what}” is kept on this device, and is sent as soon as there is one.`)
  document.querySelector("main")?.scrollIntoView()
  await askForSending().catch(() => undefined)
}

const sending = new WeakSet<HTMLFormElement>()

/**
 * Logs the content of a form. It is stored on the device before it is sent, so that an interruption cannot lose it. The
 * page that follows shows whether it was logged; if no page follows, it waits.
 */
const log = async (form: HTMLFormElement, submitter: HTMLElement | null, user: string): Promise<void> => {
  const entry = entryOf(form, submitter, user)
  if (!navigator.onLine) return keepForLater(form, entry)
  await put({ ...entry, triedAt: Date.now() })
  notePosted(entry.key)
  form.dispatchEvent(new CustomEvent("fettle:queued", { bubbles: true }))
  submit(form, submitter)
}

/**
 * Removes the last form sent from the queue if this page shows its result, and the form of an ended session if this page
 * brings it back.
 */
const settle = async (user: string, key: string | undefined): Promise<void> => {
  if (document.documentElement.dataset.kept !== undefined) return
  const isDone = new URLSearchParams(location.search).has("done")
  const shown = new Set(
    [...document.querySelectorAll<HTMLInputElement>(`input[name=${KEY_FIELD}]`)].map(({ value }) => value)
  )
  if (key !== undefined && (isDone || shown.has(key))) await drop(key)
  for (const { key, refusal } of await waitingOf(user)) if (refusal === INTERRUPTED && shown.has(key)) await drop(key)
}

/**
 * Updates a page shown from a copy: marks it as such and gives its forms new keys. Unless its address names a day, its
 * forms log to today.
 */
const freshen = ({ kept, today, timezone }: DOMStringMap): void => {
  if (kept === undefined || today === undefined || timezone === undefined) return
  for (const notice of document.querySelectorAll("main > .notice, main .undo")) notice.remove()
  renewKeys(document)
  const now = new URLSearchParams(location.search).has("date") ? today : todayIn(timezone)
  // On another day, the day before is another one too.
  if (now !== today) for (const form of document.querySelectorAll("form[data-day-before]")) form.remove()
  const forms = [...document.querySelectorAll<HTMLFormElement>("form[data-offline]")]
  for (const date of forms.map(dayOf))
    if (date !== undefined && date.value === today) date.defaultValue = date.value = now
  document.documentElement.dataset.today = now
  const seen = new Date(kept).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: timezone })
  say(
    `No network, or a slow one. This page is as it was on ${seen}.${now === today ? "" : " What you log for today goes to today."}`
  )
}

const submitted = (event: SubmitEvent, user: string): void => {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
  if (form.method !== "post") return
  if (form.dataset.offline === undefined || fieldOf(form, KEY_FIELD) === undefined) {
    if (navigator.onLine) return
    event.preventDefault()
    say("No network. This was not saved: send it again when there is one. What you typed is still here.")
    return
  }
  event.preventDefault()
  if (sending.has(form)) return
  sending.add(form)
  void log(form, submitter, user)
    // If nothing can be stored, the form is sent as usual.
    .catch(() => submit(form, submitter))
    .finally(() => sending.delete(form))
}

/** Makes forms with `data-offline` work offline: they wait on the device, and are sent when there is a network. */
export const attachOffline = (user: string): void => {
  freshen(document.documentElement.dataset)
  document.addEventListener("submit", (event) => submitted(event, user))
  const key = postedKey()
  const start = () =>
    void settle(user, key)
      .catch(() => undefined)
      .then(() => attachWaiting(user))
  // What was just sent is settled before somebody sends the next.
  if (key === undefined) later(start)
  else start()
}
