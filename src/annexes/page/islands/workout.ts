import { MOST_ROWS } from "../workouts/workout-bounds.ts"
import { type Draft, draftOf, forgetSent, keepDraft, listDrafts, noteSent, throwAway, whenOf } from "./drafts.ts"
import { element } from "./elements.ts"
import { sendPlainly } from "./in-place.ts"
import { failed, failureOf } from "./search-failure.ts"
import { asksToSignIn } from "./sending.ts"
import { listenToCells } from "./workout-cells.ts"
import { lengthIn } from "./workout-length.ts"
import { namedExercise, type ScriptedColumn } from "./workout-named.ts"
import { doneHere, MOST } from "./workout-rows.ts"
import { addTicks, emptySets, listenToTicks, tickAgain, tickedIn, tickFilled, untickedIn } from "./workout-ticks.ts"
import { addTimers, type Clock, stayAwake } from "./workout-timers.ts"

/** How long to wait after the last key before searching, in milliseconds. */
const PAUSE = 250

const NO_NETWORK = "That needs a connection. What you typed is kept on this device."
const FAILED = "That did not work. What you typed is still here. Try again."

const NO_ROOM = "The form is full. Log this workout, and add the others in another one."

/** A form with its parts. */
interface Parts {
  readonly form: HTMLFormElement
  readonly rows: HTMLElement
  readonly find: HTMLInputElement
  readonly dock: Element
  readonly say: (text: string, ...buttons: ReadonlyArray<HTMLButtonElement>) => void
  readonly user: string
  readonly name: string
  readonly address: string
}

const partsOf = (form: HTMLFormElement): Parts | undefined => {
  const rows = form.querySelector<HTMLElement>("[data-exercises]")
  const find = form.querySelector<HTMLInputElement>("input[name=find]")
  const dock = form.querySelector(".dock")
  const address = form.getAttribute("action")
  const { user, workout: name } = form.dataset
  if (rows === null || find === null || dock === null || address === null) return undefined
  if (user === undefined || name === undefined) return undefined
  const status = element("p", { role: "status", class: "says" })
  dock.prepend(status)
  const say: Parts["say"] = (text, ...buttons) => status.replaceChildren(text, ...buttons)
  return { form, rows, find, dock, say, user, name, address }
}

const button = (text: string, work: () => void): HTMLButtonElement => {
  const made = element("button", { type: "button", class: "quiet" }, text)
  made.addEventListener("click", work)
  return made
}

/** The rows as HTML, with what was typed into them. */
const rowsOf = ({ rows }: Parts): string => {
  for (const input of rows.querySelectorAll("input")) input.setAttribute("value", input.value)
  // Extensions of browsers leave styles behind, which the page's policy would report when a draft is shown.
  for (const styled of rows.querySelectorAll("[style]")) styled.removeAttribute("style")
  return rows.innerHTML
}

const showRows = ({ rows }: Parts, html: string): void =>
  rows.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes)

const KEPT: ReadonlySet<string> = new Set(["idempotency_key", "seen"])

type Typed = HTMLInputElement | HTMLTextAreaElement

/** The fields outside the rows, including the key that makes the workout count once, and what the form showed at first. */
const fieldsOf = ({ form, rows, find }: Parts): ReadonlyArray<Typed> =>
  [...form.querySelectorAll<Typed>("input, textarea")].filter(
    (field) => !rows.contains(field) && field !== find && (field.type !== "hidden" || KEPT.has(field.name))
  )

const keep = (parts: Parts, clock: Clock | undefined): void => {
  keepDraft(parts.user, parts.name, {
    at: Date.now(),
    from: `${location.pathname}${location.search}`,
    fields: fieldsOf(parts).map(({ name, value }) => [name, value]),
    rows: rowsOf(parts),
    ...clock?.times()
  })
}

const restore = (parts: Parts, { at, fields, rows, ...times }: Draft, clock: Clock | undefined): void => {
  const values = new Map(fields)
  for (const field of fieldsOf(parts)) field.value = values.get(field.name) ?? field.value
  showRows(parts, rows)
  clock?.goOn(times, at)
}

/** The form as returned by the service after a step, or why there is none. */
type Answer = Element | "no network" | "signed out" | "too many" | "failed"

/** The step that only searches. Its results depend on the words alone, and a form may have hundreds of sets. */
const SEARCH = "search"

const bodyOf = ({ form }: Parts, step: string): URLSearchParams => {
  const body = new URLSearchParams()
  for (const [field, value] of new FormData(form))
    if (typeof value === "string" && !(step === SEARCH && field.startsWith("exercises["))) body.append(field, value)
  body.set("step", step)
  return body
}

const asked = async ({ address, name }: Parts, body: URLSearchParams): Promise<Answer> => {
  const answer = await fetch(address, { method: "POST", body }).catch(() => undefined)
  const html = await answer?.text().catch(() => undefined)
  if (answer === undefined || html === undefined) return "no network"
  if (asksToSignIn(answer, html)) return "signed out"
  if (answer.status === 429) return "too many"
  const forms = new DOMParser().parseFromString(html, "text/html").querySelectorAll<HTMLElement>("form[data-workout]")
  return [...forms].find(({ dataset }) => dataset.workout === name) ?? failureOf(answer.status)
}

const isColumn = (each: unknown): each is ScriptedColumn =>
  Array.isArray(each) && each.length === 5 && each.every((part) => typeof part === "string")

/** Adds an exercise without the service, which will look it up by name when the workout is sent. */
const addHere = ({ form, rows, find, say }: Parts, step: string): void => {
  const id = step.startsWith("add:") ? step.slice(4) : undefined
  const offer = id === undefined ? null : form.querySelector(`[data-found] button[value="${CSS.escape(step)}"]`)
  const name = offer?.textContent?.trim() ?? find.value.trim()
  if (name === "" || !(id !== undefined || step === "find" || step === "enter")) {
    say(NO_NETWORK)
    return
  }
  const columns: unknown = JSON.parse(rows.dataset.exercises ?? "[]")
  const numbers = [...rows.querySelectorAll<HTMLElement>("[data-exercise]")].map(({ dataset }) =>
    Number(dataset.exercise)
  )
  const number = Math.max(-1, ...numbers) + 1
  if (number > MOST || rows.querySelectorAll("[data-set]").length >= MOST_ROWS) {
    say(NO_ROOM)
    return
  }
  const added = namedExercise(number, { id, name, columns: Array.isArray(columns) ? columns.filter(isColumn) : [] })
  rows.append(added)
  find.value = ""
  say("No network: last time is not shown.")
  added.querySelector<HTMLInputElement>("[data-set] input:not([type=hidden])")?.focus()
}

/**
 * Has the service perform a step, and shows the resulting form. Only without a network is the step performed here. After
 * any other answer, the rows stay as they are.
 */
const stepThere = async (parts: Parts, step: string): Promise<void> => {
  const body = bodyOf(parts, step)
  const shown = await asked(parts, body)
  if (shown === "no network") return addHere(parts, step)
  if (shown === "signed out") return sendPlainly(parts.address, body)
  if (typeof shown === "string") return parts.say(FAILED)
  const rows = shown.querySelector("[data-exercises]")
  const finder = shown.querySelector("[data-finder]")
  const found = shown.querySelector<HTMLInputElement>("input[name=find]")
  if (!rows || !finder || !found) return parts.say(FAILED)
  parts.rows.replaceChildren(...rows.childNodes)
  parts.find.value = found.value
  const fault = finder.querySelector(".fault")
  parts.say(fault?.textContent ?? "")
  showFound(parts, finder)
  const focused = parts.form.querySelector<HTMLElement>("[autofocus]")
  focused?.removeAttribute("autofocus")
  focused?.focus()
}

const showFound = ({ form }: Parts, finder: Element | null): void => {
  const found = finder?.querySelector("[data-found]")
  if (found) form.querySelector("[data-found]")?.replaceChildren(...found.childNodes)
}

/** Searches while somebody types. If several answers arrive, that to the last question is shown. */
const searchAsTyped = (parts: Parts): void => {
  let pause: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  parts.find.addEventListener("input", () => {
    clearTimeout(pause)
    const mine = ++latest
    pause = setTimeout(async () => {
      const shown = await asked(parts, bodyOf(parts, SEARCH))
      if (mine !== latest) return
      const found = parts.form.querySelector("[data-found]")
      if (typeof shown === "string") found?.replaceChildren(failed(shown))
      else showFound(parts, shown.querySelector("[data-finder]"))
      // The number of results is announced, instead of all of them at every key.
      const count = found?.querySelectorAll("li").length ?? 0
      const status = parts.form.querySelector("[data-count]")
      if (status === null) return
      status.textContent =
        typeof shown === "string"
          ? (found?.textContent ?? "")
          : `${count} ${count === 1 ? "exercise" : "exercises"} found`
    }, PAUSE)
  })
}

/** Asks what becomes of sets that are filled in and not ticked, while others are. Then the form is sent. */
const askAbout = (parts: Parts, left: ReadonlyArray<HTMLElement>, send: () => void): void => {
  const only = button("Only the ticked ones", () => {
    emptySets(left)
    send()
  })
  parts.say(
    `${left.length === 1 ? "1 set is" : `${left.length} sets are`} not ticked. Log `,
    button("All sets", send),
    only
  )
  parts.dock.querySelector<HTMLElement>(".says button")?.focus()
}

const attach = (form: HTMLFormElement): void => {
  const parts = partsOf(form)
  if (parts === undefined) return
  const isNew = parts.address.startsWith("/app/workouts/log")
  let isAwake = false
  let isDecided = false
  const changed = (ticked?: ReadonlySet<string>) => {
    if (isNew) addTicks(parts.rows)
    if (ticked !== undefined) tickAgain(parts.rows, ticked)
    clock?.touched()
    keep(parts, clock)
    if (isNew && !isAwake) stayAwake()
    isAwake = true
  }
  const length = lengthIn(form.querySelector<HTMLInputElement>("input[name=minutes]"), parts.rows, parts.say)
  const clock = isNew ? addTimers(parts.dock, { say: parts.say, stopped: length.stopped, changed }) : undefined
  const draft = "fresh" in form.dataset ? draftOf(parts.user, parts.name) : undefined
  if (draft !== undefined) {
    restore(parts, draft, clock)
    form.closest("details")?.setAttribute("open", "")
    const away = button("Throw it away", () => {
      throwAway(parts.user, parts.name)
      location.reload()
    })
    parts.say(`What you typed ${whenOf(draft)} is here again, not saved yet. `, away)
  }
  if (isNew) addTicks(parts.rows)
  listenToTicks(parts.rows, { ticked: () => clock?.setDone(), changed })
  form.addEventListener("input", (event) => event.target !== parts.find && changed())
  searchAsTyped(parts)
  listenToCells(parts.rows, changed)
  // The workout is queued, so the form starts over.
  form.addEventListener("fettle:kept", () => {
    throwAway(parts.user, parts.name)
    parts.rows.replaceChildren()
    parts.say("")
    clock?.startOver()
    length.startOver()
    isDecided = false
  })
  // The queue now keeps what was typed. If the service refuses it, the form comes back, and is a draft again.
  form.addEventListener("fettle:queued", () => throwAway(parts.user, parts.name))
  if (isNew && !("fresh" in form.dataset)) keep(parts, clock)
  form.addEventListener("submit", (event) => {
    const { submitter } = event
    const step = submitter instanceof HTMLButtonElement && submitter.name === "step" ? submitter.value : ""
    if (step === "" || (step === "enter" && parts.find.value.trim() === "")) {
      const left = isNew && !isDecided ? untickedIn(parts.rows) : []
      if (left.length > 0) {
        event.preventDefault()
        return askAbout(parts, left, () => {
          isDecided = true
          form.requestSubmit(submitter)
        })
      }
      if (!length.isSettled(clock?.minutes(), () => form.requestSubmit(submitter))) return event.preventDefault()
      keep(parts, clock)
      noteSent(parts.user, parts.name)
      return
    }
    event.preventDefault()
    const before = rowsOf(parts)
    const ticked = tickedIn(parts.rows)
    if (!doneHere(form, step)) return void stepThere(parts, step).then(() => changed(ticked))
    changed()
    if (tickFilled(parts.rows, step)) {
      clock?.setDone()
      changed()
    }
    const undo = button("Undo", () => {
      showRows(parts, before)
      parts.say("")
      changed()
    })
    if (/^(drop|less):/.test(step)) parts.say("Removed. ", undo)
  })
}

/** Makes a workout's form work without reloads, with drafts, a clock and a rest timer. */
export const attachWorkouts = (): void => {
  if (/[?&]done=(logged|saved)\b/.test(location.search)) forgetSent()
  for (const list of document.querySelectorAll<HTMLElement>("[data-drafts]")) listDrafts(list)
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-workout]")) attach(form)
}
