import { DateTime, Effect, Option } from "effect"
import { AccountStore } from "../../features/accounts/store.ts"
import { listApps, revokeApp } from "../identity/connected-apps/connected-apps.ts"
import { scopeText } from "../identity/connected-apps/scopes.ts"
import { UnknownApp } from "../identity/connected-apps/store.ts"
import { reading, stores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { asGrantId, userOption } from "./options.ts"
import { columns, json, print } from "./output.ts"
import { command, group } from "./usage/command.ts"
import { argument, meaning } from "./usage/parameters.ts"

const list = command(
  { name: "list", meaning: "List the apps that a user has connected." },
  { user: userOption, json },
  ({ user, json }) =>
    Effect.gen(function* () {
      const { id } = yield* (yield* AccountStore).findUser(yield* knownUser(user))
      const apps = (yield* listApps(id)).map((app) => ({
        appId: app.id,
        name: app.clientName,
        clientId: app.clientId,
        scope: scopeText(app.mayWrite),
        connectedAt: DateTime.formatIso(app.createdAt),
        lastUsedAt: app.lastUsedAt === null ? null : DateTime.formatIso(app.lastUsedAt)
      }))
      yield* print(
        json,
        { apps },
        columns(
          ["APP", "NAME", "CLIENT", "SCOPE", "CONNECTED", "LAST USED"],
          apps.map((app) => [app.appId, app.name, app.clientId, app.scope, app.connectedAt, app.lastUsedAt ?? ""])
        )
      )
    }).pipe(reading)
)

const revoke = command(
  { name: "revoke", meaning: "Disconnect an app; its tokens stop working at once." },
  { id: argument("APP_ID").pipe(meaning("The app's id, which app list shows.")), json },
  ({ id, json }) =>
    Effect.gen(function* () {
      const appId = yield* Option.match(asGrantId(id), {
        onNone: () => Effect.fail(new UnknownApp({ id })),
        onSome: Effect.succeed
      })
      yield* revokeApp(appId)
      yield* print(json, { appId, revoked: true }, [`Disconnected app ${appId}`])
    }).pipe(Effect.provide(stores))
)

export const app = group({ name: "app", meaning: "List and disconnect the apps that users have connected." }, [
  list,
  revoke
])
