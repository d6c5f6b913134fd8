/** Paths that pages lead to from elsewhere. */
export const HOME_PATH = "/app"
export const SIGN_IN_PATH = "/app/sign-in"
export const SIGN_OUT_PATH = "/app/sign-out"
export const TOKENS_PATH = "/app/settings/tokens"
export const PASSKEYS_PATH = "/app/settings/passkeys"

export { HISTORY_PATH } from "../config.ts"
