/** What an app may do: the scopes of OAuth. Writing includes reading. */
export const SCOPES = ["fettle:read", "fettle:write"] as const

/** The scope that asks for refresh tokens. Every app gets them, so it means nothing here. */
export const OFFLINE_SCOPE = "offline_access"

/** The scopes of an app, as text. */
export const scopeText = (mayWrite: boolean): string => (mayWrite ? SCOPES.join(" ") : SCOPES[0])

/**
 * Whether a request's scopes include writing; undefined if it names none. Unknown scopes are ignored, unless there are
 * no others: then "unknown".
 */
export const asksToWrite = (scope: string | undefined): boolean | undefined | "unknown" => {
  const asked = (scope ?? "").split(" ").filter((each) => each !== "" && each !== OFFLINE_SCOPE)
  if (asked.length === 0) return undefined
  if (asked.includes(SCOPES[1])) return true
  return asked.includes(SCOPES[0]) ? false : "unknown"
}
