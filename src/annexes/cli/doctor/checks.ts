import { Effect } from "effect"
import { AppConfig, read } from "../../../config.ts"
import { exercises } from "../../../features/exercises/exercises.ts"
import { filesCheck, portCheck } from "./address.ts"
import { baseUrlCheck } from "./base-url.ts"
import { type Check, check } from "./check.ts"
import { databaseChecks } from "./database.ts"
import { folderCheck } from "./folder.ts"
import { hostedCheck } from "./hosted.ts"
import { openIdChecks } from "./openid.ts"
import { secureCheck } from "./secure.ts"
import { temporaryCheck } from "./temporary.ts"

/** All checks, in the order in which faults are best fixed. If a setting is invalid, only the settings are checked. */
export const checks: Effect.Effect<ReadonlyArray<Check>> = Effect.matchEffect(read, {
  onFailure: (faults) => Effect.succeed(faults.map((fault) => check("settings", "fail", fault))),
  onSuccess: (settings) =>
    Effect.all([
      folderCheck,
      temporaryCheck,
      databaseChecks,
      filesCheck,
      portCheck,
      baseUrlCheck,
      secureCheck,
      hostedCheck,
      openIdChecks
    ]).pipe(
      Effect.map(([folder, temporary, database, files, port, baseUrl, secure, hosted, openId]) => [
        check("settings", "ok", "All are valid"),
        folder,
        temporary,
        ...database,
        check("exercises", "ok", `${exercises().length.toLocaleString("en-US")} exercises come with Fettle`),
        files,
        port,
        baseUrl,
        secure,
        hosted,
        ...openId
      ]),
      Effect.provideService(AppConfig, settings)
    )
})
