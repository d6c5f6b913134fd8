/** Where the key of the last form sent is stored, for the page that follows. */
const POSTED = "fettle-posted"

/** Remembers in this tab the key of the form that is being sent. */
export const notePosted = (key: string): void => sessionStorage.setItem(POSTED, key)

/** The key of the form that led to this page, once; undefined if there is none, or nothing can be stored. */
export const postedKey = (): string | undefined => {
  try {
    const key = sessionStorage.getItem(POSTED)
    sessionStorage.removeItem(POSTED)
    return key ?? undefined
  } catch {
    return undefined
  }
}
