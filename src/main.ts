import { CliConfig, Command, ValidationError } from "@effect/cli"
import { Runtime } from "@effect/platform"
import { BunContext, BunRuntime } from "@effect/platform-bun"
import { Console, Effect, Layer } from "effect"
import packageJson from "../package.json" with { type: "json" }
import { app } from "./commands/app.ts"
import { optionsFirst, withImportFile } from "./commands/argv.ts"
import { catalogue } from "./commands/catalogue.ts"
import { connect } from "./commands/connect.ts"
import { doctor } from "./commands/doctor.ts"
import { exportCommand } from "./commands/export.ts"
import { withReadableErrors } from "./commands/faults.ts"
import { importHistory } from "./commands/import.ts"
import { loginLink } from "./commands/login-link.ts"
import { meal } from "./commands/meal.ts"
import { migrate } from "./commands/migrate.ts"
import { serve } from "./commands/serve.ts"
import { token } from "./commands/token.ts"
import { user } from "./commands/user.ts"
import { layer as configLayer } from "./config.ts"
import { layer as logging } from "./telemetry/log/log.ts"

/** Settings and logging, for every command. The doctor reads the settings itself. */
const settings = Layer.provideMerge(logging, configLayer)

const withSettings = <Name extends string, R, E, A>(command: Command.Command<Name, R, E, A>) =>
  command.pipe(Command.transformHandler(withReadableErrors), Command.provide(settings))

const fettle = Command.make("fettle").pipe(
  Command.withDescription("One person's fitness data for programs and AI agents, over REST and MCP."),
  Command.withSubcommands([
    withSettings(serve),
    withSettings(migrate),
    withSettings(user),
    withSettings(token),
    withSettings(app),
    withSettings(meal),
    withSettings(loginLink),
    withSettings(catalogue),
    withSettings(importHistory),
    withSettings(exportCommand),
    withSettings(connect),
    doctor
  ])
)

/** Commands that have subcommands. */
const GROUPS = new Set(["user", "token", "app", "meal", "catalogue", "import"])

/** How many arguments name the command: two for `user set`, one for `serve`. */
const commandWords = (argv: ReadonlyArray<string>): number => (GROUPS.has(argv[0] ?? "") ? 2 : 1)

const run = Command.run(fettle, { name: "Fettle", version: packageJson.version })

const argv = withImportFile(process.argv.slice(2))

const exitWith = (code: number) =>
  Effect.sync(() => {
    process.exitCode = code
  })

run([...process.argv.slice(0, 2), ...optionsFirst(argv, commandWords(argv))]).pipe(
  Effect.catchAll((error) =>
    // @effect/cli has already printed the error.
    ValidationError.isValidationError(error)
      ? exitWith(2)
      : Effect.zipRight(Console.error(`fettle: ${error.message}`), exitWith(1))
  ),
  Effect.provide([BunContext.layer, CliConfig.layer({ showBuiltIns: false })]),
  BunRuntime.runMain({
    disablePrettyLogger: true,
    // Exit code 0 after a signal, unless the command has set another one.
    teardown: (exit, onExit) => Runtime.defaultTeardown(exit, (code) => onExit(code || Number(process.exitCode ?? 0)))
  })
)
