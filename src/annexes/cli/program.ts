import { Runtime } from "@effect/platform"
import { BunFileSystem, BunRuntime } from "@effect/platform-bun"
import { Console, Effect } from "effect"
import packageJson from "../../../package.json" with { type: "json" }
import { program } from "../../platform/assets/assets.ts"
import { programFor, type Runnable } from "./commands.ts"
import { completionsOf } from "./usage/completions.ts"
import { helpOf } from "./usage/help.ts"
import { WrongUsage } from "./usage/parameters.ts"
import { read } from "./usage/read.ts"

const exitWith = (code: number) =>
  Effect.sync(() => {
    process.exitCode = code
  })

const fail = (message: string, code: number) => Effect.zipRight(Console.error(`fettle: ${message}`), exitWith(code))

/** The command at a path of names. */
const commandAt = (commands: ReadonlyArray<Runnable>, [name, ...more]: ReadonlyArray<string>): Runnable | undefined => {
  const found = commands.find((command) => command.name === name)
  return found === undefined || more.length === 0 ? found : commandAt(found.subcommands, more)
}

const run = Effect.fnUntraced(function* (argv: ReadonlyArray<string>) {
  const { shape, commands } = yield* Effect.promise(() => programFor(argv))
  const reading = read(program, shape, argv)
  switch (reading._tag) {
    case "Help":
      return yield* Console.log(helpOf(program, reading.of))
    case "Version":
      return yield* Console.log(packageJson.version)
    case "Completions":
      return yield* Console.log(completionsOf(shape, reading.shell))
    case "Wrong":
      return yield* fail(reading.message, 2)
    case "Run":
      return yield* commandAt(commands, reading.path)?.run?.(reading.given) ??
        Effect.dieMessage("There is no such command")
  }
})

run(process.argv.slice(2)).pipe(
  Effect.catchAll((error) => fail(error.message, error instanceof WrongUsage ? 2 : 1)),
  Effect.provide(BunFileSystem.layer),
  BunRuntime.runMain({
    disablePrettyLogger: true,
    // Exit code 0 after a signal, unless the command has set another one.
    teardown: (exit, onExit) => Runtime.defaultTeardown(exit, (code) => onExit(code || Number(process.exitCode ?? 0)))
  })
)
