/** @jsxImportSource hono/jsx */
import { DateTime, Effect, Schema } from "effect"
import { NotFound } from "../../../contract/errors.ts"
import { listApps, revokeApp } from "../../identity/connected-apps/connected-apps.ts"
import { GrantId } from "../../identity/connected-apps/model.ts"
import { type App, GrantStore } from "../../identity/connected-apps/store.ts"
import { ButtonForm } from "../frame/form.tsx"
import { Instant } from "../frame/instant.tsx"
import { action, type Page, type Visit, withoutAccess } from "../frame/page.ts"
import { redirect } from "../frame/view.ts"

const APPS_PATH = "/app/settings/apps"

const Row = ({ app, visit }: { readonly app: App; readonly visit: Visit }) => (
  <li>
    <div>
      <strong>{app.clientName}</strong>
      {app.mayWrite ? ": may read and write" : ": may read"}
      <span class="hint">
        since <Instant at={app.createdAt} user={visit.user} />
        {app.lastUsedAt === null ? (
          ", never used"
        ) : (
          <>
            , last used <Instant at={app.lastUsedAt} user={visit.user} />
          </>
        )}
      </span>
    </div>
    <ButtonForm
      state={visit.form("disconnect")}
      to={APPS_PATH}
      fields={{ appId: app.id }}
      className="danger"
      label={`Disconnect ${app.clientName}, connected ${DateTime.formatIso(app.createdAt)}`}
    >
      Disconnect
    </ButtonForm>
  </li>
)

/** The apps that the person has connected by OAuth. Their names are their own. */
export const appsPage = Effect.map(
  GrantStore,
  (store): Page => ({
    path: APPS_PATH,
    setting: { label: "Connected apps", about: "The apps that may use your data, and how to disconnect them." },
    messages: { disconnected: "That app is disconnected. Its next call is refused." },
    show: (visit) =>
      Effect.map(Effect.provideService(listApps(visit.user.id), GrantStore, store), (apps) => ({
        title: "Connected apps",
        content: (
          <>
            <h1>Connected apps</h1>
            <section class="card">
              {apps.length === 0 ? (
                <p>
                  None. Apps such as claude.ai and ChatGPT ask for your permission when you add the address of this
                  service to them.
                </p>
              ) : (
                <ul class="rows">
                  {apps.map((app) => (
                    <Row app={app} visit={visit} />
                  ))}
                </ul>
              )}
            </section>
          </>
        )
      })),
    actions: {
      // Not limited, so that it always works.
      disconnect: withoutAccess(
        action(Schema.Struct({ appId: GrantId }), ({ user }, { appId }) => {
          const gone = new NotFound({
            message: "You have no such app any more. Reload the page to see what is connected."
          })
          return revokeApp(appId, user.id).pipe(
            Effect.mapError(() => gone),
            Effect.as(redirect(APPS_PATH, "disconnected")),
            Effect.provideService(GrantStore, store)
          )
        })
      )
    }
  })
)
