/** @jsxImportSource hono/jsx */
import { DateTime, Effect, Option, Record } from "effect"
import type { Arrival } from "../../../call/outcome.ts"
import { LIMITS } from "../../../contract/handler/limits.ts"
import { program } from "../../../platform/assets/assets.ts"
import { OpenIdProvider } from "../../identity/openid/provider.ts"
import { LINK_MINUTES } from "../../identity/sign-in/model.ts"
import { makePasskeys, whyNoPasskeys } from "../../identity/sign-in/passkeys.ts"
import { CARRIED_FIELD } from "../diary/carried.ts"
import { LONGEST_IN_COOKIE } from "../frame/cookies.ts"
import { SIGN_IN_PATH } from "../frame/paths.ts"
import { respondWith } from "../frame/respond.tsx"
import { islandsScript } from "../frame/scripts.ts"
import type { View } from "../frame/view.ts"
import { OpenIdOutcome, OpenIdWay, SignedOut, type Stranger, TROUBLE_STATUS, type Trouble } from "./openid-parts.tsx"
import { PASSKEY_SCRIPTS } from "./passkey-script.ts"

/**
 * How often one address may try to sign in, independent of users' call limits. The secrets cannot be guessed; this
 * keeps floods of wrong ones away from the database.
 */
export const SIGN_IN_LIMITS = {
  ...Record.map(LIMITS, ({ default: amount }) => amount),
  readsBurst: 300,
  writesBurst: 120,
  writesPerDay: 20_000
}

export const askForLink = (
  <p>
    Ask the operator of this service for a login link. The operator runs <code>{program} login-link --user ID</code>,
    which prints one. It works once, for {LINK_MINUTES} minutes.
  </p>
)

/** A form that arrived after its session had ended. */
interface Interrupted {
  /** Where it was sent. */
  readonly to: string
  /** What was typed, sealed; undefined if it cannot be kept. */
  readonly carried: string | undefined
}

const INTERRUPTED =
  "You were signed out before this was sent, so nothing was saved. Sign in, and what you typed comes back."
const LOST = "You were signed out before this was sent, so nothing was saved, and it could not be kept. Sign in again."

/** The hidden field with what was typed before the sign-in. */
export const Carried = ({ carried }: { readonly carried: string | undefined }) =>
  carried === undefined ? null : <input type="hidden" name={CARRIED_FIELD} value={carried} />

/** The way back to the form after signing in elsewhere in this browser. */
const Continue = ({ interrupted: { to, carried } }: { readonly interrupted: Interrupted }) =>
  carried === undefined ? null : (
    <form method="post" action={to}>
      <p>
        {carried.length <= LONGEST_IN_COOKIE
          ? "Open the link in this browser: the form opens there as you left it. It also opens here:"
          : "Open the link in another tab of this browser. Then come back here:"}
      </p>
      <Carried carried={carried} />
      <button type="submit" class="quiet">
        I have signed in
      </button>
    </form>
  )

/**
 * Shows that something is waiting to be sent from this device, once the script has found it. It shows neither whose nor
 * what it is, because the reader may be somebody else.
 */
export const WaitingHere = () => (
  <p class="notice" data-waiting-here hidden>
    What was logged here and is not sent yet waits on this device. It comes back when the person who logged it signs in.
    If somebody else signs in, it is deleted unsent.
  </p>
)

/** The OpenID provider as the page shows it. */
interface Elsewhere {
  readonly name: string
  readonly isDown: boolean
  readonly hasSignOut: boolean
}

/** The status of the page. */
const statusOf = ({ hasFailed, interrupted, openId }: Asked): number =>
  typeof openId === "string"
    ? TROUBLE_STATUS[openId]
    : hasFailed === true || interrupted !== undefined || openId !== undefined
      ? 403
      : 200

const signInView = (
  options: string | undefined,
  reason: string | undefined,
  elsewhere: Elsewhere | undefined,
  asked: Asked
): View => {
  const { hasFailed = false, isDeleted = false, interrupted, openId } = asked
  return {
    title: "Sign in",
    status: statusOf(asked),
    scripts: options === undefined ? [] : PASSKEY_SCRIPTS,
    content: (
      <section class="card">
        <h1>Sign in</h1>
        <WaitingHere />
        {isDeleted ? (
          <p class="notice" role="status">
            Your account is deleted, with all its data.
          </p>
        ) : null}
        {interrupted === undefined ? null : (
          <p class="notice" role="alert" data-interrupted={interrupted.carried === undefined ? "lost" : "carried"}>
            {interrupted.carried === undefined ? LOST : INTERRUPTED}
          </p>
        )}
        {elsewhere !== undefined && asked.hasLeft === true ? <SignedOut {...elsewhere} /> : null}
        {elsewhere === undefined || openId === undefined ? null : (
          <OpenIdOutcome name={elsewhere.name} outcome={openId} />
        )}
        {hasFailed ? (
          <p class="fault" role="alert">
            This passkey could not be verified. It may have been removed, or the page was open for too long. Try again,
            or use a login link.
          </p>
        ) : null}
        {elsewhere === undefined ? null : <OpenIdWay {...elsewhere} />}
        {options === undefined ? (
          <p>{reason}</p>
        ) : (
          <form method="post" action={SIGN_IN_PATH} class="fields" data-passkey="use" data-options={options}>
            <input type="hidden" name="answer" value="" />
            <Carried carried={interrupted?.carried} />
            <button type="submit" disabled>
              Sign in with a passkey
            </button>
            <p role="status" class="soft" />
            <noscript>
              <p>Passkeys need JavaScript. Login links work without.</p>
            </noscript>
          </form>
        )}
        <h2>Without a passkey</h2>
        {askForLink}
        {interrupted === undefined ? null : <Continue interrupted={interrupted} />}
      </section>
    )
  }
}

/** Why a person is asked to sign in, if they did not come to do so. */
export interface Asked {
  /** Whether signing in with a passkey has just failed. */
  readonly hasFailed?: boolean
  /** Whether the person has just deleted their account. */
  readonly isDeleted?: boolean
  /** Whether the person has just signed out. */
  readonly hasLeft?: boolean
  /** What became of a sign-in at the OpenID provider that led nowhere. */
  readonly openId?: Trouble | Stranger
  readonly interrupted?: Interrupted | undefined
}

/** Answers with the sign-in page at an address of the service. */
export const makeSignInPage = Effect.gen(function* () {
  const passkeysAt = yield* makePasskeys
  const provider = Option.getOrUndefined(yield* OpenIdProvider)
  const { path: island } = yield* Effect.promise(islandsScript)

  const elsewhere = Effect.fnUntraced(function* (address: URL, hasLeft: boolean) {
    if (provider === undefined) return undefined
    const isDown = (yield* provider.fault) !== undefined
    const signOutAt = hasLeft && !isDown ? yield* provider.signOutAt(`${address.origin}${SIGN_IN_PATH}`) : undefined
    return { name: provider.name, isDown, hasSignOut: signOutAt !== undefined }
  })

  return Effect.fnUntraced(function* (address: URL, { at }: Arrival, asked: Asked = {}) {
    const reason = whyNoPasskeys(address)
    const options =
      reason === undefined ? yield* passkeysAt(address).requestOptions(DateTime.unsafeMake(at)) : undefined
    const view = signInView(options, reason, yield* elsewhere(address, asked.hasLeft === true), asked)
    return respondWith(view, { current: SIGN_IN_PATH, standing: undefined, nav: [], island })
  })
})
