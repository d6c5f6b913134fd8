/** What a connected app may do, as OAuth scopes. Writing includes reading. */
export const SCOPES = ["fettle:read", "fettle:write"] as const
