/** Paths linked from several pages. */
export const HOME_PATH = "/app"
export const SIGN_IN_PATH = "/app/sign-in"
/** The message of the sign-in page after the deletion of an account. */
export const DELETED = "deleted"
export const DELETED_PATH = `${SIGN_IN_PATH}?done=${DELETED}` as const
/** The message of the sign-in page after signing out, where an OpenID provider may have a session, too. */
export const LEFT = "left"
export const SIGN_OUT_PATH = "/app/sign-out"
/** Where signing in with the OpenID provider begins, and where the provider sends the browser back to. */
export const OPENID_PATH = "/app/openid"
export const OPENID_CALLBACK_PATH = "/app/openid/callback"
/** Where signing out of the provider begins. */
export const OPENID_SIGN_OUT_PATH = "/app/openid/sign-out"
/** The settings page on which a person links their account at the provider. */
export const OPENID_SETTING_PATH = "/app/settings/openid"
/** Where the offer to undo the last change is dismissed. */
export const UNDO_PATH = "/app/undo"
export const ACCOUNT_PATH = "/app/settings/account"
export const PHONE_PATH = "/app/settings/phone"
/** Where sample data is put in and taken out. */
export const SAMPLE_PATH = "/app/sample"
export const TOKENS_PATH = "/app/settings/tokens"
export const PASSKEYS_PATH = "/app/settings/passkeys"
/** What a browser needs to install the page and show it offline. */
export const MANIFEST_PATH = "/app/manifest.webmanifest"
export const TOUCH_ICON_PATH = "/app/icons/touch-180.png"
export const WORKER_PATH = "/app/worker.js"
export const OFFLINE_PATH = "/app/offline"

export const GOALS_PATH = "/app/goals"
export const GOAL_PATH = "/app/goals/goal"
export const EXERCISE_PATH = "/app/exercise"
export const TRENDS_PATH = "/app/trends"
export const READINGS_PATH = "/app/trends/readings"

/** The page of one goal. */
export const goalAddress = (id: string): `/${string}` => `${GOAL_PATH}?id=${encodeURIComponent(id)}`

/** The page of one exercise. */
export const exerciseAddress = (id: string): string => `${EXERCISE_PATH}?id=${encodeURIComponent(id)}`

/** The page of a metric's readings, up to a day or today. */
export const readingsAddress = (metric: string, to?: string): `/${string}` =>
  `${READINGS_PATH}?${new URLSearchParams({ metric, ...(to === undefined ? {} : { to }) })}`

export { HISTORY_PATH } from "../../../config.ts"
