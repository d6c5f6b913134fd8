import { Effect, Logger, LogLevel } from "effect"
import type { Check } from "./doctor/check.ts"
import { json, print } from "./output.ts"
import { command } from "./usage/command.ts"

const lineOf = ({ name, status, message }: Check): string => `${status.padEnd(4)}  ${name.padEnd(13)}  ${message}`

export const doctor = command(
  {
    name: "doctor",
    meaning:
      "Check the settings, the database, the catalogues, the limit of open files, the port, the base address, and whether hosted agents can connect, and print what to do. Changes nothing. The exit code is 1 if a check fails."
  },
  { json },
  ({ json }) =>
    Effect.gen(function* () {
      // The checks are loaded only here, so that other commands start without them.
      const { checks } = yield* Effect.promise(() => import("./doctor/checks.ts"))
      const found = yield* checks
      const ok = !found.some(({ status }) => status === "fail")
      yield* print(json, { ok, checks: found }, found.map(lineOf))
      if (!ok) process.exitCode = 1
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None))
)
