/** @jsxImportSource hono/jsx */
import { program } from "../../../platform/assets/assets.ts"
import type { FaultReason } from "../../identity/openid/faults.ts"
import { OPENID_PATH, OPENID_SIGN_OUT_PATH } from "../frame/paths.ts"

/** Why a sign-in at the provider led nowhere: a fault of the provider's, or what this service decided. */
export type Trouble = FaultReason | "lost"

/** What a person is told about it, by the provider's name. */
export const TROUBLES: Readonly<Record<Trouble, (name: string) => string>> = {
  unreachable: (name) => `${name} does not answer at the moment. Use another way to sign in, or try again later.`,
  unusable: (name) =>
    `Signing in with ${name} is not set up correctly. Use another way to sign in; the operator finds the reason in the log and with ${program} doctor.`,
  declined: (name) => `${name} did not sign you in: it was cancelled there, or ${name} needs something else of you.`,
  refused: (name) => `What ${name} sent back could not be trusted, so nothing was done. Try again.`,
  lost: () => "This sign-in was begun in another browser or more than ten minutes ago, or was used already. Try again."
}

/** The statuses of the pages that say so. */
export const TROUBLE_STATUS = {
  unreachable: 503,
  unusable: 503,
  declined: 403,
  refused: 403,
  lost: 403
} as const satisfies Record<Trouble, number>

/** Somebody whom the provider has signed in, and who is nobody here. */
export interface Stranger {
  readonly subject: string
}

export const isTrouble = (text: unknown): text is Trouble => typeof text === "string" && Object.hasOwn(TROUBLES, text)

/** What became of a sign-in at the provider. */
export const OpenIdOutcome = ({ name, outcome }: { readonly name: string; readonly outcome: Trouble | Stranger }) =>
  typeof outcome === "string" ? (
    <p class="fault" role="alert">
      {TROUBLES[outcome](name)}
    </p>
  ) : (
    <div class="fault" role="alert">
      <p>
        {name} has signed you in, but no user of this service is linked to your account there. Sign in here in another
        way and link it in Settings, or ask the operator to link it:
      </p>
      <p>
        <code>{program} user link-oidc USER_ID --subject SUBJECT</code>
      </p>
      <p>
        Your subject there is <code>{outcome.subject}</code>.
      </p>
    </div>
  )

/** The way to the provider, and whether it answers. */
export const OpenIdWay = ({ name, isDown }: { readonly name: string; readonly isDown: boolean }) => (
  <>
    {isDown ? (
      <p class="notice" role="status" data-openid-down>
        {name} does not answer at the moment. The other ways to sign in work.
      </p>
    ) : null}
    <p>
      <a class={isDown ? "button quiet" : "button"} href={OPENID_PATH} data-zone-here>
        {isDown ? `Try ${name} all the same` : `Sign in with ${name}`}
      </a>
    </p>
  </>
)

/** What a person sees after signing out, where the provider offers to end its session, too. */
export const SignedOut = ({ name, hasSignOut }: { readonly name: string; readonly hasSignOut: boolean }) => (
  <div class="notice" role="status">
    <p>You are signed out here.</p>
    {hasSignOut ? (
      <p>
        {name} may still know this browser. <a href={OPENID_SIGN_OUT_PATH}>Sign out of {name}, too</a>
      </p>
    ) : null}
  </div>
)
