import { Command } from "@effect/cli"
import { Effect, Logger, LogLevel } from "effect"
import { AppConfig, read } from "../config.ts"
import { filesCheck, portCheck } from "../doctor/address.ts"
import { baseUrlCheck } from "../doctor/base-url.ts"
import { type Check, check } from "../doctor/check.ts"
import { databaseChecks } from "../doctor/database.ts"
import { folderCheck } from "../doctor/folder.ts"
import { hostedCheck } from "../doctor/hosted.ts"
import { exercises } from "../exercises/exercises.ts"
import { json, print } from "./output.ts"

/** All checks, in the order in which faults are best fixed. If a setting is invalid, only the settings are checked. */
const checks: Effect.Effect<ReadonlyArray<Check>> = Effect.matchEffect(read, {
  onFailure: (faults) => Effect.succeed(faults.map((fault) => check("settings", "fail", fault))),
  onSuccess: (settings) =>
    Effect.all([folderCheck, databaseChecks, filesCheck, portCheck, baseUrlCheck, hostedCheck]).pipe(
      Effect.map(([folder, database, files, port, baseUrl, hosted]) => [
        check("settings", "ok", "All are valid"),
        folder,
        ...database,
        check("exercises", "ok", `${exercises.length.toLocaleString("en-US")} exercises come with Fettle`),
        files,
        port,
        baseUrl,
        hosted
      ]),
      Effect.provideService(AppConfig, settings)
    )
})

const lineOf = ({ name, status, message }: Check): string => `${status.padEnd(4)}  ${name.padEnd(13)}  ${message}`

export const doctor = Command.make("doctor", { json }, ({ json }) =>
  Effect.gen(function* () {
    const found = yield* checks
    const ok = !found.some(({ status }) => status === "fail")
    yield* print(json, { ok, checks: found }, found.map(lineOf))
    if (!ok) process.exitCode = 1
  }).pipe(Logger.withMinimumLogLevel(LogLevel.None))
).pipe(
  Command.withDescription(
    "Check the settings, the database, the catalogues, the limit of open files, the port, the base address and the way for hosted agents, and say what to do. Changes nothing. The exit code is 1 if a check fails."
  )
)
