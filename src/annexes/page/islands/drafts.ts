import { element } from "./elements.ts"
import type { KeptTimes } from "./workout-timers.ts"

/**
 * What somebody has typed on this device and not sent yet, stored under their id. Another person's pages never read it,
 * and another sign-in removes it (device.ts).
 */
export interface Draft extends KeptTimes {
  /** When it was last changed, in epoch milliseconds. */
  readonly at: number
  /** The address of its page, with the query. */
  readonly from: string
  /** The fields outside the rows. */
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  /** The rows as HTML, with what was typed. */
  readonly rows: string
}

const PREFIX = "fettle-draft 1 "

const keyOf = (userId: string, name: string) => `${PREFIX}${userId} ${name}`

/** The name of the last draft that this tab sent, and the time of its last change. */
const SENT = "fettle-draft-sent"

const isField = (field: unknown): boolean =>
  Array.isArray(field) && typeof field[0] === "string" && typeof field[1] === "string"

const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" &&
  value !== null &&
  "at" in value &&
  typeof value.at === "number" &&
  "from" in value &&
  typeof value.from === "string" &&
  "rows" in value &&
  typeof value.rows === "string" &&
  "fields" in value &&
  Array.isArray(value.fields) &&
  value.fields.every(isField) &&
  (!("startedAt" in value) || typeof value.startedAt === "number") &&
  (!("restUntil" in value) || typeof value.restUntil === "number")

/** If storage is full or forbidden, nothing is kept, and the form works as without drafts. */
const tried = <A>(work: () => A): A | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

export const keepDraft = (userId: string, name: string, draft: Draft): void =>
  tried(() => localStorage.setItem(keyOf(userId, name), JSON.stringify(draft)))

export const draftOf = (userId: string, name: string): Draft | undefined => {
  const draft = tried((): unknown => JSON.parse(localStorage.getItem(keyOf(userId, name)) ?? "null"))
  return isDraft(draft) ? draft : undefined
}

/** A person's drafts of new workouts on this device, latest first, each with the name under which it is kept. */
export const draftsOf = (userId: string): ReadonlyArray<{ readonly name: string; readonly draft: Draft }> => {
  const start = keyOf(userId, "")
  const keys = tried(() => Object.keys(localStorage)) ?? []
  return keys
    .filter((key) => key.startsWith(start))
    .flatMap((key) => {
      const name = key.slice(start.length)
      const draft = draftOf(userId, name)
      return draft?.from.startsWith("/app/workouts/log") === true ? [{ name, draft }] : []
    })
    .sort((one, other) => other.draft.at - one.draft.at)
}

/** What the workout of a draft is called. */
export const nameOf = ({ fields }: Draft): string => new Map(fields).get("name")?.trim() || "Workout"

/** When a draft was last changed, in words: earlier today, or on which day. */
export const whenOf = ({ at }: Draft): string => {
  const [day, today] = [new Date(at), new Date()]
  return day.toDateString() === today.toDateString()
    ? "before"
    : `on ${day.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" })}`
}

export const throwAway = (userId: string, name: string): void => {
  tried(() => localStorage.removeItem(keyOf(userId, name)))
}

/** Records that a draft is being sent. It is removed by the page that confirms it. */
export const noteSent = (userId: string, name: string): void => {
  const draft = draftOf(userId, name)
  if (draft !== undefined) tried(() => sessionStorage.setItem(SENT, JSON.stringify([keyOf(userId, name), draft.at])))
}

/** Removes the draft that was sent, unless it has changed since. Called on the page that confirms that it was saved. */
export const forgetSent = (): void => {
  const sent = tried((): unknown => JSON.parse(sessionStorage.getItem(SENT) ?? "null"))
  tried(() => sessionStorage.removeItem(SENT))
  if (!Array.isArray(sent) || typeof sent[0] !== "string") return
  const [key, at] = sent
  const draft = tried((): unknown => JSON.parse(localStorage.getItem(key) ?? "null"))
  if (isDraft(draft) && draft.at === at) tried(() => localStorage.removeItem(key))
}

/** Links to a person's drafts of new workouts on this device. */
export const listDrafts = (list: HTMLElement): void =>
  list.replaceChildren(
    ...draftsOf(list.dataset.drafts ?? "").map(({ draft }) =>
      element(
        "a",
        { class: "button", href: draft.from },
        `Go on with ${nameOf(draft)}, of ${new Date(draft.at).toLocaleString("en-GB", { weekday: "long", hour: "2-digit", minute: "2-digit" })}`
      )
    )
  )
