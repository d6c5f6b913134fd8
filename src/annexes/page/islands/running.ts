import { buttonOf, textOf } from "./ask.ts"
import { type Draft, draftsOf, nameOf, throwAway } from "./drafts.ts"
import { element } from "./elements.ts"
import { ranFor } from "./workout-timers.ts"

/** From how old on a workout is one that was forgotten, in milliseconds. */
const FORGOTTEN_AFTER = 12 * 3_600_000

/** How often the time is renewed, in milliseconds. */
const PACE = 20_000

/** The forgotten workout about which the person was asked last. */
const ASKED = "fettle-asked"

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

const begunAt = ({ startedAt, at }: Draft): number => startedAt ?? at

/** How it stands: Push · 24 min · 6 of 20 sets. */
const standOf = (draft: Draft): string => {
  const { startedAt, at, rows } = draft
  const [done, all] = [count(rows, /aria-pressed="true"/g), count(rows, / data-set="/g)]
  return [
    nameOf(draft),
    ...(startedAt === undefined ? [] : [`${Math.floor(ranFor(startedAt, at) / 60_000)} min`]),
    ...(all === 0 ? [] : [`${done} of ${all} sets`])
  ].join(" · ")
}

/** The latest workout that is going on, unless this page is its form. */
const runningFor = (user: string) => {
  const here = location.pathname + location.search.replace(/[?&]done=\w+/, "")
  return draftsOf(user).find(({ draft: { from, rows } }) => from !== here && rows.includes("data-exercise="))
}

/** Offers once to log a workout that was forgotten, or to throw it away. */
const offer = (user: string, name: string, draft: Draft): void => {
  const asked = `${user} ${name} ${draft.at}`
  if (localStorage.getItem(ASKED) === asked) return
  localStorage.setItem(ASKED, asked)
  const day = new Date(begunAt(draft)).toLocaleString("en-GB", { weekday: "long", hour: "2-digit", minute: "2-digit" })
  const notice = element("section", { class: "undo", "aria-label": "A workout that is not logged" })
  const buttons = element("div", { class: "buttons" }, element("a", { class: "button", href: draft.from }, "Log it"))
  const end = () => notice.remove()
  buttons.append(
    buttonOf("Throw it away", "quiet", () => {
      throwAway(user, name)
      end()
    }),
    buttonOf("Later", "quiet", end)
  )
  notice.append(textOf("p", `${nameOf(draft)} of ${day} is not logged yet.`), buttons)
  document.querySelector("main")?.prepend(notice)
}

/** Shows on every page the workout that is going on, with its time and its sets. A tap goes on with it. */
export const attachRunning = (): void => {
  const { user } = document.documentElement.dataset
  if (user === undefined) return
  let bar: HTMLElement | undefined
  const show = () => {
    const found = runningFor(user)
    const isOld = found !== undefined && Date.now() - begunAt(found.draft) > FORGOTTEN_AFTER
    if (found === undefined || isOld) bar?.remove()
    if (found === undefined) return
    if (isOld) return offer(user, found.name, found.draft)
    const link = element(
      "a",
      { href: found.draft.from },
      textOf("span", standOf(found.draft)),
      textOf("span", "Go on ›")
    )
    bar ??= element("aside", { class: "running", "aria-label": "Workout going on" })
    bar.replaceChildren(link)
    if (!bar.isConnected) document.querySelector("header")?.after(bar)
  }
  show()
  setInterval(() => document.activeElement?.closest(".running") || show(), PACE)
  addEventListener("storage", show)
  addEventListener("pageshow", show)
}
