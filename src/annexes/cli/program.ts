import { CliConfig, Command, CommandDescriptor, ValidationError } from "@effect/cli"
import { Runtime } from "@effect/platform"
import { BunFileSystem, BunPath, BunRuntime, BunTerminal } from "@effect/platform-bun"
import { Console, Effect, Layer } from "effect"
import packageJson from "../../../package.json" with { type: "json" }
import { program } from "../../platform/assets/assets.ts"
import { fettle, shape } from "./commands.ts"
import { helpOf } from "./usage/help.ts"
import { read } from "./usage/read.ts"
import { sentenceOf } from "./usage/shape.ts"

const exitWith = (code: number) =>
  Effect.sync(() => {
    process.exitCode = code
  })

const fail = (message: string, code: number) => Effect.zipRight(Console.error(`fettle: ${message}`), exitWith(code))

const COMPLETIONS = {
  bash: Command.getBashCompletions,
  zsh: Command.getZshCompletions,
  fish: Command.getFishCompletions
}

/** Runs a command whose command line is well-formed. Only the checks of its options can still fail. */
const runCommand = Effect.fnUntraced(function* (argv: ReadonlyArray<string>) {
  const directive = yield* CommandDescriptor.parse(fettle.descriptor, ["fettle", ...argv], CliConfig.defaultConfig)
  if (directive._tag === "UserDefined") yield* fettle.handler(directive.value)
})

const run = (argv: ReadonlyArray<string>) => {
  const reading = read(program, shape, argv)
  switch (reading._tag) {
    case "Help":
      return Console.log(helpOf(program, reading.of))
    case "Version":
      return Console.log(packageJson.version)
    case "Completions":
      return Effect.flatMap(COMPLETIONS[reading.shell](fettle, "fettle"), (lines) => Console.log(lines.join("\n")))
    case "Wrong":
      return fail(reading.message, 2)
    case "Run":
      return runCommand(reading.argv)
  }
}

run(process.argv.slice(2)).pipe(
  Effect.catchAll((error) =>
    ValidationError.isValidationError(error) ? fail(sentenceOf(error.error), 2) : fail(error.message, 1)
  ),
  Effect.provide(Layer.mergeAll(BunFileSystem.layer, BunPath.layer, BunTerminal.layer)),
  BunRuntime.runMain({
    disablePrettyLogger: true,
    // Exit code 0 after a signal, unless the command has set another one.
    teardown: (exit, onExit) => Runtime.defaultTeardown(exit, (code) => onExit(code || Number(process.exitCode ?? 0)))
  })
)
