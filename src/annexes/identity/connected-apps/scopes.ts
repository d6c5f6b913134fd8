import { SCOPES } from "../../../contract/scopes.ts"

/** The scope that requests refresh tokens. It has no effect, because every app gets them. */
export const OFFLINE_SCOPE = "offline_access"

/** An app's scopes as text. */
export const scopeText = (mayWrite: boolean): string => (mayWrite ? SCOPES.join(" ") : SCOPES[0])

/**
 * Whether the requested scopes include writing; undefined if none are named. Unknown scopes are ignored, unless there
 * are no others: then "unknown".
 */
export const asksToWrite = (scope: string | undefined): boolean | undefined | "unknown" => {
  const asked = (scope ?? "").split(" ").filter((each) => each !== "" && each !== OFFLINE_SCOPE)
  if (asked.length === 0) return undefined
  if (asked.includes(SCOPES[1])) return true
  return asked.includes(SCOPES[0]) ? false : "unknown"
}
