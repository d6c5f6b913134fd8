import { textOf } from "./ask.ts"

/** Why a search has no results: there is no network, nobody is signed in, there were too many requests, or something else went wrong. */
export type SearchFailure = "signed out" | "too many" | "failed" | "no network"

/** The address that begins a sign-in. */
const SIGN_IN = "/app/sign-in"

/** The failure that a status of an answer means. */
export const failureOf = (status: number): SearchFailure => (status === 429 ? "too many" : "failed")

const signIn = (): HTMLElement => {
  const link = textOf("a", "Sign in in a new tab")
  link.setAttribute("href", SIGN_IN)
  link.setAttribute("target", "_blank")
  link.setAttribute("rel", "noopener")
  return link
}

const inWords = (failure: SearchFailure): ReadonlyArray<Node | string> => {
  switch (failure) {
    case "signed out":
      return ["You are signed out, so nothing is searched. ", signIn(), ", then type again."]
    case "too many":
      return ["Too many searches. Wait a moment, then type again."]
    case "no network":
      return ["No network, so no exercises are searched. “Add exercise” adds it by the name that you type."]
    case "failed":
      return ["The search did not work. Type again to repeat it."]
  }
}

/** A failed search in words. Signing in happens in another tab, so that what is typed on this page stays. */
export const failed = (failure: SearchFailure): HTMLElement => {
  const words = textOf("p", "", "soft")
  words.append(...inWords(failure))
  return words
}
