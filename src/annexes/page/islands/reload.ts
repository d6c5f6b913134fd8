/** Milliseconds until an import is first looked at again, and at most between two looks. */
const SOONEST = 250
const MOST = 2000

/** Shows how far an import is while it is running, and then the page with what came of it. */
export const attachReload = (): void => {
  const status = document.querySelector<HTMLElement>("[data-running]")
  const address = status?.dataset.running
  if (!status || address === undefined) return
  const look = async (pause: number): Promise<void> => {
    const answer = await fetch(address).catch(() => undefined)
    const html = answer?.ok === true ? await answer.text().catch(() => undefined) : undefined
    const next = new DOMParser().parseFromString(html ?? "", "text/html").querySelector("[data-running]")
    if (html !== undefined && next === null) return location.replace(address)
    if (next !== null && next.textContent !== status.textContent) status.replaceChildren(...next.childNodes)
    setTimeout(() => void look(Math.min(MOST, 2 * pause)), pause)
  }
  setTimeout(() => void look(2 * SOONEST), SOONEST)
}
