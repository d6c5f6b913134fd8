/** @jsxImportSource hono/jsx */

import { ButtonForm, emptyForm } from "../frame/form.tsx"
import { KEY_FIELD, keyOf } from "../frame/inputs.ts"
import { PASSKEYS_PATH, TOKENS_PATH } from "../frame/paths.ts"
import { CONNECT_ACTION } from "../settings/tokens.tsx"

/** The name of the message after signing in with a link, on whichever page follows. */
export const WELCOME = "welcome"

/** What to do first: connect an agent. */
export const Welcome = ({ formToken }: { readonly formToken: string }) => {
  const state = emptyForm(CONNECT_ACTION, formToken)
  return (
    <section class="notice" aria-label="First steps">
      <p role="status">
        You are signed in. <a href={PASSKEYS_PATH}>Add a passkey</a> to sign in without a link the next time.
      </p>
      <div class="buttons">
        <ButtonForm state={state} to={TOKENS_PATH} fields={{ [KEY_FIELD]: keyOf(state) }} className="primary">
          Connect an agent
        </ButtonForm>
        <span class="soft">makes an API token, and shows what to paste into Claude Code, VS Code and others.</span>
      </div>
    </section>
  )
}
