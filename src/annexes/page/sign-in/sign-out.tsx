/** @jsxImportSource hono/jsx */

import { Effect, Option, Schema } from "effect"
import { OpenIdProvider } from "../../identity/openid/provider.ts"
import { SignInStore } from "../../identity/sign-in/store.ts"
import { ButtonForm } from "../frame/form.tsx"
import { action, type Page, withoutAccess } from "../frame/page.ts"
import { LEFT, SIGN_IN_PATH, SIGN_OUT_PATH } from "../frame/paths.ts"
import { Redirect } from "../frame/view.ts"

/** Where a browser goes whose session has ended: where there is an OpenID provider, it may have one, too. */
export const leaving = Effect.map(
  OpenIdProvider,
  (provider) =>
    new Redirect(Option.isSome(provider) ? `${SIGN_IN_PATH}?done=${LEFT}` : SIGN_IN_PATH, { endsSession: true })
)

/** The page behind the button in the header. */
export const signOutPage = Effect.map(
  Effect.all([SignInStore, leaving]),
  ([store, left]): Page => ({
    path: SIGN_OUT_PATH,
    forgetsInput: true,
    show: (visit) =>
      Effect.succeed({
        title: "Sign out",
        content: (
          <section class="card">
            <h1>Sign out?</h1>
            <p>This ends the session of this browser. API tokens keep working.</p>
            <ButtonForm state={visit.form("leave")} to={SIGN_OUT_PATH} className="primary">
              Sign out
            </ButtonForm>
          </section>
        )
      }),
    actions: {
      leave: withoutAccess(
        action(Schema.Struct({}), ({ user, session }) => Effect.as(store.endSession(user.id, session.id), left))
      )
    }
  })
)
