import { ask, buttonOf, say, textOf } from "./ask.ts"
import { renewParts } from "./parts.ts"
import { drop, onChange, type Waiting, waitingOf } from "./queue.ts"
import { type Hindrance, isReady, isUnsure, sendOne, sendWaiting, sessionNow } from "./sending.ts"

/** How often sending is retried while something is waiting, in milliseconds. */
const AGAIN_MILLIS = 30_000

const HINDRANCES: Readonly<Record<Hindrance, string>> = {
  network: "No network yet. It is sent as soon as there is one.",
  "signed-out": "Sign in to send it.",
  "somebody-else": "Somebody else has signed in. Open this page again."
}

const counted = (count: number): string => (count === 1 ? "1 log" : `${count} logs`)

const dayText = (day: string): string =>
  day === ""
    ? ""
    : `, ${new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" })}`

/** What an entry contains, after its name: "Push B: 3 exercises, 9 sets" and "Whey shake, 180 kcal". */
const detailsText = ({ to, details }: Waiting): string =>
  details === "" ? "" : `${to.startsWith("/app/workouts") ? ":" : ","} ${details}`

/** Posts an entry's fields like its form, so that the page shows the form with what was typed. */
const openForm = ({ to, fields }: Waiting, token: string): void => {
  const form = document.createElement("form")
  form.method = "post"
  form.setAttribute("action", to)
  for (const [name, value] of [...fields, ["form_token", token] as const]) {
    const input = document.createElement("input")
    input.type = "hidden"
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
}

/** Sends an entry again. If it is refused again, opens its form with what was typed. */
const retry = async (entry: Waiting): Promise<void> => {
  const sent = await sendOne(entry)
  if (typeof sent === "object") return location.assign(sent.to)
  if (sent !== "refused") return say(HINDRANCES[sent])
  const session = await sessionNow()
  if (typeof session === "string") return say(HINDRANCES[session])
  openForm(entry, session.token)
}

const standingOf = (entry: Waiting): string => {
  if (isUnsure(entry))
    return "It was sent, but no answer came, and that is long ago: it may be logged already. Look at its day, then send it again or drop it."
  return entry.refusal === undefined ? "Waiting to be sent." : `It could not be logged. ${entry.refusal}`
}

const rowOf = (entry: Waiting): HTMLElement => {
  const row = document.createElement("li")
  const text = document.createElement("div")
  text.append(
    textOf("strong", entry.what),
    textOf("span", detailsText(entry)),
    textOf("span", dayText(entry.day), "soft"),
    textOf("div", standingOf(entry), isReady(entry) ? "soft" : "fault")
  )
  const buttons = textOf("div", "", "buttons")
  if (!isReady(entry))
    buttons.append(buttonOf(entry.refusal === undefined ? "Send again" : "Correct it", "", () => void retry(entry)))
  const dropIt = async () => {
    if (await ask(`Drop “${entry.what}”? It is only on this device, and is not logged.`, "Drop it", "Keep it"))
      await drop(entry.key)
  }
  const button = buttonOf("Drop", "quiet", () => void dropIt().then(() => showWaiting(entry.user)))
  button.setAttribute("aria-label", `Drop ${entry.what}`)
  buttons.append(button)
  row.append(text, buttons)
  return row
}

let section: HTMLElement | undefined

/** Shows this user's waiting entries at the top of the page. */
export const showWaiting = async (user: string): Promise<void> => {
  const entries = await waitingOf(user)
  const open = section ?? textOf("section", "", "card waiting")
  section = open
  open.hidden = entries.length === 0
  open.setAttribute("aria-labelledby", "waiting")
  const title = textOf("h2", `${counted(entries.length)} on this device only`)
  title.id = "waiting"
  const list = textOf("ul", "", "rows")
  list.append(...entries.map(rowOf))
  open.replaceChildren(title, list)
  if (!open.isConnected) document.querySelector("main")?.prepend(open)
}

const linkOf = (text: string, href: string): HTMLAnchorElement => {
  const link = document.createElement("a")
  link.href = href
  link.textContent = text
  return link
}

/** Sends this user's waiting entries, or shows what must be done first. */
const sendAndShow = async (user: string): Promise<void> => {
  if (!(await waitingOf(user)).some(isReady)) return
  const hindrance = await sendWaiting(user)
  if (hindrance === "signed-out") say(`${HINDRANCES[hindrance]} `, linkOf("Sign in", "/app/sign-in"))
  else if (hindrance === "somebody-else") say(HINDRANCES[hindrance])
}

/** Shows this user's waiting entries, and sends them now, when there is a network again, and every half minute. */
export const attachWaiting = (user: string): void => {
  let sent = 0
  const showSent = async (): Promise<void> => {
    // The page is not loaded once for each of many.
    const isShown = !(await waitingOf(user)).some(isReady) && (await renewParts(user).catch(() => false))
    const text = `${counted(sent)} sent.`
    if (isShown) say(text)
    else say(`${text} `, linkOf("Reload the page", location.href))
  }
  onChange((isSent) => {
    void showWaiting(user)
    if (!isSent) return
    sent += 1
    void showSent()
  })
  const send = () => void sendAndShow(user)
  void showWaiting(user).then(send)
  addEventListener("online", send)
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && send())
  setInterval(() => navigator.onLine && document.visibilityState === "visible" && send(), AGAIN_MILLIS)
}
