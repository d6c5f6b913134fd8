import { ask, say } from "./ask.ts"
import { endGeneration } from "./generation.ts"
import { later } from "./later.ts"
import { attachOffline } from "./offline.ts"
import { dropOthers, forgetQueue, waitingOf } from "./queue.ts"

/** The prefix of everything that the pages keep in the browser's storage. */
const PREFIX = "fettle-"

/** Who used this device last. */
const OWNER = `${PREFIX}owner`

const WORKER = "/app/worker.js"
const SCOPE = "/app"

/** The forms that can be opened offline, even if they were never seen. */
const FORMS = ["/app/diary", "/app/workouts/log"]

const forgetTexts = (): void => {
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name)
}

/** Removes everything that the pages keep on this device. */
const forgetAll = async (): Promise<void> => {
  forgetTexts()
  await endGeneration()
  for (const name of await caches.keys()) await caches.delete(name)
  await forgetQueue()
}

/** Removes everything that belongs to another user. */
const claim = (user: string): void => {
  if ((localStorage.getItem(OWNER) ?? user) !== user) forgetTexts()
  localStorage.setItem(OWNER, user)
}

/** Whether pages and logs can be kept on this device. Browsers allow it only over https, and on the machine itself. */
const canKeep = (): boolean => isSecureContext && "serviceWorker" in navigator && "locks" in navigator

const leave = async (form: HTMLFormElement, user: string): Promise<void> => {
  if (!canKeep()) {
    forgetTexts()
    return HTMLFormElement.prototype.submit.call(form)
  }
  if (!navigator.onLine) return say("No network. You can sign out when there is one.")
  const { length } = await waitingOf(user)
  const isSure =
    length === 0 ||
    (await ask(
      `${length === 1 ? "1 log is" : `${length} logs are`} on this device only. Signing out deletes what is not sent.`,
      "Sign out, and delete",
      "Stay"
    ))
  if (!isSure) return
  await forgetAll()
  HTMLFormElement.prototype.submit.call(form)
}

const attachLeaving = (user: string): void => {
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form } = event
      if (!(form instanceof HTMLFormElement) || form.getAttribute("action") !== "/app/sign-out") return
      event.preventDefault()
      event.stopImmediatePropagation()
      void leave(form, user).catch(() => HTMLFormElement.prototype.submit.call(form))
    },
    true
  )
}

const attachWorker = async (): Promise<void> => {
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage([location.pathname + location.search, ...FORMS].map((path) => new URL(path, location.href).href))
}

/**
 * Manages what the pages keep on this device, for one person at a time: another person's sign-in removes the earlier
 * person's data, and signing out removes everything.
 */
export const attachDevice = (): void => {
  const { user } = document.documentElement.dataset
  if (user === undefined) return
  claim(user)
  attachLeaving(user)
  if (!canKeep()) return
  attachOffline(user)
  later(() => {
    void dropOthers(user)
      .then(attachWorker)
      .catch(() => undefined)
  })
}
