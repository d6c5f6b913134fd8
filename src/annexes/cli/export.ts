import { DateTime, Effect, Option } from "effect"
import { AccountStore } from "../../features/accounts/store.ts"
import { program } from "../../platform/assets/assets.ts"
import { stores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { userOption } from "./options.ts"
import { json, print } from "./output.ts"
import { command } from "./usage/command.ts"
import { argument, meaning, optional } from "./usage/parameters.ts"

export const exportCommand = command(
  {
    name: "export",
    meaning: `Write all of a user's data to one ZIP archive, which ${program} import can read, with tables for other apps. Tokens are not included.`
  },
  {
    file: argument("FILE").pipe(meaning("The file to write. Default: fettle-DATE.zip in this folder."), optional),
    user: userOption,
    json
  },
  ({ file, user, json }) =>
    Effect.gen(function* () {
      const { id } = yield* Effect.flatMap(knownUser(user), (yield* AccountStore).findUser)
      const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
      const path = Option.getOrElse(file, () => `fettle-${today}.zip`)
      const { exportHistory } = yield* Effect.promise(() => import("../imports/archive/export.ts"))
      const counts = yield* exportHistory(id, { path })
      yield* print(json, { file: path, counts }, [
        `Exported to ${path}:`,
        ...Object.entries(counts).flatMap(([name, lines]) =>
          lines === 0 ? [] : [`${String(lines).padStart(9)}  ${name}`]
        )
      ])
    }).pipe(Effect.provide(stores))
)
