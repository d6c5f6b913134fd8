import { Args, Command } from "@effect/cli"
import { DateTime, Effect, Option } from "effect"
import { AccountStore } from "../../features/accounts/store.ts"
import { listApps, revokeApp } from "../identity/connected-apps/connected-apps.ts"
import { scopeText } from "../identity/connected-apps/scopes.ts"
import { UnknownApp } from "../identity/connected-apps/store.ts"
import { reading, stores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { asGrantId, userOption } from "./options.ts"
import { columns, json, print } from "./output.ts"

const list = Command.make("list", { user: userOption, json }, ({ user, json }) =>
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
).pipe(Command.withDescription("List the apps that a user has connected."))

const revoke = Command.make(
  "revoke",
  { id: Args.text({ name: "APP_ID" }).pipe(Args.withDescription("The app's id, which app list shows.")), json },
  ({ id, json }) =>
    Effect.gen(function* () {
      const appId = yield* Option.match(asGrantId(id), {
        onNone: () => Effect.fail(new UnknownApp({ id })),
        onSome: Effect.succeed
      })
      yield* revokeApp(appId)
      yield* print(json, { appId, revoked: true }, [`Disconnected app ${appId}`])
    }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("Disconnect an app; its tokens stop working at once."))

export const app = Command.make("app").pipe(
  Command.withDescription("List and disconnect the apps that users have connected."),
  Command.withSubcommands([list, revoke])
)
