/** @jsxImportSource hono/jsx */

import { Effect, Schema } from "effect"
import { NotFound } from "../../../contract/errors.ts"
import { SessionId } from "../../identity/sign-in/model.ts"
import { SignInStore } from "../../identity/sign-in/store.ts"
import { ButtonForm } from "../frame/form.tsx"
import { Instant } from "../frame/instant.tsx"
import { action, type Page, withoutAccess } from "../frame/page.ts"
import { redirect } from "../frame/view.ts"
import { leaving } from "../sign-in/sign-out.tsx"

const SESSIONS_PATH = "/app/settings/sessions"

/** The signed-in browsers. Ending a session is not limited, so that it always works. */
export const sessionsPage = Effect.map(
  Effect.all([SignInStore, leaving]),
  ([store, left]): Page => ({
    path: SESSIONS_PATH,
    setting: { label: "Sessions", about: "The browsers that are signed in, and how to sign them out." },
    messages: { ended: "That browser is signed out." },
    show: (visit) =>
      Effect.map(store.listSessions(visit.user.id, visit.now), (sessions) => ({
        title: "Sessions",
        content: (
          <>
            <h1>Sessions</h1>
            <section class="card">
              <ul class="rows">
                {sessions.map(({ id, device, createdAt, lastUsedAt }) => (
                  <li>
                    <div>
                      <strong>{device}</strong>
                      {id === visit.session.id ? " (this browser)" : null}
                      <span class="hint">
                        since <Instant at={createdAt} user={visit.user} />, last used{" "}
                        <Instant at={lastUsedAt} user={visit.user} />
                      </span>
                    </div>
                    <ButtonForm
                      state={visit.form("end")}
                      to={SESSIONS_PATH}
                      fields={{ sessionId: id }}
                      className="danger"
                      label={`Sign out ${device}, last used ${id === visit.session.id ? "here" : "elsewhere"}`}
                    >
                      Sign out
                    </ButtonForm>
                  </li>
                ))}
              </ul>
              <ButtonForm state={visit.form("endAll")} to={SESSIONS_PATH} className="danger">
                Sign out everywhere
              </ButtonForm>
              <p class="hint">Signing out ends sessions only. API tokens and connected apps keep working.</p>
            </section>
          </>
        )
      })),
    actions: {
      end: withoutAccess(
        action(Schema.Struct({ sessionId: SessionId }), ({ user, session }, { sessionId }) =>
          Effect.flatMap(store.endSession(user.id, sessionId), (hasEnded) =>
            !hasEnded
              ? new NotFound({ message: "You have no such session any more. Reload the page to see what is there." })
              : Effect.succeed(sessionId === session.id ? left : redirect(SESSIONS_PATH, "ended"))
          )
        )
      ),
      endAll: withoutAccess(action(Schema.Struct({}), ({ user }) => Effect.as(store.endSessions(user.id), left)))
    }
  })
)
