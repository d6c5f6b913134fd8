/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { deleteUser } from "../../../features/accounts/accounts.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import { unlinkIdentities } from "../../identity/openid/people.ts"
import type { IdentityStore } from "../../identity/openid/store.ts"
import { removeFolder } from "../../imports/uploads/upload-folder.ts"
import { Form, TextField } from "../frame/form.tsx"
import { action, type Page, withoutAccess } from "../frame/page.ts"
import { DELETED_PATH, HISTORY_PATH } from "../frame/paths.ts"
import { Redirect } from "../frame/view.ts"
import { gone } from "./gone.ts"

const DELETE_PATH = "/app/settings/delete"

const CONFIRMATION = "delete everything"

const Confirmed = Schema.Struct({
  confirmation: Schema.Trim.pipe(
    // Phones begin a text with a capital letter.
    Schema.filter((text) => text.toLowerCase() === CONFIRMATION, { message: () => `must be exactly: ${CONFIRMATION}` })
  )
})

/** Deletes the user with all their data, as `fettle user delete` does. Not limited, so that it always works. */
export const deletePage = Effect.map(
  Effect.context<AccountStore | IdentityStore>(),
  (services): Page => ({
    path: DELETE_PATH,
    setting: { label: "Delete everything", about: "Your account with all its data, for good." },
    show: ({ form }) => {
      const state = form("delete")
      return Effect.succeed({
        title: "Delete everything",
        content: (
          <>
            <h1>Delete everything</h1>
            <section class="card">
              <p>
                This deletes your account, readings, diary, custom foods, saved meals, workouts, goals, tokens,
                connected apps, passkeys and sessions. It cannot be undone, and nobody can bring them back.
              </p>
              <p>
                To keep a copy, <a href={`${HISTORY_PATH}?download=all`}>download everything</a> first.
              </p>
              <Form state={state} to={DELETE_PATH}>
                <TextField
                  state={state}
                  name="confirmation"
                  label="Confirmation"
                  hint={`Type: ${CONFIRMATION}`}
                  required
                />
                <button type="submit" class="danger">
                  Delete everything
                </button>
              </Form>
            </section>
          </>
        )
      })
    },
    actions: {
      delete: withoutAccess(
        action(Confirmed, ({ user }) =>
          Effect.zipRight(unlinkIdentities(user.id), deleteUser(user.id)).pipe(
            Effect.mapError(gone),
            Effect.zipRight(removeFolder(user.id)),
            Effect.as(new Redirect(DELETED_PATH, { endsSession: true })),
            Effect.provide(services)
          )
        )
      )
    }
  })
)
