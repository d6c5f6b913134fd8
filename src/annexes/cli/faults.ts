import { tmpdir } from "node:os"
import { Cause, Data, Effect, Option, Redacted } from "effect"
import { AppConfig, type Settings } from "../../config.ts"
import { program } from "../../platform/assets/assets.ts"
import { nextStepOf } from "../../platform/database/next-step.ts"
import { isSqlError } from "../../platform/database/sql-state.ts"
import { fileSentence, isOfMachine } from "../../platform/files/fault.ts"
import { faultOfError } from "../../platform/telemetry/log/fault.ts"

/** A command was ended by an unexpected error. The message is one sentence that says what to do. */
export class Ended extends Data.TaggedError("Ended")<{ readonly message: string }> {}

/** The message for a database error: the database with its setting, the cause, and the next step. */
export const databaseFault = ({ databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">, cause: unknown) => {
  const subject = Option.match(databaseUrl, {
    onNone: () => `DATA_DIR: the embedded database in ${dataDir}`,
    onSome: (url) => `DATABASE_URL: the PostgreSQL at ${Redacted.value(url).hosts}`
  })
  const nextStep = nextStepOf(cause) ?? `Run \`${program} doctor\` to check it`
  return new Ended({ message: `${subject} failed (${faultOfError(cause).message}). ${nextStep}` })
}

/** Turns a command's unexpected errors into one-sentence messages. Defects of Fettle are logged with their stack. */
export const withReadableErrors = <A, E, R>(command: Effect.Effect<A, E, R>) =>
  Effect.catchAllDefect(command, (defect) =>
    Effect.gen(function* () {
      const settings = yield* AppConfig
      if (isSqlError(defect)) return yield* databaseFault(settings, defect.cause)
      const message = isOfMachine(defect) ? fileSentence(defect, tmpdir(), "set TMPDIR to another folder") : undefined
      if (message !== undefined) return yield* new Ended({ message })
      yield* Effect.logFatal("Internal error", Cause.die(defect))
      return yield* new Ended({
        message: `internal error (${faultOfError(defect).message}). Please report it with the line above`
      })
    })
  )
